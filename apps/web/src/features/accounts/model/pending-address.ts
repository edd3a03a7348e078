const key = 'muster-pending-address';

/** Keeps the address that a mail was sent to, for this tab alone: the "check your mail" page names it. */
export function rememberPendingAddress(address: string): void {
  try {
    sessionStorage.setItem(key, address);
  } catch {
    // Storage may be forbidden; then the page asks for the address.
  }
}

export function pendingAddress(): string | undefined {
  try {
    return sessionStorage.getItem(key) ?? undefined;
  } catch {
    return undefined;
  }
}

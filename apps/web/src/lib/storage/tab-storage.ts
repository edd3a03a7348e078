/** Keeps a text for this tab alone, until it is closed. */
export function keepInTab(key: string, text: string): void {
  try {
    sessionStorage.setItem(key, text);
  } catch {
    // Storage may be forbidden; then the page does without.
  }
}

export function keptInTab(key: string): string | undefined {
  try {
    return sessionStorage.getItem(key) ?? undefined;
  } catch {
    return undefined;
  }
}

export function forgetInTab(key: string): void {
  try {
    sessionStorage.removeItem(key);
  } catch {
    // What could not be kept need not be forgotten.
  }
}

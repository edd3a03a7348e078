import { keepInTab, keptInTab } from '../../../../lib/storage/tab-storage.ts';

const key = 'muster-pending-address';

/** Keeps the address that a mail was sent to, for this tab alone: the "check your mail" page names it. */
export function rememberPendingAddress(address: string): void {
  keepInTab(key, address);
}

export function pendingAddress(): string | undefined {
  return keptInTab(key);
}

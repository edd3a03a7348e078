/** The names of what a technician's phone keeps, for whoever signs them out: the technician's own page, or the application. */
export const DAY_DATABASE = 'muster-day';
export const DRAFTS = 'muster-draft';

let isWiped = false;

/** Whether the page is on its way out, and nothing more is to be kept. */
export function isDayWiped(): boolean {
  return isWiped;
}

/** At the end of a session nothing of the business stays on the phone but what its user did: the outbox, and drafts. */
export function wipeDay(): Promise<void> {
  isWiped = true;
  return new Promise((resolve) => {
    if (!('indexedDB' in globalThis)) return resolve();
    const deleting = indexedDB.deleteDatabase(DAY_DATABASE);
    // Another page that has it open lets go of it, and the browser deletes it then.
    for (const end of ['success', 'error', 'blocked'] as const)
      deleting.addEventListener(end, () => resolve());
  });
}

/** Whoever signs out on purpose leaves no words of their own behind. Storage may be forbidden; then there are none. */
export function forgetDrafts(user: string): void {
  try {
    for (const key of Object.keys(localStorage))
      if (key.startsWith(`${DRAFTS} ${user} `)) localStorage.removeItem(key);
  } catch {
    return;
  }
}

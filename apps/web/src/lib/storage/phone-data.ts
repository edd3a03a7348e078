/** The names of what a technician's phone keeps, for whoever wipes it: the technician's own page, the application, and the pages that sign somebody in. */
export const DAY_DATABASE = 'muster-day';
export const DRAFTS = 'muster-draft';

let isWiped = false;

/** Whether the page is on its way out, and nothing more is to be kept. */
export function isDayWiped(): boolean {
  return isWiped;
}

/** A database that does not answer keeps nobody from signing in or out for longer. */
const PATIENCE_MS = 1_000;

/**
 * At the end of a session nothing of the business stays on the phone but what its user did: the outbox, and drafts. A session may end
 * while no page is open, so it is done at the beginning of one, too.
 */
export function wipeDay(): Promise<void> {
  isWiped = true;
  return new Promise((resolve) => {
    try {
      const deleting = indexedDB.deleteDatabase(DAY_DATABASE);
      // Another page that has it open lets go of it, and the browser deletes it then.
      for (const end of ['success', 'error', 'blocked'] as const)
        deleting.addEventListener(end, () => resolve());
      setTimeout(resolve, PATIENCE_MS);
    } catch {
      // Storage may be forbidden; then there is no day.
      resolve();
    }
  });
}

/** What a user has typed or drawn and not kept yet, by its key. Storage may be forbidden; then there is nothing. */
function draftsOf(user: string): string[] {
  try {
    return Object.keys(localStorage).filter((key) => key.startsWith(`${DRAFTS} ${user} `));
  } catch {
    return [];
  }
}

export function hasDrafts(user: string): boolean {
  return draftsOf(user).length > 0;
}

/** Whoever signs out on purpose leaves no words of their own behind. */
export function forgetDrafts(user: string): void {
  for (const key of draftsOf(user)) localStorage.removeItem(key);
}

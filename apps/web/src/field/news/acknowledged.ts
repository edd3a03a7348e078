import type { News } from '@muster/domain/field/my-visits/schema';
import { ApiError, answer, api } from '../../lib/api/api.ts';

/** Up to which change somebody has said on this phone that they know, and whether the server has heard it. */
interface Mark {
  readonly change: number;
  readonly isSent: boolean;
}

/** Beside what is wiped at the end of a session: what was read here never comes back here. */
const PLACE = 'muster-heard';
const UNSAID: Mark = { change: -1, isSent: true };

/** The day is read after it: a line that swallows everything must not hold that back for long. */
const PATIENCE_MS = 5_000;

/** Storage may be forbidden; then it is known until the page is closed. */
const known = new Map<string, Mark>();

function markOf(user: string): Mark {
  try {
    const [change, state] = (localStorage.getItem(`${PLACE} ${user}`) ?? '').split(' ');
    return change ? { change: Number(change), isSent: state === 'sent' } : (known.get(user) ?? UNSAID);
  } catch {
    return known.get(user) ?? UNSAID;
  }
}

function keepMark(user: string, mark: Mark): void {
  known.set(user, mark);
  try {
    localStorage.setItem(`${PLACE} ${user}`, `${mark.change} ${mark.isSent ? 'sent' : 'unsent'}`);
  } catch {
    return;
  }
}

/** What somebody has not said on this phone that they know. */
export function unreadNews(news: readonly News[], user: string): News[] {
  const { change } = markOf(user);
  return news.filter((line) => line.change > change);
}

/** Somebody knows what they were shown: kept at once, and told when there is a way. */
export function hearHere(user: string, change: number): void {
  if (change > markOf(user).change) keepMark(user, { change, isSent: false });
}

/** Tells the server what it has not heard. What cannot be told now is told with the next reading. */
export async function tellHeard(user: string): Promise<void> {
  const { change, isSent } = markOf(user);
  if (isSent) return;
  try {
    await answer(
      api.PUT('/services/scheduling/api/v1/my/heard', {
        body: { change },
        // Somebody else may have signed in on this phone meanwhile.
        headers: { 'x-user': user },
        signal: AbortSignal.timeout(PATIENCE_MS),
      }),
    );
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    return;
  }
  if (markOf(user).change === change) keepMark(user, { change, isSent: true });
}

/** What the server knows of it, with the change that was read. To whoever has never said anything, the day itself is the news. */
export function settleHeard(user: string, heard: number | null, change: number): void {
  if (heard === null) hearHere(user, change);
  else if (heard > markOf(user).change) keepMark(user, { change: heard, isSent: true });
}

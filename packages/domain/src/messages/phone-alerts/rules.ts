import type { News } from '../../field/my-visits/schema.ts';
import { addDays, dateAt } from '../../values/local-time.ts';
import { minuteAt } from '../../values/minutes.ts';

/** As customers wait for what they are told: an undo within it, or five moves, are one alert or none. */
export const ALERT_WAIT_SECONDS = 60;
/** Whoever goes on changing a day does not hold an alert back for longer than this and a minute. */
export const LONGEST_ALERT_WAIT_SECONDS = 240;
/** Today and three more, because Monday is of interest on a Friday; what is further away is read when the page is opened. */
const nextDays = [0, 1, 2, 3];

/** What a phone was alerted of last. */
export interface Alerted {
  readonly change: number;
  readonly visits: number;
}

/** What a phone shows, also while it is locked: nothing that tells of a person. */
export interface PhoneAlert {
  readonly title: string;
  readonly body: string;
  /** Takes the place of what it said before, without a sound. */
  readonly quiet: boolean;
}

/**
 * What a phone is to say of the same news that the page shows, and what it then has been alerted of; nothing where it has said so, or
 * nothing of the next days is new. What was said and is not so any more is said as well, unless somebody has read it meanwhile.
 */
export function alertDue(
  { news, heard }: { news: readonly News[]; heard: number | null },
  alerted: Alerted,
  now: number,
): { alert: PhoneAlert; alerted: Alerted } | undefined {
  const near = news.filter((line) => daysOf(line, now).length > 0);
  const latest = Math.max(alerted.change, ...near.map(({ change }) => change));
  const stillSaid = heard !== null && heard >= alerted.change ? 0 : alerted.visits;
  const isNew = latest > alerted.change;
  if (!isNew && near.length >= stillSaid) return undefined;
  const next = { change: latest, visits: near.length };
  if (near.length === 0) {
    // Read in full: what is further away than a few days was never said.
    if (news.length > 0) return undefined;
    const alert = {
      title: 'Your day is back to how it was',
      body: 'The office undid its changes.',
      quiet: true,
    };
    return { alert, alerted: next };
  }
  const isToday = near.some((line) => daysOf(line, now).includes(0));
  const title = isToday ? 'Your day has changed' : 'Your next days have changed';
  const body = near.length === 1 ? '1 visit' : `${near.length} visits`;
  return { alert: { title, body, quiet: !isNew }, alerted: next };
}

/** On which of the next days it was, or is to be, by the clocks at the site; today is 0. */
function daysOf({ was_at, starts_at, zone }: News, now: number): number[] {
  const today = dateAt(minuteAt(now), zone);
  const moments = [was_at, starts_at].filter((at) => at !== null);
  const dates = new Set(moments.map((at) => dateAt(minuteAt(at), zone)));
  return nextDays.filter((ahead) => dates.has(addDays(today, ahead)));
}

/** What follows from the answer of a push service; after the last try it is left until the day changes again. */
export function afterPush(status: number | undefined, tries: number): 'arrived' | 'gone' | 'retry' | 'left' {
  if (status !== undefined && status >= 200 && status < 300) return 'arrived';
  if (status === 404 || status === 410) return 'gone';
  // It does not believe our key: the phone has to be switched on again.
  if (status === 401 || status === 403) return 'gone';
  const isBusy = status === undefined || status === 408 || status === 429 || status >= 500;
  return isBusy && tries < MOST_TRIES ? 'retry' : 'left';
}

/** Within some three minutes of pauses, where it asks for no longer one. */
const MOST_TRIES = 6;

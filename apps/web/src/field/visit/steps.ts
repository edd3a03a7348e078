import type { OwnVisit } from '@muster/domain/field/my-visits/schema';
import { isOver } from '@muster/domain/work/visits/states';
import { standing } from '@muster/domain/field/field-records/rules';
import type { ShownVisit } from '../day/with-waiting.ts';
import { minuteOf } from '@muster/domain/work/assignments/rules';
import { type LateNews, lateNewsOf, MOST_LATE } from '@muster/domain/work/visits/late';
import { type EpochMinutes, epochMinutes, minutes, minutesAfter } from '@muster/domain/values/minutes';
import { defaultTravel, type Place, travelMinutes } from '@muster/domain/values/travel';
import { countWords, minutesBetween } from '../day/words.ts';

/** What comes next at a visit; undefined where nothing does. */
export type Step = 'en route' | 'on site' | 'done' | 'leave';

type Standing = Pick<ShownVisit, 'state' | 'progress' | 'is_lead' | 'done_at'>;

/** A visit is finished by its lead; the others of a crew leave it, and may before. */
export function nextStep({ state, progress, is_lead, done_at }: Standing): Step | undefined {
  if (state === 'cancelled' || isOver(state) || progress === 'done') return undefined;
  if (progress === 'none') return 'en route';
  if (progress === 'en route') return 'on site';
  if (is_lead) return 'done';
  return done_at === null ? 'leave' : undefined;
}

export const stepWords = {
  'en route': 'On my way',
  'on site': 'I have arrived',
  done: 'Done',
  leave: 'I’m leaving',
} as const;

/** How many items of the check list nobody has answered, in words; undefined where none is left. Two of the same words are one. */
export function openItemsWords({ check_list }: Pick<ShownVisit, 'check_list'>): string | undefined {
  const open = new Set(check_list.filter(({ done }) => !done).map(({ text }) => text)).size;
  if (open === 0) return undefined;
  return `${countWords(open, 'checklist item')} still to answer.`;
}

interface Late {
  record: string;
  /** Against the start that is planned now. */
  minutes: number;
}

type Awaited = Pick<ShownVisit, 'records' | 'progress' | 'starts_at'>;

/**
 * The last word about a delay, as long as it counts: whoever has arrived is late no more, nor whoever comes when the office has
 * moved the visit to then. The server says when somebody was expected; until it has answered, it is the start of now that they meant.
 * Of somebody who did not have the visit any more when they said so, it says that nobody was.
 */
export function lateOf({ records, progress, starts_at }: Awaited): Late | undefined {
  if (progress === 'on site' || progress === 'done') return undefined;
  const last = standing(records).findLast(
    ({ kind, content }) => kind === 'late' && content['expected_at'] !== null,
  );
  if (!last) return undefined;
  const { expected_at, minutes } = last.content;
  const late = typeof expected_at === 'string' ? minutesBetween(starts_at, expected_at) : Number(minutes);
  return late > 0 ? { record: last.id, minutes: late } : undefined;
}

/**
 * How late somebody will be at a visit of theirs, if its customer is to hear of it: by the clock, and by the visit before, which they
 * are still at. The drive is the usual one; the office knows better, and a phone may be without it.
 */
export function lateNews(
  visit: ShownVisit,
  visits: readonly ShownVisit[],
  now: EpochMinutes,
): LateNews | undefined {
  const start = minuteOf(visit.starts_at);
  const before = visits.findLast(
    (one) =>
      one.id !== visit.id && one.starts_at < visit.starts_at && start - minuteOf(one.starts_at) < MOST_LATE,
  );
  const drive = before ? travelMinutes(placeOf(before), placeOf(visit), defaultTravel) : minutes(0);
  const isThere = before?.state === 'on site';
  const free = isThere ? epochMinutes(Math.max(now, minuteOf(before.ends_at))) : now;
  const isOnTheWay = visit.progress === 'en route';
  if (!isThere && now <= start) return undefined;
  const told = standing(visit.records).findLast(
    ({ kind, content }) => kind === 'late' && content['tell_customer'],
  );
  const expected = told && expectedOf(told.content, start);
  return lateNewsOf({ state: visit.state, start }, isOnTheWay ? now : minutesAfter(free, drive), expected);
}

/** Until the server has answered, it is the start of now that they meant. */
function expectedOf({ expected_at, minutes: late }: Record<string, unknown>, start: EpochMinutes) {
  return typeof expected_at === 'string' ? minuteOf(expected_at) : minutesAfter(start, minutes(Number(late)));
}

function placeOf({ site: { id, latitude, longitude } }: ShownVisit): Place {
  return { id, position: { latitude, longitude } };
}

/** Where an item of the check list is on the page. */
export function itemId({ check_list }: Pick<OwnVisit, 'check_list'>, text: string): string {
  return `item-${check_list.findIndex((item) => item.text === text)}`;
}

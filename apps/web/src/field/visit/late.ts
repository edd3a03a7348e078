import { standing } from '@muster/domain/field-records/rules';
import { minutesBetween } from '../day/words.ts';
import type { ShownVisit } from '../day/with-waiting.ts';

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

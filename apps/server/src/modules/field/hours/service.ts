import { dateOf } from '@muster/domain/values/minutes';
import type { HoursQuery } from '@muster/domain/field/hours/schema';
import { addDays, type LocalDate, startOfDay } from '@muster/domain/values/local-time';
import type { Tx } from '../../../platform/db/executor.ts';
import { Failure } from '../../../platform/http/answers/errors.ts';
import { listWork, type WorkRow } from './store.ts';

/** From the beginning of the first day to the end of the last, by the clocks of the business. */
function stretchOf({ from, to }: HoursQuery, zone: string): { from: Date | undefined; to: Date | undefined } {
  const moment = (date: LocalDate) => dateOf(startOfDay(date, zone));
  return {
    from: from === undefined ? undefined : moment(from as LocalDate),
    to: to === undefined ? undefined : moment(addDays(to as LocalDate, 1)),
  };
}

export function refuseBackwards({ from, to }: HoursQuery): void {
  if (from !== undefined && to !== undefined && to < from)
    throw new Failure('malformed', 'The last day can’t be before the first.');
}

/** Who worked at which visits on these days, both included, in order. */
export async function pageHours(
  db: Tx,
  query: HoursQuery,
  zone: string,
  page: { cursor?: string; limit: number },
): Promise<{ rows: WorkRow[]; next: string | null }> {
  return listWork(db, { ...stretchOf(query, zone), technician: query.technician }, page);
}

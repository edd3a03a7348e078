import { dateOf } from '@muster/domain/values/minutes';
import { workedHours } from '@muster/domain/field/hours/rules';
import type { HoursQuery } from '@muster/domain/field/hours/schema';
import type { Spent } from '@muster/domain/field/my-hours/rules';
import { addDays, type LocalDate, startOfDay } from '@muster/domain/values/local-time';
import { minuteOf } from '@muster/domain/work/assignments/rules';
import type { Tx } from '../../../platform/db/executor.ts';
import { Failure } from '../../../platform/http/answers/errors.ts';
import { listWork, type WorkRow } from './store.ts';

/** More than anybody does in two weeks. */
const PAGE = 200;

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

/** Who worked at these visits, as it is paid; in the order in which they began. */
export async function workAt(db: Tx, visits: readonly string[]): Promise<WorkRow[]> {
  return allOf((page) => listWork(db, { visits }, page));
}

/** When somebody was at work on these days, as it is paid: at visits that they do not have any more, too. */
export async function stretchesWorked(
  db: Tx,
  technician: string,
  days: { from: LocalDate; to: LocalDate },
  zone: string,
): Promise<Spent[]> {
  const rows = await allOf((page) => pageHours(db, { ...days, technician }, zone, page));
  return rows.flatMap((row) => {
    const { on_site_at, done_at } = workedHours(row).times;
    if (on_site_at === null || done_at === null) return [];
    const [start, end] = [minuteOf(on_site_at), minuteOf(done_at)];
    return end > start ? [{ start, end }] : [];
  });
}

async function allOf(
  read: (page: { cursor?: string; limit: number }) => ReturnType<typeof listWork>,
): Promise<WorkRow[]> {
  const rows: WorkRow[] = [];
  let cursor: string | null | undefined;
  do {
    const page = await read({ ...(cursor && { cursor }), limit: PAGE });
    rows.push(...page.rows);
    cursor = page.next;
  } while (cursor !== null);
  return rows;
}

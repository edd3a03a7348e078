import { dateOf } from '@muster/domain/values/minutes';
import type { CompletedVisitQuery } from '@muster/domain/field/reports/schema';
import { addDays, type LocalDate, startOfDay } from '@muster/domain/values/local-time';
import type { Tx } from '../../../platform/db/executor.ts';
import { type CompletedVisit, listCompletedVisits } from './store.ts';

/** Visits that are over and took place on these days of the business, both included, in order. */
export async function pageCompletedVisits(
  db: Tx,
  { from, to, customer }: CompletedVisitQuery,
  zone: string,
  page: { cursor?: string; limit: number },
): Promise<{ rows: CompletedVisit[]; next: string | null }> {
  const moment = (date: LocalDate) => dateOf(startOfDay(date, zone));
  return listCompletedVisits(
    db,
    {
      from: from === undefined ? undefined : moment(from as LocalDate),
      to: to === undefined ? undefined : moment(addDays(to as LocalDate, 1)),
      customer,
    },
    page,
  );
}

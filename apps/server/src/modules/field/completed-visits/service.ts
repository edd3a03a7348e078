import type { CompletedVisitQuery } from '@muster/domain/field/reports/schema';
import { addDays, type LocalDate, startOfDay } from '@muster/domain/values/local-time';
import type { Tx } from '../../../platform/db/executor.ts';
import { type CompletedVisit, listCompletedVisits } from './store.ts';

const MILLISECONDS = 60_000;

/** Visits that are over and took place on these days of the business, both included, in order. */
export async function pageCompletedVisits(
  db: Tx,
  { from, to, customer }: CompletedVisitQuery,
  zone: string,
  page: { cursor?: string; limit: number },
): Promise<{ rows: CompletedVisit[]; next: string | null }> {
  const moment = (date: LocalDate) => new Date(startOfDay(date, zone) * MILLISECONDS);
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

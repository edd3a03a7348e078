import { MOST_VISITS, type ReadyVisit } from '@muster/domain/money/billable-work/schema';

/** What goes into one command: visits of one customer, as many as an invoice holds. */
export interface Pile {
  id: string;
  customer_name: string;
  visits: string[];
}

type Visit = Pick<ReadyVisit, 'id' | 'customer_id' | 'customer_name'>;

/** Visits as the invoices that come of them: one for each customer, in the order in which they were listed. */
export function invoicePiles(visits: readonly Visit[]): Pile[] {
  const byCustomer = Map.groupBy(visits, ({ customer_id }) => customer_id);
  return [...byCustomer.values()].flatMap((own) => split(own));
}

/** Visits of any customers, as many at a time as a command takes. */
export function split(visits: readonly Visit[]): Pile[] {
  const piles: Pile[] = [];
  for (let from = 0; from < visits.length; from += MOST_VISITS) {
    const some = visits.slice(from, from + MOST_VISITS);
    const { id, customer_name } = some[0]!;
    piles.push({ id, customer_name, visits: some.map((visit) => visit.id) });
  }
  return piles;
}

/** "1 visit", "3 visits". */
export function visitsInWords(count: number): string {
  return count === 1 ? '1 visit' : `${count} visits`;
}

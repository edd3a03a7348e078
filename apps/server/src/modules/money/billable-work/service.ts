import { workedHours } from '@muster/domain/field/hours/rules';
import { type BillableVisit, type Charges, workLines } from '@muster/domain/money/billable-work/rules';
import {
  LeftOutVisit,
  type LeaveOut,
  MOST_VISITS,
  type ReadyQuery,
  type ReadyVisit,
  type WorkToInvoice,
} from '@muster/domain/money/billable-work/schema';
import { MOST_LINES } from '@muster/domain/money/invoices/rules';
import type { InvoiceRecord } from '@muster/domain/money/invoices/schema';
import type { Item } from '@muster/domain/money/items/schema';
import { visitNumber } from '@muster/domain/work/jobs/rules';
import { moneyDrafters } from '../../../platform/changes/from-request.ts';
import { columnsIn } from '../../../platform/changes/record.ts';
import { readRows } from '../../../platform/changes/rows.ts';
import type { TrackedTable, Writer } from '../../../platform/changes/tracked.ts';
import type { Tx } from '../../../platform/db/executor.ts';
import { Failure } from '../../../platform/http/answers/errors.ts';
import { workAt } from '../../field/hours/service.ts';
import { priceBook } from '../customer-terms/service.ts';
import { addInvoice, type NewDraft } from '../invoices/service.ts';
import { itemsMeant, itemsOf, onlyLabour } from '../items/service.ts';
import { ratesOf } from '../labour-rates/service.ts';
import { moneySettingsOf } from '../money-settings/service.ts';
import { findChargedItems, findReady, type FinishedVisit, listReady, readFinished } from './store.ts';

export const leftOutVisits: TrackedTable<LeftOutVisit> = {
  name: 'left_out_visits',
  columns: columnsIn('left_out_visits', LeftOutVisit),
  readers: moneyDrafters,
  writers: moneyDrafters,
  label: ({ reason }) => `“${reason}”`,
  erased: () => ({ reason: 'Erased' }),
  subjects: ({ id }) => [id],
  refusals: {
    left_out_visits_pkey: 'Someone else has just left one of these visits out. Look at the list again.',
  },
};

export async function pageReady(
  db: Tx,
  query: ReadyQuery,
): Promise<{ rows: ReadyVisit[]; next: string | null }> {
  return listReady(db, query);
}

/** A draft of what there is to charge for work that is over: one that charges each visit once, for whoever pays. */
export async function invoiceWork(write: Writer, wanted: WorkToInvoice): Promise<InvoiceRecord> {
  const { db } = write;
  const visits = await visitsIn(db, wanted);
  const [first] = visits as [FinishedVisit];
  const { customer_id } = first;
  const work = await billable(db, visits);
  const lines = workLines(work, await chargesFor(db, customer_id, work));
  if (lines.length > MOST_LINES)
    throw new Failure(
      'unprocessable',
      `These visits come to more than ${MOST_LINES} lines. Invoice fewer of them at once.`,
    );
  const jobs = [...new Map(visits.map((visit) => [visit.job_id, visit])).values()];
  return addInvoice(write, {
    customer_id,
    title: jobs.length === 1 ? first.title : '',
    ...orderNumbers(jobs),
    visits: visits.map(({ id }) => id),
    lines,
  });
}

/** As long as the order number of an invoice may be. */
const MOST_ORDER_NUMBER = 60;

/** The order numbers of several jobs: together where they fit, or else each with its job, because an agent turns back an invoice without. */
function orderNumbers(jobs: readonly FinishedVisit[]): Pick<NewDraft, 'order_number' | 'orders'> {
  const orders = new Map(
    jobs.flatMap(({ job_id, order_number }) => (order_number === '' ? [] : [[job_id, order_number]])),
  );
  const order_number = [...new Set(orders.values())].join(', ');
  return order_number.length <= MOST_ORDER_NUMBER ? { order_number } : { orders };
}

/** The visits that are meant, all of them over and of one customer, in the order in which they took place. */
async function visitsIn(db: Tx, { visits, jobs, customer }: WorkToInvoice): Promise<FinishedVisit[]> {
  if ([visits, jobs, customer].filter((given) => given !== undefined).length !== 1)
    throw new Failure('unprocessable', 'Choose visits, jobs or a customer to invoice.');
  const ids = visits ?? (await findReady(db, { jobs, customer }, MOST_VISITS + 1));
  if (ids.length > MOST_VISITS)
    throw new Failure(
      'unprocessable',
      `More than ${MOST_VISITS} visits are ready here. Choose those that go on one invoice.`,
    );
  const found = await readFinished(db, ids);
  if (found.length === 0 && visits === undefined)
    throw new Failure(
      'conflict',
      'Nothing here is ready to invoice: every finished visit is charged or left out.',
    );
  if (found.length < ids.length)
    throw new Failure('conflict', 'Only visits that are finished can be invoiced. Look at them again.');
  if (new Set(found.map(({ customer_id }) => customer_id)).size > 1)
    throw new Failure('unprocessable', 'These visits are for different customers. Make an invoice for each.');
  const aside = found.find(({ left_out }) => left_out !== null);
  if (aside)
    throw new Failure(
      'conflict',
      `${visitNumber(aside.job_number, aside.number)} was left out: ${aside.left_out}. Bring it back first.`,
    );
  return found;
}

/** With everybody who was there, by the clock of the timesheets. */
type Billable = FinishedVisit & BillableVisit;

async function billable(db: Tx, visits: readonly FinishedVisit[]): Promise<Billable[]> {
  const worked = Map.groupBy(
    await workAt(
      db,
      visits.map(({ id }) => id),
    ),
    ({ visit_id }) => visit_id,
  );
  return visits.map((visit) => {
    const rows = new Map(worked.get(visit.id)?.map((row) => [row.technician_id, row]));
    const booked = visit.crew.map(({ technician_id, name }) => {
      const row = rows.get(technician_id);
      rows.delete(technician_id);
      return { technician_id, name, is_booked: true, hours: row ? workedHours(row) : unknown };
    });
    const others = [...rows.values()].map((row) => ({
      technician_id: row.technician_id,
      name: row.technician,
      is_booked: false,
      hours: workedHours(row),
    }));
    return { ...visit, crew: [...booked, ...others] };
  });
}

const unknown = { times: { en_route_at: null, on_site_at: null, done_at: null }, minutes: null };

async function chargesFor(db: Tx, customer: string, visits: readonly Billable[]): Promise<Charges> {
  const { labour_item_id, call_out_item_id } = await moneySettingsOf(db);
  const technicians = visits.flatMap(({ crew }) => crew.map(({ technician_id }) => technician_id));
  const rates = await ratesOf(db, technicians);
  const meant = await itemsMeant(
    db,
    visits.flatMap(({ parts }) => parts.map(({ name }) => name)),
  );
  const named = [labour_item_id, call_out_item_id, ...visits.map(({ fixed_item_id }) => fixed_item_id)];
  const items = await itemsOf(db, [...named.filter((id) => id !== null), ...rates.values()]);
  const byId = new Map(items.map((item) => [item.id, item]));
  const usual = labour_item_id === null ? await onlyLabour(db) : byId.get(labour_item_id);
  const book = await priceBook(db, customer, [...items, ...meant.values(), ...(usual ? [usual] : [])]);
  const fixed = new Map(visits.map(({ job_id, fixed_item_id }) => [job_id, fixed_item_id]));
  const charged = await findChargedItems(db, [...fixed.keys()]);
  return {
    ...book,
    labourOf: (technician) => byId.get(rates.get(technician) ?? '') ?? usual,
    callOut: byId.get(call_out_item_id ?? ''),
    fixedOf(job) {
      const item = byId.get(fixed.get(job) ?? '');
      return (
        item && {
          item,
          isCharged: isCharged(
            item,
            charged.filter(({ job_id }) => job_id === job),
          ),
        }
      );
    },
    partCalled: (name) => meant.get(name),
  };
}

/** A kit is charged where all that is in it is. */
function isCharged({ id, kind, parts }: Item, charged: readonly { readonly item_id: string }[]): boolean {
  const ids = new Set(charged.map(({ item_id }) => item_id));
  return kind === 'kit' ? parts.every(({ item_id }) => ids.has(item_id)) : ids.has(id);
}

/** Nobody is to be charged for these. */
export async function leaveOut(write: Writer, { visits, reason }: LeaveOut): Promise<null> {
  const found = await readFinished(write.db, visits);
  if (found.length < visits.length)
    throw new Failure('conflict', 'Only visits that are finished can be left out. Look at them again.');
  const charged = found.find(({ is_charged }) => is_charged);
  if (charged)
    throw new Failure(
      'conflict',
      `${visitNumber(charged.job_number, charged.number)} is on an invoice already. Look at the list again.`,
    );
  const known = new Set((await readRows(write.db, leftOutVisits, visits)).map(({ id }) => id));
  const left_out_at = write.at.toISOString();
  await write.insert(
    leftOutVisits,
    visits.filter((id) => !known.has(id)).map((id) => ({ id, reason: reason.trim(), left_out_at })),
  );
  return null;
}

/** Nobody is there to be charged for what was done for these customers. */
export async function leaveOutWorkOf(
  write: Writer,
  customers: readonly string[],
  reason: string,
): Promise<void> {
  const left_out_at = write.at.toISOString();
  for (const customer of customers) {
    const ready = await findReady(write.db, { customer, older: true }, Number.MAX_SAFE_INTEGER);
    await write.insert(
      leftOutVisits,
      ready.map((id) => ({ id, reason, left_out_at })),
    );
  }
}

/** They are ready to be invoiced again. */
export async function bringBack(write: Writer, visits: readonly string[]): Promise<null> {
  const known = await readRows(write.db, leftOutVisits, visits);
  const ids = new Set(known.map(({ id }) => id));
  const older = (await readFinished(write.db, visits)).find(({ id, is_older }) => is_older && !ids.has(id));
  if (older)
    throw new Failure(
      'conflict',
      `${visitNumber(older.job_number, older.number)} is left out because it was before the day from which you invoice work. Invoice it as it is, or choose an earlier day.`,
    );
  await write.removeAll(leftOutVisits, known);
  return null;
}

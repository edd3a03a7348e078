import type { WorkedHours } from '../../field/hours/rules.ts';
import { dayWithYear, stayWords } from '../../field/reports/words.ts';
import { lengthInWords } from '../../values/clock-words.ts';
import { itemLine, itemLines, type PriceBook } from '../customer-terms/rules.ts';
import type { Outcome } from '../../work/visits/states.ts';
import type { Item } from '../items/schema.ts';
import type { NewLine } from '../lines/schema.ts';

/** Somebody who was at a visit, as the timesheets have it. */
export interface Worker {
  readonly technician_id: string;
  readonly name: string;
  /** Whether the visit is theirs: whoever only worked there before it was given to others is charged where their time is known. */
  readonly is_booked: boolean;
  readonly hours: Pick<WorkedHours, 'times' | 'minutes'>;
}

/** A visit that is over, as far as it is charged. */
export interface BillableVisit {
  readonly id: string;
  readonly job_id: string;
  /** When it took place. */
  readonly at: string;
  readonly zone: string;
  readonly outcome: Outcome;
  /** The lead first. */
  readonly crew: readonly Worker[];
  readonly parts: readonly { readonly name: string; readonly quantity: number }[];
}

/** By what visits are charged. */
export interface Charges extends PriceBook {
  /** The item that the time of a technician is charged by; nothing, where nobody has said by which. */
  readonly labourOf: (technician: string) => Item | undefined;
  /** Charged once for each visit. */
  readonly callOut: Item | undefined;
  /** The fixed price of a job, which replaces labour and call-out of what was done; `isCharged`: an earlier invoice has it. */
  readonly fixedOf: (job: string) => { readonly item: Item; readonly isCharged: boolean } | undefined;
  /** The one item that a technician can have meant. */
  readonly partCalled: (name: string) => Item | undefined;
}

const MINUTES_AN_HOUR = 60;
const THOUSANDTHS = 1_000;

/** How many minutes are charged of so many: the minimum at least, and beyond it each step that was begun. */
export function chargedMinutes(worked: number, { minimum, step }: Pick<Item, 'minimum' | 'step'>): number {
  const least = minimum ?? 0;
  if (worked <= least) return least;
  return step === null ? worked : least + Math.ceil((worked - least) / step) * step;
}

/** Hours in thousandths, rounded half up. */
function hoursOf(minutes: number): number {
  return Math.floor((minutes * THOUSANDTHS * 2 + MINUTES_AN_HOUR) / (2 * MINUTES_AN_HOUR));
}

/**
 * What there is to charge for visits that are over, in their order: each that is charged by the hour with its call-out, the time of
 * everybody who was there, and the parts that were used. What nobody knows is a line without price, for a person to fill in.
 */
export function workLines(visits: readonly BillableVisit[], charges: Charges): NewLine[] {
  const fixed = new Set<string>();
  return visits.flatMap((visit) => {
    // What could not be done is not sold at the price of having done it: only that somebody came.
    const price = visit.outcome === 'could not complete' ? undefined : charges.fixedOf(visit.job_id);
    const isFirst = !fixed.has(visit.job_id);
    if (price) fixed.add(visit.job_id);
    const work = price
      ? fixedLines(visit, price.item, price.isCharged || !isFirst, charges)
      : hourlyLines(visit, charges);
    return [...work, ...partLines(visit, charges)];
  });
}

/** A job has its fixed price once, however often somebody has to come. */
function fixedLines(visit: BillableVisit, item: Item, isCharged: boolean, charges: Charges): NewLine[] {
  const said = { visit_id: visit.id, job_id: visit.job_id };
  if (!isCharged) return itemLines(item, charges, { ...said, quantity: THOUSANDTHS });
  // A kit has no price to be written down beside it.
  if (item.kind === 'kit') return [];
  const description = `${item.name}, ${dayWithYear(visit.at, visit.zone)}: included in the fixed price`;
  return [itemLine(item, charges, { ...said, quantity: 0, description })];
}

function hourlyLines(visit: BillableVisit, charges: Charges): NewLine[] {
  const { callOut } = charges;
  const came = callOut
    ? [
        itemLine(callOut, charges, {
          visit_id: visit.id,
          job_id: visit.job_id,
          quantity: THOUSANDTHS,
          description: `${callOut.name}, ${dayWithYear(visit.at, visit.zone)}`,
        }),
      ]
    : [];
  return [...came, ...visit.crew.flatMap((worker) => labourLine(visit, worker, charges) ?? [])];
}

/** The time of one person, in the words of the timesheets. */
function labourLine(visit: BillableVisit, worker: Worker, charges: Charges): NewLine | undefined {
  const { times, minutes } = worker.hours;
  const item = charges.labourOf(worker.technician_id);
  const said = { visit_id: visit.id, job_id: visit.job_id };
  const about = `${item?.name ?? 'Labour'}, ${worker.name}, `;
  if (!worker.is_booked && !minutes) return undefined;
  if (minutes === null) {
    const description = `${about}${dayWithYear(visit.at, visit.zone)}: no times recorded`;
    return { ...unpriced(item, charges), ...said, description, quantity: 0 };
  }
  const charged = item ? chargedMinutes(minutes, item) : minutes;
  const stay = { arrived_at: times.on_site_at, done_at: times.done_at, minutes };
  const rounded = charged === minutes ? '' : `, charged as ${lengthInWords(charged)}`;
  const description = `${about}${stayWords(stay, visit.zone, null)}${rounded}`;
  const quantity = hoursOf(charged);
  if (!item) return { ...unpriced(item, charges), ...said, description, quantity };
  return {
    ...itemLine(item, charges, { ...said, description, quantity }),
    unit: item.unit || 'h',
  };
}

function partLines(visit: BillableVisit, charges: Charges): NewLine[] {
  return visit.parts.flatMap(({ name, quantity }) => {
    const item = charges.partCalled(name);
    const said = {
      visit_id: visit.id,
      job_id: visit.job_id,
      quantity: Math.round(quantity * THOUSANDTHS),
    };
    if (item) return itemLines(item, charges, said);
    return [{ ...unpriced(undefined, charges), ...said, unit: '', description: name }];
  });
}

/** A line that nobody can charge for before somebody has said how much. */
function unpriced(
  item: Item | undefined,
  { makeId }: Charges,
): Omit<NewLine, 'description' | 'quantity' | 'visit_id' | 'job_id'> {
  return {
    id: makeId(),
    item_id: item?.id ?? null,
    code: item?.code ?? '',
    unit: item?.unit || 'h',
    price: null,
    includes_gst: item?.price_includes_gst ?? false,
    discount: 0,
    gst: item?.gst ?? 'gst',
  };
}

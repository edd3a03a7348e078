import type { Place } from '../../values/travel.ts';
import { addDays, type LocalDate, type LocalTime, momentOf, weekdayOf } from '../../values/local-time.ts';
import { type DayToFill, fillDay, type Stop } from './fill-day.ts';
import { sampleId, type TradeIds } from './ids.ts';
import { personNumber, type SamplePerson } from './people.ts';
import { makeCustomer, type SampleSite, type Suburb } from './places.ts';
import { createRandom, type Random } from './random.ts';
import { type JobKind, jobKinds, skillNames, tickets } from './trade.ts';

/** Where a business is that does not say so. */
export const SAMPLE_ZONE = 'Australia/Sydney';
const LUNCH_MINUTES = 30;

export interface BusinessSize {
  /** Tells ids of one business from those of another. */
  readonly series: number;
  readonly seed: number;
  readonly technicians: number;
  readonly customers: number;
  readonly firstDay: LocalDate;
  readonly days: number;
  /** How many visits wait to be scheduled. */
  readonly unscheduled: number;
  /** Of somewhere around one city. */
  readonly suburbs: readonly Suburb[];
  /** Of the business; Sydney's where none is given. */
  readonly zone?: string;
  /** Whether somebody, by their place in the list, is away for the day and was not booked. */
  readonly isAway?: (technician: number, day: LocalDate) => boolean;
}

export interface Technician {
  readonly id: string;
  readonly person: SamplePerson;
  readonly base: Suburb;
}

export interface Site extends SampleSite, Place {
  readonly customer: string;
}

/** A visit with whoever does it; nobody yet where it waits. */
export interface PlannedVisit {
  readonly index: number;
  readonly site: Site;
  readonly kind: JobKind;
  readonly technicians: readonly string[];
  /** In minutes since 1970; null where it waits. */
  readonly start: number | null;
}

export interface Business {
  readonly technicians: readonly Technician[];
  readonly customers: readonly { readonly id: string; readonly customer: ReturnType<typeof makeCustomer> }[];
  readonly sites: readonly Site[];
  readonly visits: readonly PlannedVisit[];
}

/** A plumbing business of any size, its people, places and work: pure, and always the same for the same size. */
export function makeBusiness(size: BusinessSize): Business {
  const random = createRandom(size.seed);
  const suburbOf = new Map(size.suburbs.map((suburb) => [suburb.name, suburb]));
  const technicians = Array.from({ length: size.technicians }, (_, index) => {
    const person = personNumber(index);
    const base = suburbOf.get(person.suburb) ?? size.suburbs[index % size.suburbs.length]!;
    return { id: sampleId(size.series, 'technician', index), person, base };
  });
  const customers = Array.from({ length: size.customers }, (_, index) => ({
    id: sampleId(size.series, 'customer', index),
    customer: makeCustomer(random, index, size.suburbs),
  }));
  const sites = customers
    .flatMap(({ id, customer }) => customer.sites.map((site) => ({ ...site, customer: id })))
    .map((site, index): Site =>
      Object.assign(site, { id: sampleId(size.series, 'site', index), position: site }),
    );
  const days = Array.from({ length: size.days }, (_, index) => addDays(size.firstDay, index));
  const { isAway = () => false, zone = SAMPLE_ZONE } = size;
  const planned = days.flatMap((day) => {
    const working = technicians.filter(
      ({ person }, index) => person.days.includes(weekdayOf(day)) && !isAway(index, day),
    );
    return planDay(random, { day, zone }, working, sites);
  });
  const waiting = Array.from({ length: size.unscheduled }, () => ({
    site: random.pick(sites),
    kind: random.pick(jobKinds),
    technicians: [],
    start: null,
  }));
  const visits = [...planned, ...waiting].map((visit, index) => Object.assign(visit, { index }));
  return { technicians, customers, sites, visits };
}

interface LocalDay {
  readonly day: LocalDate;
  readonly zone: string;
}

function planDay(
  random: Random,
  day: LocalDay,
  working: readonly Technician[],
  sites: readonly Site[],
): Omit<PlannedVisit, 'index'>[] {
  const crews = arrangeCrews(random, day, working, sites);
  const alone = working.flatMap((technician) => {
    const fixed = crews.filter(({ pair }) => pair.includes(technician.id)).map(({ stop }) => stop);
    return fillDay(random, dayOf(day, technician, sites, fixed))
      .filter((stop) => !fixed.includes(stop))
      .map((stop) => visitOf(stop, [technician.id]));
  });
  return [...crews.map(({ stop, pair }) => visitOf(stop, pair)), ...alone];
}

/** Of every six people two, never the first, go to something together, in the middle of the morning, which both can do. */
function arrangeCrews(
  random: Random,
  { day, zone }: LocalDay,
  working: readonly Technician[],
  sites: readonly Site[],
) {
  const crews: { stop: Stop<Site>; pair: string[] }[] = [];
  for (let at = 0; at + 5 < working.length; at += 6) {
    const [lead, mate] = [working[at + 1]!, working[at + 4]!];
    const kind = jobKinds.find(
      ({ crew, skills }) => crew === 2 && [lead, mate].every((who) => can(who, skills)),
    );
    if (!kind || [lead, mate].some(({ person }) => person.from > '07:00')) continue;
    const start = momentOf(day, '09:00', zone);
    const stop = { site: random.pick(sites), kind, start, end: start + kind.duration };
    crews.push({ stop, pair: [lead.id, mate.id] });
  }
  return crews;
}

export function can(
  { person: { skills, lapsed = [] } }: Pick<Technician, 'person'>,
  needed: JobKind['skills'],
): boolean {
  return needed.every((skill) => skills.includes(skill) && !lapsed.includes(skill));
}

function dayOf(
  { day, zone }: LocalDay,
  technician: Technician,
  sites: readonly Site[],
  fixed: readonly Stop<Site>[],
): DayToFill<Site> {
  const { person, base, id } = technician;
  const start = momentOf(day, person.from as LocalTime, zone);
  const end = momentOf(day, person.to as LocalTime, zone);
  return {
    base: { id: `base of ${id}`, position: base },
    start,
    end,
    lunch: start + 4.5 * 60,
    lunchLength: LUNCH_MINUTES,
    fixed,
    sites,
    kinds: jobKinds.filter(({ crew, skills }) => crew === 1 && can(technician, skills)),
  };
}

function visitOf(
  { site, kind, start }: Stop<Site>,
  technicians: readonly string[],
): Omit<PlannedVisit, 'index'> {
  return { site, kind, technicians, start };
}

/** The skills of the trade with their ids, and which of them need a ticket. */
export function sampleSkills(trade: TradeIds) {
  return skillNames.map((name) => ({
    id: trade.skill(name),
    name,
    needs_ticket: tickets[name] !== undefined,
  }));
}

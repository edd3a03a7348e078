import { addDays, type LocalDate, type LocalTime, momentOf, weekdayOf } from '../../values/local-time.ts';
import { defaultTravel, type Place, travelMinutes } from '../../values/travel.ts';
import { sampleId } from './ids.ts';
import {
  type Business,
  type BusinessSize,
  can,
  type PlannedVisit,
  SAMPLE_ZONE,
  type Site,
  type Technician,
} from './make-business.ts';
import { personNumber, weekdays } from './people.ts';
import { makeCustomer } from './places.ts';
import { createRandom, type Random } from './random.ts';
import { type JobKind, jobKinds } from './trade.ts';

export interface FullSize extends Pick<
  BusinessSize,
  'series' | 'seed' | 'technicians' | 'firstDay' | 'days' | 'unscheduled' | 'suburbs' | 'isAway' | 'zone'
> {
  /** Each technician's, on each of their working days. */
  readonly visits: number;
}

/** With more than this there is no time left for the drives between them. */
export const MOST_VISITS_A_DAY = 16;

const GRID = 5;
const LUNCH_MINUTES = 30;
/** At the end of each day, so that what waits finds a place somewhere. */
const SPARE_MINUTES = 60;
const WAITING_MINUTES = 30;
/** Of the time that a visit has, from the end of the one before: the rest is for the drive. */
const WORKING_SHARE = 0.6;
/** Few customers want more than this at once. */
const LONGEST_MINUTES = 120;
const KILOMETRES_IN_DEGREE = 111.2;
/** As a large customer has; the first of every so many sites brings a customer. */
const SITES_OF_CUSTOMER = 4;

/**
 * A business whose everybody has a full day, Monday to Friday, each visit at a site of its own near where they live: what servers are
 * measured with, because nothing in it can be reckoned once and used again. Nothing in it breaks a rule.
 */
export function makeFullBusiness(size: FullSize): Business {
  const random = createRandom(size.seed);
  const { isAway = () => false, suburbs, zone = SAMPLE_ZONE } = size;
  const technicians = Array.from({ length: size.technicians }, (_, index): Technician => {
    const person = { ...personNumber(index), days: weekdays };
    const base = suburbs.find(({ name }) => name === person.suburb) ?? suburbs[index % suburbs.length]!;
    return { id: sampleId(size.series, 'technician', index), person, base };
  });
  const sites: Site[] = [];
  const siteNear = (base: Technician['base'], kilometres: number): Site => {
    const site = newSite(random, size, sites.length, base, kilometres);
    sites.push(site);
    return site;
  };
  const days = Array.from({ length: size.days }, (_, at) => addDays(size.firstDay, at));
  const planned = days
    .filter((day) => weekdays.some((weekday) => weekday === weekdayOf(day)))
    .flatMap((day) =>
      technicians
        .filter((_, index) => !isAway(index, day))
        .flatMap((technician) => fullDay(random, { day, zone }, technician, size.visits, siteNear)),
    );
  const waiting = Array.from({ length: size.unscheduled }, () => {
    const technician = random.pick(technicians);
    const kind: JobKind = { ...random.pick(kindsOf(technician)), duration: WAITING_MINUTES };
    return { site: siteNear(technician.base, 3), kind, technicians: [], start: null };
  });
  const visits = [...planned, ...waiting].map((visit, index) => Object.assign(visit, { index }));
  const customers = Array.from({ length: Math.ceil(sites.length / SITES_OF_CUSTOMER) }, (_, index) => ({
    id: sampleId(size.series, 'customer', index),
    customer: makeCustomer(random, index, suburbs),
  }));
  return { technicians, customers, sites, visits };
}

function newSite(
  random: Random,
  { series }: Pick<FullSize, 'series'>,
  index: number,
  base: Technician['base'],
  kilometres: number,
): Site {
  // Evenly over a circle, so that no two are at the same place.
  const far = (Math.sqrt(random.next()) * kilometres) / KILOMETRES_IN_DEGREE;
  const angle = random.next() * 2 * Math.PI;
  const latitude = round(base.latitude + far * Math.sin(angle));
  const east = Math.cos((base.latitude * Math.PI) / 180);
  const longitude = round(base.longitude + (far * Math.cos(angle)) / east);
  return {
    id: sampleId(series, 'site', index),
    customer: sampleId(series, 'customer', Math.floor(index / SITES_OF_CUSTOMER)),
    position: { latitude, longitude },
    latitude,
    longitude,
    address: `${1 + random.below(240)} Full St`,
    suburb: base,
    access: '',
    hazards: '',
  };
}

/** Visit after visit with the drives between them, the break in the middle, and home at the end. */
function fullDay(
  random: Random,
  { day, zone }: { readonly day: LocalDate; readonly zone: string },
  technician: Technician,
  visits: number,
  siteNear: (base: Technician['base'], kilometres: number) => Site,
): Omit<PlannedVisit, 'index'>[] {
  const { person, base, id } = technician;
  const start = momentOf(day, person.from as LocalTime, zone);
  const hours = momentOf(day, person.to as LocalTime, zone) - start;
  // The way home is as long as the way to a visit.
  const slot = (hours - LUNCH_MINUTES - SPARE_MINUTES) / (visits + 1 - WORKING_SHARE);
  const duration = Math.min(LONGEST_MINUTES, Math.floor((slot * WORKING_SHARE) / GRID) * GRID);
  const drive = slot - duration - GRID;
  const kinds = kindsOf(technician);
  let place: Place = { id: `base of ${id}`, position: base };
  return Array.from({ length: visits }, (_, at) => {
    const site = siteNear(base, reach(drive));
    const lunch = at >= visits / 2 ? LUNCH_MINUTES : 0;
    const free = start + at * slot + lunch;
    const arrival = free + travelMinutes(place, site, defaultTravel);
    place = site;
    const kind: JobKind = { ...random.pick(kinds), duration };
    return { site, kind, technicians: [id], start: Math.ceil(arrival / GRID) * GRID };
  });
}

/** How far from a base places may lie if a drive between any two of them must not take longer. */
function reach(minutes: number): number {
  const { parking, streetSpeed, roadFactor, streetKilometres } = defaultTravel;
  const road = Math.min(streetKilometres, ((minutes - parking - 1) / 60) * streetSpeed);
  return Math.max(0.1, road / roadFactor / 2);
}

function kindsOf(technician: Technician): JobKind[] {
  return jobKinds.filter(({ crew, skills }) => crew === 1 && can(technician, skills));
}

/** To about ten centimetres. */
function round(degrees: number): number {
  return Math.round(degrees * 1e6) / 1e6;
}

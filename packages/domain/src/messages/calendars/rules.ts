import { jobNumber, visitNumber } from '../../work/jobs/rules.ts';
import { ownPeriod } from '../../work/technicians/rules.ts';
import type { VisitState } from '../../work/visits/states.ts';
import { addDays, dateAt, startOfDay } from '../../values/local-time.ts';
import type { EpochMinutes } from '../../values/minutes.ts';
import type { Role } from '../../values/role.ts';
import type { CalendarEvent } from './icalendar.ts';

const DAYS_BEFORE = 30;
const DAYS_AFTER = 180;

/** The moments between which the visits of a feed begin: for technicians no more than they may see of their work anyway. */
export function feedPeriod(
  now: EpochMinutes,
  zone: string,
  role: Role,
): { from: EpochMinutes; to: EpochMinutes } {
  if (role === 'technician') return ownPeriod(now, zone);
  const today = dateAt(now, zone);
  return {
    from: startOfDay(addDays(today, -DAYS_BEFORE), zone),
    to: startOfDay(addDays(today, DAYS_AFTER + 1), zone),
  };
}

/** What a feed tells of a visit of a technician. Phones, access notes, hazards and the notes of the office are none of it. */
export interface FeedVisit {
  readonly visit_id: string;
  readonly technician_id: string;
  readonly technician: string;
  readonly job: number;
  readonly number: number;
  /** The name of the job type; blank where there is none. */
  readonly job_type: string;
  readonly description: string;
  readonly state: VisitState;
  readonly crew_size: number;
  readonly starts_at: string;
  readonly ends_at: string;
  readonly customer: string;
  readonly site: string;
  readonly address: string;
  readonly suburb: string;
  readonly region: string;
  readonly postcode: string;
  readonly modified_at: string;
  /** The number of the latest change of the visit or of its booking. */
  readonly change: number;
}

/** A visit of one technician as an event. In the calendar of the whole business it also says whose it is. */
export function visitEvent(visit: FeedVisit, address: string, isWhole: boolean): CalendarEvent {
  const number = jobNumber(visit.job);
  const town = [visit.suburb, visit.region, visit.postcode].filter(Boolean).join(' ');
  return {
    uid: `${visit.visit_id}-${visit.technician_id}`,
    start: visit.starts_at,
    end: visit.ends_at,
    modified: visit.modified_at,
    sequence: visit.change,
    status: visit.state === 'planned' ? 'TENTATIVE' : 'CONFIRMED',
    summary: [`${number} ${titleOf(visit)}`, visit.suburb, isWhole ? visit.technician : '']
      .filter(Boolean)
      .join(' · '),
    location: [visit.site, visit.address, town].filter(Boolean).join(', '),
    description: descriptionOf(visit),
    url: `${address}/jobs/${number}`,
  };
}

/** More than a calendar shows of a title; whole characters. */
const longer = /^(.{60}).+$/su;

function titleOf({ job_type, description, customer }: FeedVisit): string {
  if (job_type !== '') return job_type;
  const line = withoutPhones(description).trim().split('\n', 1)[0]!;
  return line === '' ? customer : line.replace(longer, '$1…');
}

function descriptionOf(visit: FeedVisit): string {
  return [
    withoutPhones(visit.description).trim(),
    visit.customer,
    `Visit ${visitNumber(visit.job, visit.number)}: ${stateWords(visit.state)}`,
    visit.crew_size > 1 ? `A crew of ${visit.crew_size}` : '',
  ]
    .filter(Boolean)
    .join('\n');
}

function stateWords(state: VisitState): string {
  return state === 'planned' ? 'planned, may change' : state;
}

/** As people write Australian numbers, from home and from abroad. */
const phone =
  /(?<!\d)(?:(?:\+|00)[\d ().-]{7,}\d|\(?0\d[\d ().-]{6,}\d|1[38]00[\d .-]{5,}\d|13[ .-]?\d\d[ .-]?\d\d(?!\d))/g;

/** Feeds leave the house, and people write numbers to ring into what is to be done. */
export function withoutPhones(text: string): string {
  return text.replaceAll(phone, '…');
}

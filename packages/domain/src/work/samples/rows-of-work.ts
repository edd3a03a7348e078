import { DAY_MINUTES, dateOf, epochMinutes } from '../../values/minutes.ts';
import { addDays, dateAt, type LocalDate, timeAt } from '../../values/local-time.ts';
import { itemOfVisit } from '../job-types/rules.ts';
import { jobState } from '../jobs/rules.ts';
import type { VisitState } from '../visits/states.ts';
import { sampleId, sampleTrade, type TradeIds } from './ids.ts';
import { type Business, type BusinessSize, type PlannedVisit, SAMPLE_ZONE } from './make-business.ts';
import { createRandom, type Random } from './random.ts';

const FIRST_NUMBER = 1001;
/** Second visits are counted from here on. */
const RETURNS = 0x4000_0000;
/** The arrivals that a business offers: the first that holds the start is what the customer was promised. */
const windows = [
  ['07:00', '09:00'],
  ['09:00', '11:00'],
  ['11:00', '13:00'],
  ['13:00', '15:00'],
  ['15:00', '17:00'],
] as const;

/** The work of a business as rows, as if it had gone on until now: done before, under way today, planned after. */
export function rowsOfWork(
  size: Pick<BusinessSize, 'series' | 'seed' | 'zone'>,
  business: Business,
  now: number,
  trade: TradeIds = sampleTrade(size.series),
) {
  const random = createRandom(size.seed + 1);
  const { zone = SAMPLE_ZONE } = size;
  const today = dateAt(epochMinutes(now), zone);
  const late = lateVisit(business.visits, now, today, zone);
  const all = business.visits.map((visit) =>
    workOf(random, size, visit, { now, today, zone, trade, isLate: visit === late }),
  );
  const returns = all
    .filter(({ visit }) => visit.outcome === 'needs return')
    .map((work) => returnOf(size.series, work));
  return {
    jobs: all.map(({ job }) => job),
    visits: [...all.map(({ visit }) => visit), ...returns],
    assignments: all.flatMap(({ assignments }) => assignments),
  };
}

/** Somebody should have been there half an hour ago, and has not left yet. */
function lateVisit(
  visits: readonly PlannedVisit[],
  now: number,
  today: LocalDate,
  zone: string,
): PlannedVisit | undefined {
  return visits.findLast(
    ({ start, technicians }) =>
      start !== null &&
      technicians.length === 1 &&
      start < now - 30 &&
      dateAt(epochMinutes(start), zone) === today,
  );
}

interface Moment {
  readonly now: number;
  readonly today: LocalDate;
  readonly zone: string;
  readonly isLate: boolean;
  readonly trade: TradeIds;
}

function workOf(random: Random, size: Pick<BusinessSize, 'series'>, planned: PlannedVisit, moment: Moment) {
  const { index, site, kind, technicians, start } = planned;
  const day =
    start === null ? addDays(moment.today, 1 + random.below(6)) : dateAt(epochMinutes(start), moment.zone);
  const progress = start === null ? waiting : progressOf(random, start, start + kind.duration, day, moment);
  const id = sampleId(size.series, 'visit', index);
  const created = iso((start ?? moment.now) - (1 + random.below(9)) * DAY_MINUTES - random.below(600));
  const isUrgent = start === null && random.chance(0.3);
  const job = {
    id: sampleId(size.series, 'job', index),
    number: FIRST_NUMBER + index,
    customer_id: site.customer,
    site_id: site.id,
    job_type_id: moment.trade.jobType(kind.name),
    description: random.pick(kind.descriptions),
    priority: isUrgent
      ? random.pick(['P1', 'P2'])
      : random.chance(0.15)
        ? 'P2'
        : random.chance(0.1)
          ? 'P4'
          : 'P3',
    due_on: start === null || random.chance(0.2) ? addDays(day, 1 + random.below(4)) : null,
    tags: random.chance(0.15) ? [random.pick(['warranty', 'strata', 'quote', 'tenant'])] : [],
    // What needs a return gets one, which waits.
    state: jobState(progress.outcome === 'needs return' ? [progress.state, 'unscheduled'] : [progress.state]),
    created_at: created,
  };
  const window = promise(random, start, moment.zone);
  const visit = {
    id,
    job_id: job.id,
    number: 1,
    duration: kind.duration,
    on_date: window && start !== null ? day : null,
    window_from: window?.[0] ?? null,
    window_to: window?.[1] ?? null,
    not_before: null,
    due_by: job.due_on,
    crew_size: kind.crew,
    skills: kind.skills.map((name) => moment.trade.skill(name)),
    crew_skills: [],
    check_list: kind.checkList.map((item) => ({
      ...itemOfVisit(item),
      done: progress.state === 'completed',
    })),
    note: '',
    dispatched_at: progress.isDispatched ? iso(Math.min((start ?? 0) - 14 * 60, moment.now)) : null,
    outcome: progress.outcome,
    outcome_reason: progress.reason,
    cancelled_at: progress.state === 'cancelled' ? iso((start ?? 0) - 300) : null,
    return_of: null as string | null,
    state: progress.state,
    created_at: created,
  };
  const assignments =
    progress.state === 'cancelled'
      ? []
      : technicians.map((technician, place) => ({
          id: sampleId(size.series, 'assignment', index * 2 + place),
          visit_id: id,
          technician_id: technician,
          starts_at: iso(start!),
          ends_at: iso(start! + kind.duration),
          is_lead: place === 0,
          is_pinned: random.chance(0.05),
          progress: progress.progress,
          en_route_at: progress.progress === 'none' ? null : iso(start! - 20),
          on_site_at: ['on site', 'done'].includes(progress.progress) ? iso(start! + random.below(12)) : null,
          done_at: progress.progress === 'done' ? iso(start! + kind.duration + random.below(15) - 10) : null,
          overrides: [],
        }));
  return { index, job, visit, assignments };
}

interface Progress {
  readonly state: VisitState;
  readonly progress: 'none' | 'en route' | 'on site' | 'done';
  readonly outcome: 'completed' | 'needs return' | 'could not complete' | null;
  readonly reason: string;
  readonly isDispatched: boolean;
}

const waiting: Progress = {
  state: 'unscheduled',
  progress: 'none',
  outcome: null,
  reason: '',
  isDispatched: false,
};
const planned: Progress = { ...waiting, state: 'planned' };
const dispatched: Progress = { ...waiting, state: 'dispatched', isDispatched: true };
const completed: Progress = { ...dispatched, state: 'completed', progress: 'done', outcome: 'completed' };
const needsReturn: Progress = {
  ...completed,
  state: 'needs return',
  outcome: 'needs return',
  reason: 'A new relief valve needs to be ordered',
};
const notDone: Progress = {
  ...completed,
  state: 'could not complete',
  outcome: 'could not complete',
  reason: 'No one was home',
};
const cancelled: Progress = { ...waiting, state: 'cancelled' };

/** Somebody leaves for a visit so long before it begins. */
const LEAVES_MINUTES = 20;

function progressOf(
  random: Random,
  start: number,
  end: number,
  day: LocalDate,
  { now, today, isLate }: Moment,
): Progress {
  const luck = random.next();
  if (isLate) return dispatched;
  if (end <= now)
    return luck < 0.93 ? completed : luck < 0.96 ? needsReturn : luck < 0.98 ? notDone : cancelled;
  if (start <= now) return { ...dispatched, state: 'on site', progress: 'on site' };
  if (start - LEAVES_MINUTES <= now) return { ...dispatched, state: 'en route', progress: 'en route' };
  if (day === today) return luck < 0.8 ? dispatched : planned;
  return day === addDays(today, 1) && luck < 0.4 ? dispatched : planned;
}

function promise(random: Random, start: number | null, zone: string) {
  if (start === null) return random.chance(0.4) ? random.pick(windows) : undefined;
  if (!random.chance(0.4)) return undefined;
  const time = timeAt(epochMinutes(start), zone);
  return windows.find(([from, to]) => from <= time && time < to);
}

/** What could not be finished waits for a second visit. */
function returnOf(
  series: number,
  { visit, index }: ReturnType<typeof workOf>,
): ReturnType<typeof workOf>['visit'] {
  return {
    ...visit,
    id: sampleId(series, 'visit', RETURNS + index),
    number: 2,
    on_date: null,
    window_from: null,
    window_to: null,
    check_list: visit.check_list.map((item) => ({ ...item, done: false })),
    dispatched_at: null,
    outcome: null,
    outcome_reason: '',
    return_of: visit.id,
    state: 'unscheduled',
    note: visit.outcome_reason,
  };
}

function iso(at: number): string {
  return dateOf(epochMinutes(at)).toISOString();
}

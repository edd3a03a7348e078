import { minuteOf } from '../../work/assignments/rules.ts';
import { standing } from '../../field/field-records/rules.ts';
import { visitNumber } from '../../work/jobs/rules.ts';
import { roadTimes } from '../roads/rules.ts';
import type {
  AssignmentRow,
  BoardRows,
  BusinessRow,
  DelayRow,
  SiteRow,
  TechnicianRow,
  VisitRow,
  WorkingWeek,
} from '../scheduling/board/board.ts';
import type { TravelSettings } from '../../values/travel.ts';
import { skillTitle } from '../../work/skills/rules.ts';
import type { LocalDate, LocalTime, Weekday } from '../../values/local-time.ts';
import { type EpochMinutes, minutes } from '../../values/minutes.ts';
import { standingPromise } from '../../work/visits/promise.ts';
import { positionKind } from '../../work/sites/positions.ts';
import { visitState } from '../../work/visits/rules.ts';
import type { BoardTables } from './schema.ts';

/** The tables as the rules of a schedule ask them: joined, and in minutes. */
export function boardRows(tables: BoardTables, now: EpochMinutes): BoardRows {
  const assignments = tables.assignments.map(assignmentRow);
  return {
    firstDay: tables.from as LocalDate,
    lastDay: tables.to as LocalDate,
    now,
    business: businessRow(tables),
    technicians: technicianRows(tables),
    absences: tables.absences.map(({ id, technician_id, kind, starts_at, ends_at, reason }) => ({
      id,
      technician: technician_id,
      kind,
      start: minuteOf(starts_at),
      end: minuteOf(ends_at),
      reason: reason === '' ? null : reason,
    })),
    holidays: tables.holidays.map(({ date, name }) => ({ date: date as LocalDate, name })),
    visits: visitRows(tables, assignments),
    assignments,
  };
}

function businessRow({ business, skills, roads }: BoardTables): BusinessRow {
  return {
    zone: business.zone,
    travel: {
      ...(business.travel as TravelSettings),
      ...(roads.times.length > 0 && { roads: roadTimes(roads) }),
    },
    workingWeek: weekOf(business.working_week),
    overtime: minutes(business.overtime),
    planning: business.planning,
    skills: new Map(
      skills.map((skill) => [skill.id, { name: skillTitle(skill), needsTicket: skill.needs_ticket }]),
    ),
  };
}

function weekOf(week: BoardTables['business']['working_week']): WorkingWeek {
  return week.map(({ weekday, from, to, breaks }) => ({
    weekday: weekday as Weekday,
    from: from as LocalTime,
    to: to as LocalTime,
    breaks: breaks.map(({ from, to, length }) => ({
      from: from as LocalTime,
      to: to as LocalTime,
      length: minutes(length),
    })),
  }));
}

function technicianRows({ technicians, tickets }: BoardTables): TechnicianRow[] {
  const held = Map.groupBy(tickets, ({ technician_id }) => technician_id);
  return technicians.map(({ id, name, is_active, skills, base_latitude, base_longitude, working_week }) => ({
    id,
    name,
    isActive: is_active,
    skills,
    tickets: (held.get(id) ?? []).map(({ skill_id, expires_on }) => ({
      skill: skill_id,
      expires: expires_on as LocalDate | null,
    })),
    base:
      base_latitude === null || base_longitude === null
        ? null
        : { latitude: base_latitude, longitude: base_longitude },
    workingWeek: working_week && weekOf(working_week),
  }));
}

export function assignmentRow(row: BoardTables['assignments'][number]): AssignmentRow {
  return {
    visit: row.visit_id,
    technician: row.technician_id,
    start: minuteOf(row.starts_at),
    end: minuteOf(row.ends_at),
    isPinned: row.is_pinned,
    progress: row.progress,
    overrides: row.overrides,
  };
}

function visitRows(
  { visits, jobs, customers, sites, field_records, customer_messages }: BoardTables,
  assignments: readonly AssignmentRow[],
): VisitRow[] {
  const jobOf = new Map(jobs.map((job) => [job.id, job]));
  const customerOf = new Map(customers.map(({ id, name }) => [id, name]));
  const siteOf = new Map(sites.map((site) => [site.id, site]));
  const crewOf = Map.groupBy(assignments, ({ visit }) => visit);
  const notedAt = Map.groupBy(field_records, ({ visit_id }) => visit_id);
  const told = Map.groupBy(customer_messages, ({ visit_id }) => visit_id);
  return visits.map((visit) => {
    const job = jobOf.get(visit.job_id)!;
    const site = siteOf.get(job.site_id)!;
    const {
      on_date,
      window_from: from,
      window_to: to,
      isTold,
    } = standingPromise(visit, told.get(visit.id) ?? []);
    const delay = delayRow(notedAt.get(visit.id) ?? []);
    const toldLate = toldLateIn(told.get(visit.id) ?? []);
    return {
      id: visit.id,
      number: visitNumber(job.number, visit.number),
      customer: customerOf.get(job.customer_id) ?? '',
      site: siteRow(site),
      duration: minutes(visit.duration),
      ...(visit.entered_at !== null && { isEntered: true }),
      date: on_date as LocalDate | null,
      window: from === null || to === null ? null : { from: from as LocalTime, to: to as LocalTime },
      notBefore: visit.not_before as LocalDate | null,
      dueBy: visit.due_by as LocalDate | null,
      priority: job.priority,
      skills: visit.skills,
      crewSize: visit.crew_size,
      crewSkills: visit.crew_skills,
      preferred: site.preferred,
      banned: site.banned,
      state: visitState(visit, crewOf.get(visit.id) ?? []),
      ...(isTold && { isTold }),
      ...(visit.confirmed_at !== null && { isConfirmed: true }),
      ...(toldLate !== undefined && { toldLate }),
      ...(delay && { delay }),
    };
  });
}

/** When the customer expects somebody who runs late, by what they were told last. */
function toldLateIn(messages: BoardTables['customer_messages']): EpochMinutes | undefined {
  const last = messages
    .filter(({ problem }) => problem === null)
    .toSorted((a, b) => (a.at === b.at ? 0 : a.at < b.at ? -1 : 1))
    .at(-1);
  return last?.expected_at ? minuteOf(last.expected_at) : undefined;
}

/** What was said last of being late, by somebody who was expected. */
function delayRow(records: BoardTables['field_records']): DelayRow | undefined {
  const said = standing(records).findLast(({ content }) => content['expected_at'] !== null);
  const { technician_id, expected_at, text } = said?.content ?? {};
  if (typeof technician_id !== 'string' || typeof expected_at !== 'string') return undefined;
  return {
    technician: technician_id,
    expected: minuteOf(expected_at),
    text: typeof text === 'string' ? text : '',
  };
}

function siteRow(site: BoardTables['sites'][number]): SiteRow {
  const { id, suburb, latitude, longitude, zone } = site;
  return { id, suburb, position: { latitude, longitude }, positionKind: positionKind(site), zone };
}

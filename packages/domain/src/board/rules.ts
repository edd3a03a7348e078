import { minuteOf } from '../assignments/rules.ts';
import { standing } from '../field-records/rules.ts';
import { visitNumber } from '../jobs/rules.ts';
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
} from '../scheduling/board/rows.ts';
import type { TravelSettings } from '../scheduling/travel.ts';
import type { LocalDate, LocalTime, Weekday } from '../values/local-time.ts';
import { type EpochMinutes, minutes } from '../values/minutes.ts';
import { visitState } from '../visits/rules.ts';
import type { BoardTables } from './schema.ts';

/** The tables as the rules of a schedule ask them: joined, in minutes, and with the names of skills, which reasons tell. */
export function boardRows(tables: BoardTables, now: EpochMinutes): BoardRows {
  const nameOf = skillNames(tables);
  const assignments = tables.assignments.map(assignmentRow);
  return {
    firstDay: tables.from as LocalDate,
    lastDay: tables.to as LocalDate,
    now,
    business: businessRow(tables, nameOf),
    technicians: technicianRows(tables, nameOf),
    absences: tables.absences.map(({ id, technician_id, kind, starts_at, ends_at, reason }) => ({
      id,
      technician: technician_id,
      kind,
      start: minuteOf(starts_at),
      end: minuteOf(ends_at),
      reason: reason === '' ? null : reason,
    })),
    holidays: tables.holidays.map(({ date, name }) => ({ date: date as LocalDate, name })),
    visits: visitRows(tables, assignments, nameOf),
    assignments,
  };
}

type NameOf = (skill: string) => string;

/** A skill that is offered no more may have the name of one that is. */
function skillNames({ skills }: BoardTables): NameOf {
  const names = new Map(
    skills.map(({ id, name, archived_at }) => [id, archived_at === null ? name : `${name} (archived)`]),
  );
  return (skill) => names.get(skill) ?? skill;
}

function businessRow({ business, skills, roads }: BoardTables, nameOf: NameOf): BusinessRow {
  return {
    zone: business.zone,
    travel: {
      ...(business.travel as TravelSettings),
      ...(roads.times.length > 0 && { roads: roadTimes(roads) }),
    },
    workingWeek: weekOf(business.working_week),
    overtime: minutes(business.overtime),
    planning: business.planning,
    ticketedSkills: skills.filter(({ needs_ticket }) => needs_ticket).map(({ id }) => nameOf(id)),
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

function technicianRows({ technicians, tickets }: BoardTables, nameOf: NameOf): TechnicianRow[] {
  const held = Map.groupBy(tickets, ({ technician_id }) => technician_id);
  return technicians.map(({ id, name, is_active, skills, base_latitude, base_longitude, working_week }) => ({
    id,
    name,
    isActive: is_active,
    skills: skills.map(nameOf),
    tickets: (held.get(id) ?? []).map(({ skill_id, expires_on }) => ({
      skill: nameOf(skill_id),
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
  { visits, jobs, customers, sites, field_records }: BoardTables,
  assignments: readonly AssignmentRow[],
  nameOf: NameOf,
): VisitRow[] {
  const jobOf = new Map(jobs.map((job) => [job.id, job]));
  const customerOf = new Map(customers.map(({ id, name }) => [id, name]));
  const siteOf = new Map(sites.map((site) => [site.id, site]));
  const crewOf = Map.groupBy(assignments, ({ visit }) => visit);
  const notedAt = Map.groupBy(field_records, ({ visit_id }) => visit_id);
  return visits.map((visit) => {
    const job = jobOf.get(visit.job_id)!;
    const site = siteOf.get(job.site_id)!;
    const { window_from: from, window_to: to } = visit;
    const delay = delayRow(notedAt.get(visit.id) ?? []);
    return {
      id: visit.id,
      number: visitNumber(job.number, visit.number),
      customer: customerOf.get(job.customer_id) ?? '',
      site: siteRow(site),
      duration: minutes(visit.duration),
      date: visit.on_date as LocalDate | null,
      window: from === null || to === null ? null : { from: from as LocalTime, to: to as LocalTime },
      notBefore: visit.not_before as LocalDate | null,
      dueBy: visit.due_by as LocalDate | null,
      priority: job.priority,
      skills: visit.skills.map(nameOf),
      crewSize: visit.crew_size,
      crewSkills: visit.crew_skills.map((skills) => skills.map(nameOf)),
      preferred: site.preferred,
      banned: site.banned,
      state: visitState(visit, crewOf.get(visit.id) ?? []),
      ...(delay && { delay }),
    };
  });
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

function siteRow({ id, suburb, latitude, longitude, zone }: BoardTables['sites'][number]): SiteRow {
  return { id, suburb, position: { latitude, longitude }, zone };
}

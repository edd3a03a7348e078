import { expect, test } from 'vitest';
import { defaultPlanning } from '../../dispatch/scheduling/weights.ts';
import { check } from '../../dispatch/scheduling/board/check.ts';
import { prepareBoard } from '../../dispatch/scheduling/board/prepare.ts';
import { refusals } from '../../dispatch/scheduling/board/reasons.ts';
import type { AssignmentRow, TechnicianRow, VisitRow } from '../../dispatch/scheduling/board/board.ts';
import { defaultTravel } from '../../values/travel.ts';
import { addDays, dateAt, type LocalDate, momentOf, weekdayOf } from '../../values/local-time.ts';
import { epochMinutes, minutes } from '../../values/minutes.ts';
import { type Business, type BusinessSize, makeBusiness } from './make-business.ts';
import { type FullSize, makeFullBusiness, MOST_VISITS_A_DAY } from './full-business.ts';
import { samplePeople } from './people.ts';
import { rowsOfPeople } from './rows-of-people.ts';
import { rowsOfWork } from './rows-of-work.ts';

const ZONE = 'Australia/Sydney';
const suburbs = samplePeople.map(({ suburb: name }, index) => ({
  id: index + 1,
  name,
  region: 'NSW',
  postcode: '2000',
  latitude: -33.75 - 0.02 * index,
  longitude: 150.9 + 0.03 * index,
  zone: ZONE,
}));

function size(today: LocalDate): BusinessSize {
  return {
    series: 1,
    seed: 7,
    technicians: 12,
    customers: 110,
    firstDay: addDays(today, -7),
    days: 15,
    unscheduled: 15,
    suburbs,
  };
}

const today: LocalDate = '2026-11-16';
const now = momentOf(today, '10:20', ZONE);

test('the same size gives the same business', () => {
  expect(makeBusiness(size(today))).toEqual(makeBusiness(size(today)));
});

test.each([1, 2, 3, 4, 5, 6, 7])(
  'on weekday %i there is work, and the first technician has a full day',
  (weekday) => {
    const day = addDays('2026-11-15', weekday);
    expect(weekdayOf(day)).toBe(weekday);
    const { visits, technicians } = makeBusiness(size(day));
    const own = visits.filter(({ start }) => start !== null && dateAt(epochMinutes(start), ZONE) === day);
    expect(new Set(own.flatMap(({ technicians }) => technicians)).size).toBeGreaterThanOrEqual(5);
    expect(
      own.filter(({ technicians: [lead] }) => lead === technicians[0]!.id).length,
    ).toBeGreaterThanOrEqual(3);
  },
);

test('everything has happened until now, and something of each kind is there', () => {
  const { visits, assignments } = rowsOfWork(size(today), makeBusiness(size(today)), now);
  const count = (state: string) => visits.filter((visit) => visit.state === state).length;
  for (const state of ['completed', 'needs return', 'could not complete', 'on site', 'dispatched', 'planned'])
    expect([state, count(state)]).not.toEqual([state, 0]);
  expect(count('unscheduled')).toBeGreaterThanOrEqual(15);
  expect(visits.some(({ crew_size }) => crew_size > 1)).toBe(true);
  expect(visits.some(({ return_of }) => return_of !== null)).toBe(true);
  const late = visits.filter(({ id, state }) => state === 'dispatched' && startOf(assignments, id) < now);
  expect(late).toHaveLength(1);
});

const full: FullSize = { ...size(today), technicians: 14, visits: 8, unscheduled: 5 };

test('in a full business everybody has as many visits each working day, every one at a site of its own', () => {
  const { visits, technicians, sites } = makeFullBusiness(full);
  const booked = visits.filter(({ start }) => start !== null);
  expect(booked).toHaveLength(14 * 8 * 11);
  expect(new Set(visits.map(({ site }) => site.id)).size).toBe(visits.length);
  expect(new Set(sites.map(({ latitude, longitude }) => `${latitude} ${longitude}`)).size).toBe(sites.length);
  const days = Map.groupBy(
    booked,
    (visit) => `${visit.technicians[0]} ${dateAt(epochMinutes(visit.start!), ZONE)}`,
  );
  expect(days.size).toBe(technicians.length * 11);
  for (const own of days.values()) expect(own).toHaveLength(8);
});

test.each([
  ['a business', makeBusiness(size(today))],
  ['a full business', makeFullBusiness(full)],
  ['one with twice as many visits', makeFullBusiness({ ...full, visits: MOST_VISITS_A_DAY })],
  ['one with a visit a day', makeFullBusiness({ ...full, visits: 1 })],
])('no visit of %s that is still to come breaks a rule', (_, business) => {
  const rows = rowsOfWork(size(today), business, now);
  const board = boardOf(business, rows);
  const toCome = rows.visits.filter(({ state }) => state === 'planned' || state === 'dispatched');
  const broken = toCome.flatMap(({ id }) => {
    const own = rows.assignments.filter(({ visit_id }) => visit_id === id);
    const start = startOf(rows.assignments, id);
    if (start < now) return [];
    const reasons = check(
      board,
      board.visits.get(id)!,
      own.map(({ technician_id }) => technician_id),
      epochMinutes(start),
    );
    return refusals(reasons.filter(({ rule }) => rule !== 'state'));
  });
  expect(broken).toEqual([]);
});

function startOf(assignments: readonly { visit_id: string; starts_at: string }[], visit: string): number {
  const own = assignments.find(({ visit_id }) => visit_id === visit);
  return own ? Date.parse(own.starts_at) / 60_000 : Number.POSITIVE_INFINITY;
}

function boardOf(business: Business, { visits, assignments }: ReturnType<typeof rowsOfWork>) {
  const people = rowsOfPeople(1, business, today);
  const sites = new Map(business.visits.map(({ index, site }) => [1001 + index, site]));
  const site = business.sites[0]!;
  return prepareBoard({
    firstDay: addDays(today, -8),
    lastDay: addDays(today, 8),
    now,
    business: {
      zone: ZONE,
      travel: defaultTravel,
      workingWeek: [],
      overtime: minutes(0),
      planning: defaultPlanning,
      skills: new Map(
        people.skills.map(({ id, name, needs_ticket }) => [id, { name, needsTicket: needs_ticket }]),
      ),
    },
    technicians: people.technicians.map((row): TechnicianRow => ({
      id: row.id,
      name: row.name,
      isActive: true,
      skills: row.skills,
      tickets: people.tickets
        .filter(({ technician_id }) => technician_id === row.id)
        .map(({ skill_id, expires_on }) => ({ skill: skill_id, expires: expires_on })),
      base: { latitude: row.base_latitude, longitude: row.base_longitude },
      workingWeek: row.working_week as unknown as TechnicianRow['workingWeek'],
    })),
    absences: [],
    holidays: [],
    visits: visits.map((row, index): VisitRow => {
      const place = sites.get(1001 + index) ?? site;
      return {
        id: row.id,
        number: '',
        customer: '',
        site: { id: place.id, suburb: '', position: place.position, positionKind: 'pinned', zone: ZONE },
        duration: minutes(row.duration),
        date: row.on_date,
        window: row.window_from && row.window_to ? { from: row.window_from, to: row.window_to } : null,
        notBefore: row.not_before,
        dueBy: row.due_by,
        priority: 'P3',
        skills: row.skills,
        crewSize: row.crew_size,
        crewSkills: row.crew_skills,
        preferred: [],
        banned: [],
        state: row.state,
      };
    }),
    assignments: assignments.map((row): AssignmentRow => ({
      visit: row.visit_id,
      technician: row.technician_id,
      start: epochMinutes(Date.parse(row.starts_at) / 60_000),
      end: epochMinutes(Date.parse(row.ends_at) / 60_000),
      isPinned: row.is_pinned,
      progress: 'none',
      overrides: [],
    })),
  });
}

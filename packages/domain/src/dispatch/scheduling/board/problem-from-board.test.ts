import { expect, test } from 'vitest';
import { minutes } from '../../../values/minutes.ts';
import type { Problem } from '../problem.ts';
import { validateProblem } from '../validate.ts';
import type { AssignmentRow, BoardRows, VisitRow } from './board.ts';
import { prepareBoard } from './prepare.ts';
import { assignmentRow, at, boardRows, business, siteAt, technicianRow, visitRow } from './sample-boards.ts';
import type { PlanningQuestion } from './problem-from-board.ts';
import { problemFromBoard, assignmentsFromSchedule } from './problem-from-board.ts';

const day: PlanningQuestion = { from: at('00:00'), until: at('00:00', '2026-11-17') };
const priya = technicianRow({ id: 'priya', name: 'Priya', base: null });

function problemOf(changes: Partial<BoardRows>, question: Partial<PlanningQuestion> = {}): Problem {
  const rows = boardRows({ technicians: [technicianRow(), priya], ...changes });
  const problem = problemFromBoard(prepareBoard(rows), { ...day, ...question });
  expect(validateProblem(problem)).toEqual([]);
  return problem;
}

function visitOf(
  tap: Partial<VisitRow>,
  changes: Partial<BoardRows> = {},
  asked: Partial<PlanningQuestion> = {},
) {
  return problemOf({ ...changes, visits: [visitRow(tap)] }, asked).visits[0];
}

const planned = (start = at('09:00'), changes: Partial<AssignmentRow> = {}) => ({
  assignments: [assignmentRow(visitRow(), start, changes)],
});

test('a visit keeps what the optimiser has to know of it', () => {
  const tap = visitOf({
    priority: 'P1',
    skills: ['roof'],
    crewSize: 2,
    crewSkills: [['gas']],
    preferred: ['priya'],
    banned: ['sam'],
    window: { from: '09:00', to: '11:00' },
    date: '2026-11-16',
    dueBy: '2026-11-16',
  });
  expect(tap).toMatchObject({
    id: 'tap',
    duration: 60,
    priority: 20,
    skills: ['roof'],
    crew: 2,
    crewSkills: [['gas'], []],
    preferred: ['priya'],
    banned: ['sam'],
    windows: [{ start: at('09:00'), end: at('11:00') }],
    promise: at('23:59'),
  });
});

test('nothing is planned before now, before its day or outside the time that is asked about', () => {
  const now = at('10:00');
  const windowsOf = (tap: Partial<VisitRow>) => visitOf(tap, { now }, { visits: ['tap'] })?.windows;
  expect(windowsOf({})).toEqual([{ start: now, end: at('23:59') }]);
  expect(windowsOf({ window: { from: '09:00', to: '11:00' } })).toEqual([{ start: now, end: at('11:00') }]);
  expect(windowsOf({ notBefore: '2026-11-17' })).toEqual([]);
  expect(windowsOf({ date: '2026-11-17' })).toEqual([]);
  const perth = { ...siteAt(5), zone: 'Australia/Perth' };
  expect(windowsOf({ site: perth, date: '2026-11-16', window: { from: '09:00', to: '11:00' } })).toEqual([
    { start: at('12:00'), end: at('14:00') },
  ]);
});

test('what was agreed and has begun is told by its window, though nothing else could start in it any more', () => {
  const agreed = { date: '2026-11-16', window: { from: '09:00', to: '11:00' } } as const;
  const begun = (start = at('09:30'), asked: Partial<VisitRow> = agreed) =>
    visitOf(
      { ...asked, state: 'on site' },
      { now: at('12:00'), assignments: [assignmentRow(visitRow(), start, { progress: 'on site' })] },
    );
  expect(begun()).toMatchObject({ windows: [{ start: at('09:00'), end: at('11:00') }], agreed: true });
  expect(begun(at('11:30'))).toMatchObject({ windows: [], agreed: true });
  expect(begun(at('09:30'), { dueBy: '2026-11-16' })).toMatchObject({
    windows: [{ start: at('09:30'), end: at('23:59') }],
    promise: at('23:59'),
  });
});

test('only what could be planned is in the question, unless it is asked for by name', () => {
  const later = visitRow({ date: '2026-11-19' });
  expect(problemOf({ visits: [later] }).visits).toEqual([]);
  expect(problemOf({ visits: [later] }, { visits: ['tap'] }).visits).toHaveLength(1);
  expect(problemOf({ visits: [visitRow({ state: 'cancelled' })] }).visits).toEqual([]);
  expect(problemOf({ visits: [visitRow()] }, { visits: [] }).visits).toEqual([]);
});

test('being overdue costs nothing that a later day would add to without end', () => {
  expect(visitOf({ dueBy: '2026-10-01' })?.promise).toBe(at('06:00'));
});

test.each<[string, Partial<VisitRow>, Partial<BoardRows>, Partial<PlanningQuestion>]>([
  ['pinned', {}, planned(at('09:00'), { isPinned: true }), {}],
  ['dispatched', { state: 'dispatched' }, planned(), {}],
  ['under way', { state: 'en route' }, planned(), {}],
  ['over', { state: 'completed' }, planned(), {}],
  [
    'put there for a reason',
    {},
    planned(at('09:00'), { overrides: [{ rule: 'travel', reason: 'lift' }] }),
    {},
  ],
  ['late already', {}, { ...planned(), now: at('09:01') }, {}],
  ['not asked for', {}, planned(), { visits: ['other'] }],
  ['with somebody who is not asked for', {}, planned(), { technicians: ['priya'], visits: ['tap'] }],
])('a visit that is %s stays where it is', (name, tap, changes, asked) => {
  const problem = problemOf({ ...changes, visits: [visitRow({ state: 'planned', ...tap })] }, asked);
  const pinned = { technicians: ['dave'], start: at('09:00') };
  // Somebody else's day is no part of the question.
  expect(problem.visits.map((visit) => visit.pinned)).toEqual(name.startsWith('with') ? [] : [pinned]);
});

test('a visit that is merely planned may move', () => {
  expect(visitOf({ state: 'planned' }, planned())).not.toHaveProperty('pinned');
});

test('those who share a crew come along with their day, but get no new work', () => {
  const both = visitRow({ id: 'both', crewSize: 2, state: 'planned' });
  const own = visitRow({ id: 'own', state: 'planned' });
  const problem = problemOf(
    {
      visits: [visitRow(), both, own],
      assignments: [
        assignmentRow(both, at('09:00')),
        assignmentRow(both, at('09:00'), { technician: 'priya' }),
        assignmentRow(own, at('12:00'), { technician: 'priya' }),
      ],
    },
    { technicians: ['dave'] },
  );
  expect(problem.technicians.map(({ id }) => id)).toEqual(['dave', 'priya']);
  const byId = new Map(problem.visits.map((visit) => [visit.id, visit]));
  expect(byId.get('both')?.pinned?.technicians).toEqual(['dave', 'priya']);
  expect(byId.get('own')?.pinned).toEqual({ technicians: ['priya'], start: at('12:00') });
  expect(byId.get('tap')?.fixed).toEqual(['dave']);
});

test('shifts have their breaks, their overtime and their drives from the base', () => {
  const { technicians, travel, visits } = problemOf({ business: { ...business, overtime: minutes(60) } });
  const [dave, other] = technicians;
  expect(dave!.shifts).toMatchObject([
    {
      start: at('07:00'),
      end: at('15:30'),
      latestEnd: at('16:30'),
      breaks: [{ earliest: at('11:30'), latest: at('13:00'), duration: 30 }],
    },
  ]);
  const drive = (from: number) => travel[0]!.times[from * travel[0]!.places + visits[0]!.place];
  expect(drive(dave!.shifts[0]!.startPlace)).toBe(16);
  expect(drive(other!.shifts[0]!.startPlace)).toBe(0);
});

test('absences are gaps between shifts, and have their names', () => {
  const away = { start: at('09:00'), end: at('11:00') };
  const absence = { id: 'a', technician: 'dave', kind: 'sick' as const, reason: null, ...away };
  const [dave] = problemOf({ absences: [absence] }).technicians;
  expect(dave!.shifts.map(({ start, end }) => [start, end])).toEqual([
    [at('07:00'), at('09:00')],
    [at('11:00'), at('15:30')],
  ]);
  expect(dave!.absences).toEqual([away]);
  expect(dave!.unbroken!.map(({ start, end }) => [start, end])).toEqual([[at('07:00'), at('15:30')]]);
});

test('on a public holiday only those work who have been given work by hand', () => {
  const holidays = [{ date: '2026-11-16' as const, name: 'Show Day' }];
  const shiftsOf = (changes: Partial<BoardRows>) =>
    problemOf({ holidays, ...changes }).technicians.map(({ shifts }) => shifts.length);
  expect(shiftsOf({})).toEqual([0, 0]);
  expect(shiftsOf({ visits: [visitRow({ state: 'planned' })], ...planned() })).toEqual([1, 0]);
});

test('tickets prove skills until they expire, and not at all where there is none', () => {
  const technicians = [
    technicianRow({ skills: ['gas', 'roof', 'lift'], tickets: [{ skill: 'roof', expires: '2026-11-17' }] }),
  ];
  const [dave] = problemOf({ technicians }).technicians;
  expect(dave).toMatchObject({
    skills: ['roof', 'lift'],
    expiries: [{ skill: 'roof', at: at('00:00', '2026-11-18') }],
  });
});

test('the visits of somebody who is no longer active are free to go to others', () => {
  const technicians = [technicianRow({ isActive: false }), priya];
  const problem = problemOf({ technicians, visits: [visitRow({ state: 'planned' })], ...planned() });
  expect(problem.technicians[0]!.shifts).toEqual([]);
  expect(problem.current!.routes).toEqual([
    { technician: 'dave', stops: [{ visit: 'tap', start: at('09:00') }], breaks: [] },
  ]);
  expect(problem.visits[0]!.pinned).toBeUndefined();
});

test('a schedule becomes assignments: who stays keeps the row, what is left out has none', () => {
  const pinned = assignmentRow(visitRow(), at('09:00'), { isPinned: true });
  const rows = boardRows({ visits: [visitRow(), visitRow({ id: 'drain' })], assignments: [pinned] });
  const board = prepareBoard(rows);
  const route = (visit: string, start: number) => ({
    technician: 'dave',
    stops: [{ visit, start }],
    breaks: [],
  });
  const stays = { routes: [route('tap', at('09:00'))], unplaced: ['drain'] };
  expect([...assignmentsFromSchedule(board, stays)]).toEqual([
    ['drain', []],
    ['tap', [pinned]],
  ]);
  const moved = { routes: [route('tap', at('09:30'))], unplaced: [] };
  expect(assignmentsFromSchedule(board, moved).get('tap')).toEqual([assignmentRow(visitRow(), at('09:30'))]);
});

import { expect, test } from 'vitest';
import { visitProblem, visitState } from './rules.ts';
import { mayMove, moveProblem, visitStates } from './states.ts';

const facts = { cancelled_at: null, outcome: null, dispatched_at: null };
const crew = (...steps: ('none' | 'en route' | 'on site' | 'done')[]) =>
  steps.map((progress) => ({ progress }));

test('the state of a visit follows from its row and the progress of its crew', () => {
  const dispatched = { ...facts, dispatched_at: '2026-11-16T00:00:00+00:00' };
  expect(visitState(facts, [])).toBe('unscheduled');
  expect(visitState(facts, crew('none'))).toBe('planned');
  expect(visitState(dispatched, crew('none'))).toBe('dispatched');
  expect(visitState(dispatched, crew('none', 'en route'))).toBe('en route');
  expect(visitState(facts, crew('on site', 'en route'))).toBe('on site');
  expect(visitState(facts, crew('done'))).toBe('on site');
  expect(visitState({ ...facts, outcome: 'needs return' }, crew('done'))).toBe('needs return');
  expect(visitState({ ...facts, cancelled_at: '2026-11-16T00:00:00+00:00' }, [])).toBe('cancelled');
});

test('a visit goes forward, to the tray or out of it, is called back, and never goes back by itself', () => {
  const ways = visitStates.map((from) => [from, visitStates.filter((to) => mayMove(from, to)).length]);
  expect(Object.fromEntries(ways)).toEqual({
    unscheduled: 2,
    planned: 8,
    dispatched: 8,
    'en route': 4,
    'on site': 3,
    completed: 0,
    'needs return': 0,
    'could not complete': 0,
    cancelled: 1,
  });
  expect(mayMove('on site', 'en route')).toBe(false);
  expect(mayMove('on site', 'cancelled')).toBe(false);
});

test('whoever wants what a visit cannot become is told what to do instead', () => {
  expect(moveProblem('planned', 'dispatched')).toBeUndefined();
  expect(moveProblem('cancelled', 'planned')).toBe('This visit is cancelled. Restore it first.');
  expect(moveProblem('completed', 'cancelled')).toBe('This visit is finished (completed). Undo that first.');
  expect(moveProblem('on site', 'cancelled')).toBe(
    'This visit has started (on site). Record the outcome instead.',
  );
  expect(moveProblem('unscheduled', 'dispatched')).toBe('This visit isn’t planned yet. Schedule it first.');
});

test('each thing that a visit cannot ask for is named', () => {
  const visit = {
    window_from: null,
    window_to: null,
    not_before: null,
    due_by: null,
    on_date: null,
    crew_size: 1,
    crew_skills: [],
  };
  expect(visitProblem(visit)).toBeUndefined();
  expect(visitProblem({ ...visit, window_from: '09:00' })).toContain('both');
  expect(visitProblem({ ...visit, window_from: '09:00', window_to: '09:00' })).toContain('end after');
  expect(visitProblem({ ...visit, not_before: '2026-11-20', due_by: '2026-11-19' })).toContain(
    '“Due by” can’t be before',
  );
  expect(visitProblem({ ...visit, not_before: '2026-11-20', on_date: '2026-11-19' })).toContain('agreed day');
  expect(visitProblem({ ...visit, crew_skills: [[], []] })).toContain('crew');
});

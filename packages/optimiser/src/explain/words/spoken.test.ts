import type { Problem, Schedule, Visit } from '@muster/domain/dispatch/scheduling/problem';
import { expect, test } from 'vitest';

import { dispatchDays, firstDay, names, outsideShifts, withAbsence } from '../../../test/dispatch-day.ts';
import { repair } from '../../repair.ts';
import { solve } from '../../solve.ts';
import type { Circumstances } from '../explain.ts';
import { explainPlan } from '../explain.ts';
import { reasonWords } from './in-words.ts';
import type { Part } from './parts.ts';
import { asText } from './parts.ts';

const stop = { iterations: 1000 };
const nothing = ({ visits }: Problem): Schedule => ({ routes: [], unplaced: visits.map(({ id }) => id) });

/** Everything that a plan says, as a dispatcher reads it. */
function spoken(
  problem: Problem,
  before: Schedule,
  after: Schedule,
  circumstances: Circumstances = {},
): string {
  const reasons = explainPlan(problem, before, after, circumstances);
  const words = reasonWords(problem, names);
  const text = (parts: readonly Part[]): string => asText(parts, 'UTC');
  const people = (ids: readonly string[] = []): string => ids.map(names.technician).join(' and ');
  const lines = [
    ...reasons.changes.map((change) => {
      const way = [people(change.before?.technicians), people(change.after?.technicians)].join(' → ').trim();
      return `${names.visit(change.visit).name} (${way}): ${text(words.change(change))}`;
    }),
    ...reasons.unplaced.flatMap((one) => [
      `${names.visit(one.visit).name}, ${names.visit(one.visit).priority}, has no place:`,
      ...words.unplaced(one).map((parts) => `  ${text(parts)}`),
      ...one.remedies.map((remedy) => `  ? ${text(words.remedy(remedy))}`),
    ]),
    ...reasons.days.map((story) => `${names.technician(story.technician)}: ${text(words.day(story))}`),
  ];
  return `${lines.join('\n')}\n`;
}

test('a day with too much work', async () => {
  const problem = dispatchDays(5, 34);
  const { schedule } = solve(problem, { seed: 1, stop });
  await expect(spoken(problem, nothing(problem), schedule)).toMatchFileSnapshot('spoken/too-much-work.txt');
});

test('somebody is away from half past ten', async () => {
  const planned = dispatchDays(5, 24);
  const { schedule } = solve(planned, { seed: 1, stop });
  const problem = withAbsence(planned, 't3', { start: 630, end: 1440 });
  const before = outsideShifts(problem, schedule);
  const after = repair(problem, before, { seed: 1, stop, scope: { now: 600 } }).schedule;
  await expect(spoken(problem, before, after, { now: 600 })).toMatchFileSnapshot('spoken/away.txt');
});

test('an emergency comes in', async () => {
  const planned = dispatchDays(5, 29);
  const { schedule } = solve(planned, { seed: 1, stop });
  const urgent: Visit = {
    id: 'urgent',
    place: 3,
    duration: 120,
    windows: [{ start: 600, end: 720 }],
    priority: 20,
    agreed: true,
  };
  const problem: Problem = { ...planned, visits: [...planned.visits, urgent] };
  const before = { ...schedule, unplaced: [...schedule.unplaced, 'urgent'] };
  const after = repair(problem, before, { seed: 1, stop, scope: { now: 540 } }).schedule;
  await expect(spoken(problem, before, after, { now: 540 })).toMatchFileSnapshot('spoken/emergency.txt');
});

test('two were chosen, and the others and the next days are open', async () => {
  const week = dispatchDays(5, 12, 3);
  const day = firstDay(week);
  const problem: Problem = { ...day, technicians: day.technicians.slice(0, 2) };
  const { schedule } = solve(problem, { seed: 1, stop });
  const { routes } = solve(week, { seed: 1, stop }).schedule;
  const wider: Problem = {
    ...week,
    current: { routes: routes.filter(({ shift }) => shift !== 'day 0'), unplaced: [] },
  };
  const said = spoken(problem, nothing(problem), schedule, { wider });
  await expect(said).toMatchFileSnapshot('spoken/two-chosen.txt');
});

test('mornings that were promised to too many', async () => {
  const sample = dispatchDays(8, 22);
  const visits = sample.visits.map((visit, v) => {
    const start = 420 + 60 * (v % 4);
    return { ...visit, windows: [{ start, end: start + 60 }] };
  });
  const problem: Problem = { ...sample, visits };
  const { schedule } = solve(problem, { seed: 1, stop });
  await expect(spoken(problem, nothing(problem), schedule)).toMatchFileSnapshot('spoken/mornings.txt');
});

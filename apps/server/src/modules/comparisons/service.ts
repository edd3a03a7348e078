import type { BoardFigures, Scenario } from '@muster/domain/scenarios/schema';
import { viewSchedule } from '@muster/domain/scheduling/walk';
import { inScenario } from '../../platform/db/account.ts';
import type { Tx } from '../../platform/db/executor.ts';
import { figuresNow, problemIn, readDays } from '../plan-runs/service.ts';
import { scenarioOfId } from '../scenarios/service.ts';

/** A scenario in figures, beside another one or the live board: over its own days, from now on. */
export async function compare(db: Tx, id: string, other: string | undefined, at: Date) {
  const scenario = await scenarioOfId(db, id);
  const rival = other === undefined ? undefined : await scenarioOfId(db, other);
  const beside = rival
    ? await inScenario(db, rival.id, (db) => figuresOn(db, rival.name, scenario, at))
    : await figuresOn(db, 'Live board', scenario, at);
  const own = await inScenario(db, id, (db) => figuresOn(db, scenario.name, scenario, at));
  return { from: scenario.from_date, to: scenario.to_date, boards: [beside, own] };
}

async function figuresOn(
  db: Tx,
  name: string,
  { from_date: from, to_date: to }: Scenario,
  at: Date,
): Promise<BoardFigures> {
  const tables = await readDays(db, { from, to });
  const problem = problemIn(tables, { way: 'plan' }, at);
  const { costs: _, ...figures } = figuresNow(problem, problem.current!);
  const working = viewSchedule(problem, problem.current!).routes.filter(({ stops }) => stops.length > 0);
  const byPerson = Map.groupBy(working, ({ technician }) => technician.id);
  const technicians = tables.technicians
    .filter(({ id, is_active }) => is_active || byPerson.has(id))
    .map(({ id, name }) => {
      const routes = byPerson.get(id) ?? [];
      return {
        id,
        name,
        visits: sum(routes.map(({ stops }) => stops.length)),
        driving: sum(routes.flatMap(({ legs }) => legs.map(({ travel }) => travel))),
        overtime: sum(routes.map(({ back, shift }) => Math.max(0, back - shift.end))),
      };
    });
  return { name, figures, technicians };
}

function sum(values: readonly number[]): number {
  return values.reduce((total, value) => total + value, 0);
}

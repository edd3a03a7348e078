import type { BoardTables } from '@muster/domain/dispatch/board/schema';
import type { Differences, Scenario, TakenOver } from '@muster/domain/planning/scenarios/schema';
import type { VisitRecord } from '@muster/domain/work/visits/schema';
import { schedulerOf } from './scheduler.ts';
import type { Work } from './work.ts';

export const WEEK = { from: '2026-11-16', to: '2026-11-20' };

type Answered = { status: number; message: string; data: unknown };

/** Copies the week, and answers with somebody who works on the copy. */
export async function tryOut({ app, owner }: Pick<Work, 'app' | 'owner'>, name = 'One more plumber') {
  const made = await owner.post('/scenarios', { name, ...WEEK });
  if (made.status !== 200) throw new Error(`no scenario: ${made.message}`);
  const scenario = (made.data as { row: Scenario }).row;
  const inside = await schedulerOf(app, 'owner@example.com', scenario.id);
  const show = async (id: string): Promise<VisitRecord> => (await inside.get(`/visits/${id}`)).data['row'];
  return {
    id: scenario.id,
    scenario,
    inside,
    show,
    board: async (): Promise<BoardTables> => (await inside.get('/board?from=2026-11-16&to=2026-11-20')).data,
    async schedule(id: string, technicians: readonly string[], starts_at: string, more: object = {}) {
      const { version } = await show(id);
      return inside.post(`/visits/${id}/schedule`, { version, technicians, starts_at, ...more });
    },
    differences: async (): Promise<Differences> =>
      (await owner.get(`/scenarios/${scenario.id}/differences`)).data,
    takeOver: (more: object = {}) =>
      owner.post(`/scenarios/${scenario.id}/take-over`, { version: 1, ...more }),
  };
}

export type Trial = Awaited<ReturnType<typeof tryOut>>;

export function takenIn({ data }: Answered): TakenOver {
  return (data as { row: TakenOver }).row;
}

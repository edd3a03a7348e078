import type { PlanRun, ShownPlanRun } from '@muster/domain/planning/plan-runs/schema';
import type { Proposal, ReasonPart, ShownProposal } from '@muster/domain/planning/proposals/schema';
import { sql } from 'kysely';
import type { schedulerOf } from './scheduler.ts';
import { until } from '../until.ts';
import type { Work } from './work.ts';

type Caller = Awaited<ReturnType<typeof schedulerOf>>;

export const TUESDAY = '2026-11-17';

/** A day that is short to plan: whoever wants another one says so. */
export const day = { from: TUESDAY, to: TUESDAY, way: 'plan', seconds: 1 };

/** Somebody who lets the optimiser plan. */
export function plannerOf(caller: Caller) {
  async function run(id: string): Promise<ShownPlanRun> {
    return (await caller.get(`/plan-runs/${id}`)).data;
  }

  async function proposal(id: string): Promise<ShownProposal> {
    return (await caller.get(`/proposals/${id}`)).data['row'];
  }

  return {
    ask: (body: object = {}, key?: string) => caller.post('/plan-runs', { ...day, ...body }, key),
    run,
    proposal,
    ended: (id: string) =>
      until(async () => {
        const found = await run(id);
        return found.state === 'waiting' || found.state === 'running' ? undefined : found;
      }),
    /** Asks, waits and answers with the proposal. */
    async planned(body: object = {}): Promise<ShownProposal> {
      const asked = await this.ask(body);
      if (asked.status !== 200) throw new Error(`no run: ${asked.message}`);
      const found = await this.ended((asked.data as PlanRun).id);
      if (found.proposal_id === null) throw new Error(`no proposal: ${found.problem}`);
      return proposal(found.proposal_id);
    },
    open: async (from = TUESDAY, to = from): Promise<Proposal[]> =>
      (await caller.get(`/proposals?from=${from}&to=${to}`)).data['rows'],
    accept: ({ id, version }: { id: string; version: number }, more: object = {}, key?: string) =>
      caller.post(`/proposals/${id}/accept`, { version, ...more }, key),
  };
}

/** A sentence as it is read. */
export function asSaid(parts: readonly ReasonPart[]): string {
  return parts.map(({ text }) => text).join('');
}

/** All that a board is made of as it is stored, but for versions, which only grow. */
export async function storedBoard({ inside }: Pick<Work, 'inside'>): Promise<unknown> {
  return inside(async (db) => {
    const { rows } = await sql<{ all: unknown }>`
      select jsonb_build_object(
        'assignments', (select jsonb_agg(to_jsonb(a) - 'version' order by a.id) from assignments a),
        'visits', (select jsonb_agg(to_jsonb(v) - 'version' order by v.id) from visits v),
        'jobs', (select jsonb_agg(to_jsonb(j) - 'version' order by j.id) from jobs j)) as all`.execute(db);
    return rows[0]!.all;
  });
}

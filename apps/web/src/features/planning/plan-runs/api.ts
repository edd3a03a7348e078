import type { Bookings } from '@muster/domain/work/assignments/schema';
import type { Figures, NewPlanRun, PlanRun, ShownPlanRun } from '@muster/domain/planning/plan-runs/schema';
import type { Acceptance, RemedyChoice, ShownProposal } from '@muster/domain/planning/proposals/schema';
import { answer, api } from '../../../lib/api/api.ts';
import { at, keyed } from '../../../lib/api/command.ts';

const base = '/services/scheduling/api/v1';

/** An item of a proposal, and why it cannot be accepted any more, if that is so. */
export type Item = ShownProposal['items'][number];

/** Under way, it is looked at again also without being told: what does the telling may have ended. */
const lookAgainMs = 2_000;

export function isUnderWay({ state }: Pick<PlanRun, 'state'>): boolean {
  return state === 'waiting' || state === 'running';
}

/** Whether the business mails its customers. */
export const businessQuery = {
  queryKey: ['settings'],
  queryFn: async () => (await answer(api.GET(`${base}/settings`))).row,
  meta: { tables: ['accounts'] },
};

/** The latest runs that touch these days. */
export function runsQuery(from: string, to: string) {
  return {
    queryKey: ['plan-run', from, to],
    queryFn: async () =>
      (await answer(api.GET(`${base}/plan-runs`, { params: { query: { from, to } } }))).rows,
    refetchInterval: ({ state: { data } }: { state: { data?: PlanRun[] | undefined } }) =>
      data?.some(isUnderWay) === true && lookAgainMs,
  };
}

export function runQuery(id: string) {
  return {
    queryKey: ['plan-run', id],
    queryFn: (): Promise<ShownPlanRun> =>
      answer(api.GET(`${base}/plan-runs/{id}`, { params: { path: { id } } })),
    refetchInterval: ({ state: { data } }: { state: { data?: ShownPlanRun | undefined } }) =>
      data !== undefined && isUnderWay(data) && lookAgainMs,
  };
}

/** The open proposals that touch these days. */
export function proposalsQuery(from: string, to: string) {
  return {
    queryKey: ['proposal', from, to],
    queryFn: async () =>
      (await answer(api.GET(`${base}/proposals`, { params: { query: { from, to } } }))).rows,
  };
}

export function proposalQuery(id: string) {
  return {
    queryKey: ['proposal', id],
    queryFn: () => loadProposal(id),
    // What others do may be in the way of what it proposes.
    meta: { tables: ['accounts', 'technicians', 'tickets', 'absences', 'visits', 'assignments'] },
  };
}

/** What a proposal comes to with these of its items alone. */
export function figuresQuery(
  { id, version }: Pick<ShownProposal, 'id' | 'version'>,
  items: readonly string[],
) {
  return {
    queryKey: ['proposal', id, 'figures', version, items],
    queryFn: async (): Promise<Figures> =>
      (
        await answer(
          api.POST(`${base}/proposals/{id}/figures`, {
            params: { path: { id } },
            body: { items: [...items] },
          }),
        )
      ).row,
    gcTime: 0,
  };
}

async function loadProposal(id: string): Promise<ShownProposal> {
  return (await answer(api.GET(`${base}/proposals/{id}`, { params: { path: { id } } }))).row;
}

export function askForRun(body: NewPlanRun, key: string) {
  return answer(api.POST(`${base}/plan-runs`, { params: keyed(key), body }));
}

export function stopRun(id: string) {
  return answer(api.POST(`${base}/plan-runs/{id}/stop`, { params: { path: { id } } }));
}

export function acceptProposal(id: string, body: Acceptance, key: string) {
  return answer(api.POST(`${base}/proposals/{id}/accept`, { params: at(id, key), body }));
}

export function rejectProposal(id: string, version: number, key: string) {
  return answer(api.POST(`${base}/proposals/{id}/reject`, { params: at(id, key), body: { version } }));
}

/** Puts a remedy into the proposal: what it moves becomes items. */
export function chooseRemedy(id: string, body: RemedyChoice, key: string) {
  return answer(api.POST(`${base}/proposals/{id}/remedies`, { params: at(id, key), body }));
}

/** Takes the dispatch of these visits back, so that they may be planned otherwise. */
export function callBack(visits: readonly string[], key: string) {
  return answer(api.POST(`${base}/visits/call-back`, { params: keyed(key), body: { visits: [...visits] } }));
}

/** Why a visit is where it is on the board of these days, or nowhere. */
export function whyQuery(id: string, from: string, to: string) {
  const params = { path: { id }, query: { from, to } };
  return {
    queryKey: ['why', id, from, to],
    queryFn: () => answer(api.GET(`${base}/visits/{id}/why`, { params })),
    gcTime: 0,
  };
}

export function bookAll(bookings: Bookings['bookings'], key: string) {
  return answer(api.POST(`${base}/visits/schedule`, { params: keyed(key), body: { bookings } }));
}

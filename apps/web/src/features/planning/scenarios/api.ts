import type { BoardTables } from '@muster/domain/dispatch/board/schema';
import type { NewScenario, ScenarioEdit, TakeOver } from '@muster/domain/planning/scenarios/schema';
import { answer, api } from '../../../lib/api/api.ts';
import { at, keyed } from '../../../lib/api/command.ts';

const base = '/services/scheduling/api/v1';

export type Scenario = Awaited<ReturnType<typeof loadAll>>[number];
export type Differences = Awaited<ReturnType<typeof loadDifferences>>;
export type Comparison = Awaited<ReturnType<typeof loadComparison>>;

export const scenariosQuery = {
  queryKey: ['scenarios'],
  queryFn: loadAll,
  meta: { tables: ['scenarios'] },
};

async function loadAll() {
  return (await answer(api.GET(`${base}/scenarios`))).rows;
}

/** Whatever is changed on another board than the page's own is told under this name, without saying what. */
const elsewhere = 'change';

/** What differs from the live board, which may change at any moment: both are followed. */
export function differencesQuery(id: string) {
  return {
    queryKey: [elsewhere, 'differences', id],
    queryFn: () => loadDifferences(id),
    meta: { tables: ['assignments', 'absences', 'visits', 'technicians', 'scenarios'] },
    staleTime: 0,
  };
}

function loadDifferences(id: string) {
  return answer(api.GET(`${base}/scenarios/{id}/differences`, { params: { path: { id } } }));
}

/** A scenario beside another one, or beside the live board; of one day, or of all that both have. */
export function comparisonQuery(id: string, other: string | undefined, date?: string) {
  return {
    queryKey: [elsewhere, 'comparison', id, other, date],
    queryFn: () => loadComparison(id, other, date),
    meta: { tables: ['assignments', 'absences', 'visits', 'technicians'] },
    staleTime: 0,
  };
}

function loadComparison(id: string, other: string | undefined, date: string | undefined) {
  const query = { ...(other !== undefined && { with: other }), ...(date !== undefined && { date }) };
  return answer(api.GET(`${base}/scenarios/{id}/comparison`, { params: { path: { id }, query } }));
}

/** The board of a scenario for a page that was loaded for another one. */
export function trialBoardQuery(id: string, date: string) {
  return {
    queryKey: [elsewhere, 'board', id, date],
    queryFn: async (): Promise<BoardTables> => {
      const { change: _, ...tables } = await answer(
        api.GET(`${base}/board`, {
          params: { query: { from: date, to: date } },
          headers: { 'X-Scenario': id },
        }),
      );
      return tables;
    },
    meta: { tables: ['technicians', 'customers', 'sites', 'jobs', 'visits'] },
    staleTime: 0,
    structuralSharing: false as const,
  };
}

export function openScenario(body: NewScenario, key: string) {
  return answer(api.POST(`${base}/scenarios`, { params: keyed(key), body }));
}

export function renameScenario(id: string, body: ScenarioEdit, key: string) {
  return answer(api.PATCH(`${base}/scenarios/{id}`, { params: at(id, key), body }));
}

export function discardScenario(id: string, key: string) {
  return answer(api.POST(`${base}/scenarios/{id}/discard`, { params: at(id, key) }));
}

export function takeOver(id: string, body: TakeOver, key: string) {
  return answer(api.POST(`${base}/scenarios/{id}/take-over`, { params: at(id, key), body }));
}

/** In a scenario it is the scenario's own: seen there alone, and without a licence. */
export function addExtra(
  body: { name: string; skills: string[]; base_suburb_id: number | null },
  key: string,
) {
  return answer(api.POST(`${base}/technicians`, { params: keyed(key), body: { ...body, is_active: true } }));
}

export function addAbsence(id: string, body: { starts_at: string; ends_at: string }, key: string) {
  const away = { ...body, kind: 'leave' as const, whole_days: true };
  return answer(api.POST(`${base}/technicians/{id}/absences`, { params: at(id, key), body: away }));
}

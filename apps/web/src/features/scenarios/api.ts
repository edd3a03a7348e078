import { answer, api } from '../../lib/api.ts';
import { at, keyed } from '../../lib/keyed.ts';

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

/** What differs from the live board, which may change at any moment: both are followed. */
export function differencesQuery(id: string) {
  return {
    queryKey: ['scenarios', 'differences', id],
    queryFn: () => loadDifferences(id),
    meta: { tables: ['assignments', 'absences', 'visits', 'technicians', 'scenarios'] },
    staleTime: 0,
  };
}

function loadDifferences(id: string) {
  return answer(api.GET(`${base}/scenarios/{id}/differences`, { params: { path: { id } } }));
}

export function comparisonQuery(id: string, other: string | undefined) {
  return {
    queryKey: ['scenarios', 'comparison', id, other],
    queryFn: () => loadComparison(id, other),
    meta: { tables: ['assignments', 'absences', 'visits', 'technicians'] },
    staleTime: 0,
  };
}

function loadComparison(id: string, other: string | undefined) {
  const query = other === undefined ? {} : { with: other };
  return answer(api.GET(`${base}/scenarios/{id}/comparison`, { params: { path: { id }, query } }));
}

export function openScenario(body: { name: string; from: string; to: string }, key: string) {
  return answer(api.POST(`${base}/scenarios`, { params: keyed(key), body }));
}

export function renameScenario(id: string, body: { version: number; name: string }, key: string) {
  return answer(api.PATCH(`${base}/scenarios/{id}`, { params: at(id, key), body }));
}

export function discardScenario(id: string, key: string) {
  return answer(api.POST(`${base}/scenarios/{id}/discard`, { params: at(id, key) }));
}

export function takeOver(
  id: string,
  body: { version: number; items?: string[]; leave_out?: boolean },
  key: string,
) {
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

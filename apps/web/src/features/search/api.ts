import { answer, api } from '../../lib/api.ts';

/** Technicians, customers, jobs and sites by the beginnings of their words. */
export function searchQuery(q: string) {
  return {
    queryKey: ['search', q],
    queryFn: async () =>
      (await answer(api.GET('/services/scheduling/api/v1/search', { params: { query: { q } } }))).rows,
    enabled: q !== '',
    // What is found may be another thing a moment later, and nobody looks at it for long.
    staleTime: 5_000,
  };
}

import { answer, api } from '../../../lib/api/api.ts';

/** Technicians, customers, contacts, jobs and sites by the beginnings of their words or by telephone number, with who comes next. */
export function searchQuery(q: string) {
  return {
    queryKey: ['search', q],
    queryFn: () => answer(api.GET('/services/scheduling/api/v1/search', { params: { query: { q } } })),
    enabled: q !== '',
    // What is found may be another thing a moment later, and nobody looks at it for long.
    staleTime: 5_000,
  };
}

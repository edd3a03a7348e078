import { answer, api } from '../../api.ts';

/** As many changes as are looked through for the one that a form met. */
const lately = 10;

/** Who changed a field of a record last, as far as its history tells: "Dan Dispatcher". */
export function whoChangedQuery(id: string, field: string, version: number) {
  return { queryKey: ['who changed', id, field, version], queryFn: () => find(id, field) };
}

async function find(id: string, field: string): Promise<string | null> {
  const params = { query: { subject: id, limit: lately } };
  const { rows } = await answer(api.GET('/services/scheduling/api/v1/changes', { params }));
  const change = rows.find(({ entries }) =>
    entries.some((entry) => entry.id === id && entry.after !== null && field in entry.after),
  );
  return change?.by.name || null;
}

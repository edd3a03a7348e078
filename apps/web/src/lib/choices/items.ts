import type { ItemKind } from '@muster/domain/money/items/fields';
import { answer, api } from '../api/api.ts';

const base = '/services/scheduling/api/v1/items';
const choices = 8;

/** Items of the price list that somebody may mean by a few words or a code. */
export function itemChoicesQuery(search: string, kind?: ItemKind) {
  return {
    queryKey: ['items', 'choices', search, kind],
    queryFn: () => find(search, kind),
    meta: { tables: ['items'] },
  };
}

async function find(search: string, kind: ItemKind | undefined) {
  const query = { limit: choices, ...(search !== '' && { search }), ...(kind !== undefined && { kind }) };
  return (await answer(api.GET(base, { params: { query } }))).rows;
}

/** What an item is called that was chosen before. */
export function itemNameQuery(id: string | null) {
  return {
    queryKey: ['items', 'name', id],
    queryFn: () => nameOf(id!),
    enabled: id !== null,
    meta: { tables: ['items'] },
  };
}

async function nameOf(id: string): Promise<string> {
  return (await answer(api.GET(`${base}/{id}`, { params: { path: { id } } }))).row.name;
}

import type { ItemKind } from '@muster/domain/money/items/fields';
import { answer, api } from '../api/api.ts';

const base = '/services/scheduling/api/v1/items';
const choices = 8;

/** Items of the price list that somebody may mean by a few words or a code. */
export function itemChoicesQuery(search: string, kind?: ItemKind) {
  return {
    queryKey: ['items', 'choices', search, kind],
    queryFn: () => findAlike(search, kind),
    meta: { tables: ['items'] },
  };
}

async function findAlike(search: string, kind: ItemKind | undefined) {
  const query = { limit: choices, ...(search !== '' && { search }), ...(kind !== undefined && { kind }) };
  return (await answer(api.GET(base, { params: { query } }))).rows;
}

/** An item that was chosen before. */
export function chosenItemQuery(id: string | null) {
  return {
    queryKey: ['items', 'chosen', id],
    queryFn: () => find(id!),
    enabled: id !== null,
    meta: { tables: ['items'] },
  };
}

async function find(id: string) {
  return (await answer(api.GET(`${base}/{id}`, { params: { path: { id } } }))).row;
}

import type { Item, ItemEdit, NewItem } from '@muster/domain/money/items/schema';
import type { NewLine } from '@muster/domain/money/lines/schema';
import { answer, api } from '../../../lib/api/api.ts';
import { at, keyed } from '../../../lib/api/command.ts';
import { newer } from '../../../lib/api/queries.ts';
import type { RecordsQuery } from '../../../lib/kit/list/use-records.ts';
import type { ItemSearch } from './model/item-search.ts';

const base = '/services/scheduling/api/v1';
const pageRows = 100;

export function itemsQuery(search: ItemSearch): RecordsQuery<Item> {
  return {
    queryKey: ['items', 'list', search],
    load: (cursor) => loadPage(search, cursor),
    tables: ['items'],
  };
}

export function itemQuery(id: string) {
  return {
    queryKey: ['items', 'one', id],
    queryFn: () => loadOne(id),
    meta: { tables: ['items'] },
    structuralSharing: (known: unknown, read: unknown) => newer(known as Item | undefined, read as Item),
  };
}

function loadPage(search: ItemSearch, cursor: string | undefined) {
  const query = { ...search, limit: pageRows, ...(cursor === undefined ? {} : { cursor }) };
  return answer(api.GET(`${base}/items`, { params: { query } }));
}

async function loadOne(id: string): Promise<Item> {
  return (await answer(api.GET(`${base}/items/{id}`, { params: { path: { id } } }))).row;
}

/** The lines that a kit brings, at the prices of the list. */
export function kitLinesQuery(kit: string) {
  return {
    queryKey: ['items', 'kit', kit],
    queryFn: () => loadKit(kit),
    meta: { tables: ['items'] },
  };
}

async function loadKit(id: string): Promise<NewLine[]> {
  return (await answer(api.GET(`${base}/items/{id}/lines`, { params: { path: { id } } }))).rows;
}

export function addItem(body: NewItem, key: string) {
  return answer(api.POST(`${base}/items`, { params: keyed(key), body }));
}

export function editItem(id: string, body: ItemEdit, key: string) {
  return answer(api.PATCH(`${base}/items/{id}`, { params: at(id, key), body }));
}

export function archiveItem(id: string, key: string) {
  return answer(api.POST(`${base}/items/{id}/archive`, { params: at(id, key) }));
}

export function restoreItem(id: string, key: string) {
  return answer(api.POST(`${base}/items/{id}/restore`, { params: at(id, key) }));
}

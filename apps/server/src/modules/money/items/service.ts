import { searchTextsOf } from '@muster/domain/values/fields';
import { itemFields } from '@muster/domain/money/items/fields';
import { NO_LABOUR } from '@muster/domain/money/items/rules';
import { Item, type ItemEdit, type NewItem } from '@muster/domain/money/items/schema';
import { moneyDrafters, moneyKeepers } from '../../../platform/changes/from-request.ts';
import { columnsIn, filled, tidy } from '../../../platform/changes/record.ts';
import { readRows } from '../../../platform/changes/rows.ts';
import type { TrackedTable, Writer } from '../../../platform/changes/tracked.ts';
import { Failure } from '../../../platform/http/answers/errors.ts';
import { refuseBeyondQuota } from '../../identity/licences/service.ts';
import { findByCodes, listItems } from './store.ts';

/** What they cost the business is in every row, so history, stream and undo are for those who do everything about money. */
export const items: TrackedTable<Item> = {
  name: 'items',
  columns: columnsIn('items', Item),
  readers: moneyKeepers,
  writers: moneyKeepers,
  finders: moneyDrafters,
  label: ({ name }) => name,
  search: searchTextsOf(itemFields),
  refusals: {
    items_code: 'Another item has this code. It may be archived. Choose another code.',
    items_labour: NO_LABOUR,
  },
  async settle(write, touched) {
    await refuseBeyondQuota(write, 'items', touched);
  },
};

/** A page of the list; who may not see costs is told none. */
export async function pageItems(
  db: Parameters<typeof listItems>[0],
  query: Parameters<typeof listItems>[2],
  seesCosts: boolean,
) {
  const { rows, next } = await listItems(db, items, query);
  return { rows: seesCosts ? rows : rows.map(withoutCost), next };
}

export async function describeItem(
  db: Parameters<typeof listItems>[0],
  id: string,
  seesCosts: boolean,
): Promise<Item> {
  const [item] = await readRows(db, items, [id]);
  if (!item) throw new Failure('notFound');
  return seesCosts ? item : withoutCost(item);
}

function withoutCost(item: Item): Item {
  return { ...item, cost: null };
}

/** Some of them, for whoever reckons with their prices. */
export async function itemsOf(db: Parameters<typeof listItems>[0], ids: readonly string[]): Promise<Item[]> {
  return readRows(db, items, ids);
}

/** Any number of them by a few statements: an import is one command. */
export async function addItems(write: Writer, list: readonly NewItem[]): Promise<Item[]> {
  const created_at = write.at.toISOString();
  return write.insert(
    items,
    list.map((item) => ({ ...filled(itemFields, item), created_at })),
  );
}

export async function addItem(write: Writer, item: NewItem): Promise<Item> {
  const [added] = await addItems(write, [item]);
  return added!;
}

export async function editItem(write: Writer, id: string, { version, ...said }: ItemEdit): Promise<Item> {
  return write.update(items, id, tidy(itemFields, said), version);
}

/** What is said of items that are there; what a table leaves empty stays as it is. */
export async function updateItems(
  write: Writer,
  list: readonly { readonly id: string; readonly said: Partial<NewItem> }[],
): Promise<void> {
  await write.updateAll(
    items,
    list
      .toSorted((one, other) => (one.id < other.id ? -1 : 1))
      .map(({ id, said }) => Object.assign({ id }, said)),
  );
}

/** Those that have one of these codes, by the code in small letters. */
export async function itemsByCode(
  db: Parameters<typeof listItems>[0],
  codes: readonly string[],
): Promise<ReadonlyMap<string, { readonly id: string; readonly name: string }>> {
  return new Map((await findByCodes(db, codes)).map(({ code, ...item }) => [code, item]));
}

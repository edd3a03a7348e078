import { searchTextsOf } from '@muster/domain/values/fields';
import { itemFields } from '@muster/domain/money/items/fields';
import { KIT_CONTENTS, NO_LABOUR } from '@muster/domain/money/items/rules';
import { Item, type ItemEdit, type NewItem } from '@muster/domain/money/items/schema';
import { moneyDrafters, moneyKeepers } from '../../../platform/changes/from-request.ts';
import { columnsIn, filled, tidy } from '../../../platform/changes/record.ts';
import { readRows } from '../../../platform/changes/rows.ts';
import type { Touched, TrackedTable, Writer } from '../../../platform/changes/tracked.ts';
import { Failure } from '../../../platform/http/answers/errors.ts';
import { refuseBeyondQuota } from '../../identity/licences/service.ts';
import { findByCodes, findKitsWith, findMeant, listItems, listTabled } from './store.ts';

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
    items_kit: KIT_CONTENTS,
  },
  async settle(write, touched) {
    await refuseBeyondQuota(write, 'items', touched);
    await refuseBrokenKits(write, touched);
  },
};

/** What is in a kit is on the price list and no kit itself: neither can change while a kit has it. */
async function refuseBrokenKits({ db }: Writer, touched: readonly Touched<Item>[]): Promise<void> {
  const kits = touched.flatMap(({ after }) => (after?.kind === 'kit' ? [after] : []));
  const wanted = [...new Set(kits.flatMap(({ parts }) => parts.map(({ item_id }) => item_id)))];
  const found = await readRows(db, items, wanted);
  if (found.length < wanted.length)
    throw new Failure(
      'unprocessable',
      'An item of this kit is no longer on the price list. Choose another one.',
    );
  const inside = found.find(({ kind }) => kind === 'kit');
  if (inside)
    throw new Failure(
      'unprocessable',
      `${inside.name} is a kit itself. Add the items that are in it instead.`,
    );
  const unfit = touched.filter(
    ({ before, after }) => before !== null && (after === null || after.kind === 'kit'),
  );
  const [holder] = await findKitsWith(
    db,
    unfit.map(({ before }) => before!.id),
  );
  if (holder)
    throw new Failure(
      'conflict',
      `The kit ${holder.name} has this item in it. Take it out of the kit first.`,
    );
}

/** A page of the list; who may not see costs is told none. */
export async function pageItems(
  db: Parameters<typeof listItems>[0],
  query: Parameters<typeof listItems>[2],
  seesCosts: boolean,
) {
  const { rows, next } = await listItems(db, items, query);
  return { rows: seesCosts ? rows : rows.map(withoutCost), next };
}

/** A page of what is given out as a table. */
export async function pageTabled(
  db: Parameters<typeof listItems>[0],
  query: Parameters<typeof listItems>[2],
) {
  return listTabled(db, items, query);
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

/**
 * What somebody on site can have meant by the name of a part: the item with that code, or else the one that is called exactly so.
 * Where several are, nobody knows which. Time and call-outs are no parts.
 */
export async function itemsMeant(
  db: Parameters<typeof listItems>[0],
  names: readonly string[],
): Promise<ReadonlyMap<string, Item>> {
  const wanted = new Map(names.map((name) => [name, name.trim().toLowerCase()]));
  const found = await findMeant(db, items, [...new Set(wanted.values())]);
  const byCode = new Map(found.map((item) => [item.code.toLowerCase(), item]));
  const byName = Map.groupBy(found, ({ name }) => name.toLowerCase());
  return new Map(
    [...wanted].flatMap(([name, word]) => {
      const [named, another] = byName.get(word) ?? [];
      const item = byCode.get(word) ?? (another ? undefined : named);
      return item ? [[name, item]] : [];
    }),
  );
}

/** The one labour item of a business that has only one. */
export async function onlyLabour(db: Parameters<typeof listItems>[0]): Promise<Item | undefined> {
  const { rows } = await listItems(db, items, { kind: 'labour', limit: 2 });
  return rows.length === 1 ? rows[0] : undefined;
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

import { addDoors, alikeAbove, type Doors, judge } from '@muster/domain/work/customers/alike';
import type { NewCustomer } from '@muster/domain/work/customers/schema';
import { eachInPortions } from '../../../platform/changes/portions.ts';
import type { Tx } from '../../../platform/db/executor.ts';
import type { Alike } from '../import-tables/service.ts';
import { findAlike, readPlaces } from './store.ts';

/** Rows of a table that may be customers who are there already, or may be in the table twice: each with whom it looks like. */
export async function alikeRows(
  db: Tx,
  rows: readonly { readonly row: number; readonly fields: NewCustomer }[],
  only?: number,
): Promise<Alike[]> {
  const looked = only === undefined ? rows : rows.filter(({ row }) => row === only);
  const found = await findAlike(
    db,
    looked.map(({ fields: { name, phone = '', email = '', abn = null, sites = [] } }) => ({
      name,
      phone,
      email,
      abn: abn ?? '',
      suburb_id: sites[0]?.suburb_id ?? null,
    })),
  );
  const places = await readPlaces(db, [...new Set(found.map(({ id }) => id))]);
  const doors = new Map<string, Doors>();
  await eachInPortions(places, (place) => {
    const { customer_id: id } = place;
    doors.set(id, addDoors(doors.get(id) ?? new Map(), [place]));
  });
  const alike: Alike[] = [];
  await eachInPortions(found, (customer) => {
    const { place, id, name, suburb, reason, archived_at } = customer;
    const { row, fields } = looked[place]!;
    const who = [name, suburb && `in ${suburb}`, archived_at && '(archived)'].filter(Boolean).join(' ');
    const other = {
      doors: doors.get(id) ?? new Map(),
      known: archived_at ? 'archived' : 'kept',
    } as const;
    alike.push({
      ...judge(fields, Object.assign(customer, other)),
      row,
      text: `${fields.name} looks like ${who}: same ${reason}.`,
      customer_id: id,
      like_row: null,
    });
  });
  const isKnown = new Set(alike.map(({ row }) => row));
  // What one row looks like is decided by those above it, and not at all where it looks like a customer who is there.
  const above =
    only === undefined
      ? rows
      : isKnown.has(only)
        ? []
        : rows.slice(0, rows.findIndex(({ row }) => row === only) + 1);
  const findAbove = alikeAbove();
  await eachInPortions(above, (one) => {
    const found = findAbove(one);
    if (found && !isKnown.has(one.row) && (only === undefined || one.row === only)) alike.push(found);
  });
  return alike.toSorted((a, b) => a.row - b.row);
}

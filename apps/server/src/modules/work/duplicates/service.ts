import { addDoors, alikeWithin, judge } from '@muster/domain/work/customers/alike';
import type { NewCustomer } from '@muster/domain/work/customers/schema';
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
  const doors = new Map(
    [...Map.groupBy(places, ({ customer_id }) => customer_id)].map(
      ([id, sites]) => [id, addDoors(new Map(), sites)] as const,
    ),
  );
  const known = found.map((customer) => {
    const { place, id, name, suburb, reason, archived_at } = customer;
    const { row, fields } = looked[place]!;
    const who = [name, suburb && `in ${suburb}`, archived_at && '(archived)'].filter(Boolean).join(' ');
    const other = {
      doors: doors.get(id) ?? new Map(),
      known: archived_at ? 'archived' : 'kept',
    } as const;
    return Object.assign(judge(fields, Object.assign(customer, other)), {
      row,
      text: `${fields.name} looks like ${who}: same ${reason}.`,
      customer_id: id,
      like_row: null,
    });
  });
  const isKnown = new Set(known.map(({ row }) => row));
  const within = alikeWithin(rows).filter(({ row }) => !isKnown.has(row));
  return [...known, ...within].toSorted((a, b) => a.row - b.row);
}

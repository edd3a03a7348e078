import { alikeWithin } from '@muster/domain/customers/alike';
import type { NewCustomer } from '@muster/domain/customers/schema';
import type { Tx } from '../../platform/db/executor.ts';
import { findAlike } from './store.ts';

/** Rows of a table that may be customers who are there already, or may be in the table twice: each with whom it looks like. */
export async function alikeRows(
  db: Tx,
  rows: readonly { readonly row: number; readonly fields: NewCustomer }[],
): Promise<{ row: number; text: string }[]> {
  const found = await findAlike(
    db,
    rows.map(({ fields: { name, phone = '', email = '', sites = [] } }) => ({
      name,
      phone,
      email,
      suburb_id: sites[0]?.suburb_id ?? null,
    })),
  );
  const known = found.map(({ place, name, suburb, reason, archived_at }) => {
    const { row, fields } = rows[place]!;
    const who = [name, suburb && `in ${suburb}`, archived_at && '(archived)'].filter(Boolean).join(' ');
    return { row, text: `${fields.name} looks like ${who}: same ${reason}.` };
  });
  const isKnown = new Set(known.map(({ row }) => row));
  const within = alikeWithin(rows).filter(({ row }) => !isKnown.has(row));
  return [...known, ...within].toSorted((a, b) => a.row - b.row);
}

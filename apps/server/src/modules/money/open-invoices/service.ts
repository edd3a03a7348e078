import { randomUUID } from 'node:crypto';
import { lockProblem } from '@muster/domain/money/money-settings/rules';
import { openInvoiceFields } from '@muster/domain/money/open-invoices/fields';
import { gstIn, owedLines, owedProblem } from '@muster/domain/money/open-invoices/rules';
import { type CellProblem, type Cells, readCells } from '@muster/domain/values/field-tables';
import { addDays, type LocalDate } from '@muster/domain/values/local-time';
import { moneyKeepers } from '../../../platform/changes/from-request.ts';
import type { Tx } from '../../../platform/db/executor.ts';
import type { Importer } from '../../work/import-tables/service.ts';
import { addIssuedElsewhere, type IssuedElsewhere } from '../invoices/service.ts';
import { moneySettingsOf, ownNumbers } from '../money-settings/service.ts';
import { findCustomers, findNumbers } from './store.ts';

/** A row is an invoice of another program that is still owed. It keeps its number, and is here with what is still to be paid of it. */
export const openInvoiceImporter: Importer<IssuedElsewhere> = {
  kind: 'invoices',
  access: moneyKeepers,
  async open(db, rows) {
    const { is_gst_registered, lock_date, terms_days } = await moneySettingsOf(db);
    const isOwn = await ownNumbers(db);
    const customers = await customersByName(db, rows);
    const seen = new Map<string, number>();
    for (const cells of rows) seen.set(lower(cells, 'number'), (seen.get(lower(cells, 'number')) ?? 0) + 1);

    return (cells) => {
      const { values, problems: wrong } = readCells(openInvoiceFields, cells);
      const problems: CellProblem[] = [...wrong];
      const refuse = (field: string, text: string) => problems.push({ field, text });
      const { customer = '', number = '', issued_on, due_on, order_number = '', title = '' } = values;
      const total = values.total ?? undefined;
      const found = customers.get(customer.toLowerCase()) ?? [];
      if (customer !== '' && found.length !== 1)
        refuse(
          'customer',
          found.length === 0
            ? `No customer is called “${customer}”. Import them first.`
            : `Several customers are called “${customer}”.`,
        );
      if (number !== '' && seen.get(number.toLowerCase())! > 1)
        refuse('number', `Several rows have the number ${number}.`);
      if (isOwn(number))
        refuse(
          'number',
          `Your own invoices come to ${number} as well. Give this one another number, or, before you issue your first, let your own begin after it in Settings, Money.`,
        );
      const locked = issued_on && lockProblem(lock_date, issued_on);
      if (locked) refuse('issued_on', locked);
      if (issued_on && due_on && due_on < issued_on)
        refuse('due_on', 'It would be due before it was issued.');
      const gst = values.gst ?? (is_gst_registered ? gstIn(total ?? 0) : 0);
      const owed = values.owed ?? total;
      if (gst > 0 && !is_gst_registered)
        refuse('gst', 'It has GST, and Settings, Money say that you aren’t registered for it.');
      const unfit = total !== undefined && owed !== undefined ? owedProblem({ total, gst, owed }) : undefined;
      if (unfit) refuse(unfit.field, unfit.text);
      if (problems.length > 0 || !issued_on || total === undefined || owed === undefined) return { problems };
      const description = owed < total ? `Balance of invoice ${number}` : title || `Invoice ${number}`;
      return {
        fields: {
          customer_id: found[0]!.id,
          number,
          order_number,
          title,
          issued_on,
          due_on: due_on ?? addDays(issued_on as LocalDate, terms_days),
          lines: owedLines({ total, gst, owed }, { description, newId: randomUUID }),
        },
      };
    };
  },
  async alike(db, rows, only) {
    const looked = rows.filter(({ row }) => only === undefined || row === only);
    const known = await findNumbers(
      db,
      looked.map(({ fields }) => fields.number.toLowerCase()),
    );
    return looked
      .filter(({ fields }) => known.has(fields.number.toLowerCase()))
      .map(({ row, fields }) => ({
        row,
        text: `You already have an invoice ${fields.number}.`,
        customer_id: null,
        like_row: null,
        choices: ['skip'],
        suggested: 'skip',
        is_sure: false,
      }));
  },
  write: addIssuedElsewhere,
};

async function customersByName(db: Tx, rows: readonly Cells[]) {
  const names = new Set(rows.map((cells) => lower(cells, 'customer')));
  return Map.groupBy(await findCustomers(db, [...names]), ({ name }) => name);
}

function lower(cells: Cells, field: string): string {
  return (cells[field] ?? '').trim().toLowerCase();
}

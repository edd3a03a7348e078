import { itemFields } from '@muster/domain/money/items/fields';
import { itemProblem } from '@muster/domain/money/items/rules';
import type { NewItem } from '@muster/domain/money/items/schema';
import { type Cells, readCells } from '@muster/domain/values/field-tables';
import { blanksOf } from '@muster/domain/values/fields';
import { moneyKeepers } from '../../../platform/changes/from-request.ts';
import { type Importer } from '../../work/import-tables/service.ts';
import { addItems, itemsByCode, updateItems } from '../items/service.ts';

interface Tabled {
  readonly item: NewItem;
  /** What the table says: a column that is empty takes nothing away from an item that is there. */
  readonly said: Partial<NewItem>;
  /** The item that it updates. */
  readonly known?: string;
}

/** A row is an item; one with a code that is there already is what that item is from now on. */
export const itemImporter: Importer<Tabled> = {
  kind: 'items',
  access: moneyKeepers,
  async open(_, rows) {
    const seen = new Map<string, number>();
    for (const cells of rows) seen.set(codeOf(cells), (seen.get(codeOf(cells)) ?? 0) + 1);
    return (cells) => {
      const { values, problems: wrong } = readCells(itemFields, cells);
      const code = codeOf(cells);
      const problem = itemProblem({ ...blanksOf(itemFields), ...values });
      const problems = [
        ...wrong,
        ...(problem ? [problem] : []),
        ...(code !== '' && seen.get(code)! > 1
          ? [{ field: 'code', text: `Several rows have the code ${cells['code']!.trim()}.` }]
          : []),
      ];
      const { name } = values;
      if (problems.length > 0 || name === undefined) return { problems };
      const told = Object.entries(values).filter(([field]) => (cells[field] ?? '').trim() !== '');
      return { fields: { item: { ...values, name }, said: Object.fromEntries(told) } };
    };
  },
  async alike(db, rows, only) {
    const looked = rows.filter(({ row, fields }) => fields.item.code && (only === undefined || row === only));
    const known = await itemsByCode(
      db,
      looked.map(({ fields }) => fields.item.code!.toLowerCase()),
    );
    return looked.flatMap(({ row, fields }) => {
      const item = known.get(fields.item.code!.toLowerCase());
      if (!item) return [];
      return {
        row,
        text: `You already have ${fields.item.code}: ${item.name}.`,
        customer_id: item.id,
        like_row: null,
        choices: ['update', 'skip'],
        suggested: 'update',
        is_sure: false,
      };
    });
  },
  gather: (rows) =>
    rows.map(({ fields, becomes, alike }) =>
      becomes === 'update' ? { ...fields, known: alike!.customer_id! } : fields,
    ),
  adds: ({ known }) => known === undefined,
  async write(write, list) {
    await addItems(
      write,
      list.flatMap(({ item, known }) => (known === undefined ? [item] : [])),
    );
    await updateItems(
      write,
      list.flatMap(({ said, known }) => (known === undefined ? [] : { id: known, said })),
    );
  },
};

function codeOf(cells: Cells): string {
  return (cells['code'] ?? '').trim().toLowerCase();
}

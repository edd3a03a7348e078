import type { Cell, Fields, ValuesOf } from './fields.ts';

// The fields of a record as columns of a table: one that comes in, and one that goes out.

/** What a column of somebody's table may be. */
export interface ImportColumn {
  readonly field: string;
  readonly title: string;
  /** What others call it, beside the title: small letters and digits. */
  readonly names: readonly string[];
  readonly isRequired?: boolean;
  /** How to fill it in, where that is not plain. */
  readonly hint?: string;
}

/** The cells of one row, by field; what is not there is empty. */
export type Cells = Readonly<Record<string, string>>;

/** Something in a row that cannot be taken as it is. */
export interface CellProblem {
  readonly field: string;
  readonly text: string;
}

/** What a table holds: a title for each column, and its cell of a row. */
export type Columns<Row> = readonly (readonly [title: string, cell: (row: Row) => Cell])[];

/** The columns that the fields are; those which no field is by itself are given, each behind the field that it belongs to. */
export function importColumnsOf<F extends Fields>(
  fields: F,
  given: { readonly [Name in keyof F]?: readonly ImportColumn[] } = {},
): ImportColumn[] {
  return Object.entries(fields).flatMap(([name, { label, needed, table }]) => {
    const others = given[name] ?? [];
    if (!table) return others;
    const { as = name, title = label, names, hint } = table;
    const own: ImportColumn = {
      field: as,
      title,
      names,
      ...(needed !== undefined && { isRequired: true }),
      ...(hint !== undefined && { hint }),
    };
    return [own].concat(others);
  });
}

/** What a row says of the fields that have a column, as it is stored, and what is wrong with it. */
export function readCells<F extends Fields>(
  fields: F,
  cells: Cells,
): { readonly values: Partial<ValuesOf<F>>; readonly problems: readonly CellProblem[] } {
  const values: Record<string, unknown> = {};
  const problems: CellProblem[] = [];
  for (const [name, field] of Object.entries(fields)) {
    if (!field.table || field.kind === 'other') continue;
    const { as = name, title = field.label } = field.table;
    const cell = cells[as] ?? '';
    const refuse = (text: string) => problems.push({ field: as, text });
    const { length } = cell.trim();
    const most = typeof field.blank === 'string' ? field.schema['maxLength'] : undefined;
    if (field.needed !== undefined && length === 0) refuse(`${title} is missing.`);
    if (typeof most === 'number' && length > most) refuse(`${title} is longer than ${most} characters.`);
    const found = field.read(cell);
    const problem = 'problem' in found ? found.problem : field.problem(found.value);
    if (problem !== undefined) refuse(problem);
    else if ('value' in found) values[name] = field.stored(found.value);
  }
  return { values: values as Partial<ValuesOf<F>>, problems };
}

/** The columns of a table that goes out, with headings that an import knows again. */
export function exportColumnsOf<F extends Fields, Row extends ValuesOf<F>>(
  fields: F,
  given: { readonly [Name in keyof F]?: Columns<Row> } = {},
): Columns<Row> {
  return Object.entries(fields).flatMap(([name, field]) => {
    const own = given[name];
    if (own || !field.table) return own ?? [];
    return [[field.table.title ?? field.label, (row: Row) => field.written(row[name])] as const];
  });
}

import type { Cells, CellProblem } from '@muster/domain/imports/cells';
import { importColumns, type ImportKind, matchColumns } from '@muster/domain/imports/columns';
import {
  type ImportProblem,
  type ImportPreview,
  MOST_IMPORT_ROWS,
  type NewImport,
} from '@muster/domain/imports/schema';
import type { Writer } from '../../platform/changes/tracked.ts';
import type { Tx } from '../../platform/db/executor.ts';
import { withoutGuard } from '../../platform/http/csv.ts';
import { Failure } from '../../platform/http/errors.ts';
import { readCsv } from '../../platform/http/read-csv.ts';

/** What a row became: something to write, or what is wrong with it. */
type Parsed<Fields> = { readonly fields: Fields } | { readonly problems: readonly CellProblem[] };

/** How rows of one kind are taken in: by the rules of the module that owns them. */
export interface Importer<Fields = never> {
  readonly kind: ImportKind;
  /** Looks up what the cells of all rows name, and returns the way to read one of them. */
  open(db: Tx, rows: readonly Cells[]): Promise<(cells: Cells) => Parsed<Fields>>;
  /** Rows that look like what is there already, or like another row, with what they look like. */
  alike?(
    db: Tx,
    rows: readonly { readonly row: number; readonly fields: Fields }[],
  ): Promise<readonly { readonly row: number; readonly text: string }[]>;
  /** Several rows may be about one thing: a customer with many sites. */
  gather?(rows: readonly Fields[]): Fields[];
  write(write: Writer, things: readonly Fields[]): Promise<void>;
}

interface Table {
  readonly headings: readonly string[];
  readonly fields: readonly (string | null)[];
  readonly rows: readonly { readonly number: number; readonly cells: string[] }[];
}

const SHOWN_ROWS = 10;
const SHOWN_PROBLEMS = 100;
/** Few enough that a progress bar moves, many enough that few statements are made. */
const PORTION = 500;

export async function readTable({ kind, csv, columns }: NewImport): Promise<Table> {
  const [headings = [], ...rest] = await readCsv(csv, MOST_IMPORT_ROWS);
  const known = importColumns[kind];
  const fields = columns ?? matchColumns(headings, known);
  const taken = fields.filter((field) => field !== null);
  if (taken.some((field) => !known.some((column) => column.field === field)))
    throw new Failure('unprocessable', 'One of the columns is matched with a field that does not exist.');
  if (new Set(taken).size < taken.length)
    throw new Failure('unprocessable', 'Two columns are matched with the same field.');
  const rows = rest
    .map((cells, at) => ({ number: at + 2, cells }))
    .filter(({ cells }) => cells.some((cell) => cell !== ''));
  return { headings, fields, rows };
}

export async function preview<Fields>(
  db: Tx,
  importer: Importer<Fields>,
  table: Table,
): Promise<ImportPreview> {
  const { problems, good } = await parseRows(db, importer, table);
  const duplicates = (await importer.alike?.(db, good)) ?? [];
  const shown = table.rows.slice(0, SHOWN_ROWS);
  return {
    columns: table.headings.map((heading, at) => ({ heading, field: table.fields[at] ?? null })),
    fields: importColumns[importer.kind].map(({ field, title, isRequired = false, hint = '' }) => ({
      field,
      title,
      is_required: isRequired,
      hint,
    })),
    count: table.rows.length,
    rows: shown.map(({ cells }) => cells),
    row_numbers: shown.map(({ number }) => number),
    ...told(problems),
    duplicate_count: duplicates.length,
    duplicates: duplicates.slice(0, SHOWN_PROBLEMS),
  };
}

/** All rows, or none: the whole import is one command, and one undo. */
export async function importTable<Fields>(
  write: Writer,
  importer: Importer<Fields>,
  table: Table,
  leavesOut: boolean,
  report: (done: number) => Promise<void>,
): Promise<{ count: number; left_out: number }> {
  const { problems, good } = await parseRows(write.db, importer, table);
  if (problems.length > 0)
    throw new Failure('unprocessable', 'Nothing was imported: some rows cannot be taken as they are.', {
      data: told(problems),
    });
  if (good.length === 0) throw new Failure('unprocessable', 'The table has no rows below its headings.');
  const duplicates = leavesOut ? await importer.alike?.(write.db, good) : undefined;
  const leftOut = new Set(duplicates?.map(({ row }) => row));
  const taken = good.filter(({ row }) => !leftOut.has(row)).map(({ fields }) => fields);
  if (taken.length === 0)
    throw new Failure('unprocessable', 'Nothing is left to import: every row looks like one that is there.');
  const things = importer.gather?.(taken) ?? taken;
  for (let at = 0; at < things.length; at += PORTION) {
    await importer.write(write, things.slice(at, at + PORTION));
    await report(Math.floor((taken.length * Math.min(things.length, at + PORTION)) / things.length));
  }
  return { count: taken.length, left_out: leftOut.size };
}

/** What of a table can be written, and what stands in the way. */
async function parseRows<Fields>(
  db: Tx,
  importer: Importer<Fields>,
  table: Table,
): Promise<{ problems: ImportProblem[]; good: { row: number; fields: Fields }[] }> {
  const missing = importColumns[importer.kind].filter(
    ({ field, isRequired }) => isRequired && !table.fields.includes(field),
  );
  if (missing.length > 0) {
    const problems = missing.map(({ field, title }) => ({
      row: 1,
      field,
      text: `No column is matched with ${title}.`,
    }));
    return { problems, good: [] };
  }
  const rows = table.rows.map(({ number, cells }) => ({ number, cells: byField(table.fields, cells) }));
  const parse = await importer.open(
    db,
    rows.map(({ cells }) => cells),
  );
  const problems: ImportProblem[] = [];
  const good: { row: number; fields: Fields }[] = [];
  for (const { number, cells } of rows) {
    const parsed = parse(cells);
    if ('fields' in parsed) good.push({ row: number, fields: parsed.fields });
    else for (const { field, text } of parsed.problems) problems.push({ row: number, field, text });
  }
  return { problems, good };
}

function byField(fields: readonly (string | null)[], cells: readonly string[]): Cells {
  return Object.fromEntries(
    fields.flatMap((field, at) => (field === null ? [] : [[field, withoutGuard(cells[at] ?? '')]])),
  );
}

function told(problems: readonly ImportProblem[]) {
  return { problem_count: problems.length, problems: problems.slice(0, SHOWN_PROBLEMS) };
}

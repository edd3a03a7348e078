import type { AccountId } from '@muster/domain/values/ids';
import type { CellProblem, Cells, ImportColumn } from '@muster/domain/values/field-tables';
import type { Verdict } from '@muster/domain/work/customers/alike';
import type { Permit } from '@muster/domain/values/role';
import { matchColumns } from '@muster/domain/work/imports/cells';
import {
  type ImportChoice,
  type ImportPreview,
  type ImportPreviewQuery,
  type ImportProblem,
  type ImportRow,
  importRowStates,
  LONGEST_IMPORT_ROW,
  MOST_IMPORT_CELLS,
  MOST_IMPORT_COLUMNS,
  MOST_IMPORT_ROWS,
  type NewImport,
} from '@muster/domain/work/imports/schema';
import { type ImportKind, records } from '@muster/domain/records';
import { eachInPortions } from '../../../platform/changes/portions.ts';
import type { Writer } from '../../../platform/changes/tracked.ts';
import type { Tx } from '../../../platform/db/executor.ts';
import { withoutGuard } from '../../../platform/http/answers/csv.ts';
import { Failure } from '../../../platform/http/answers/errors.ts';
import { readCsv } from '../../../platform/http/requests/read-csv.ts';
import { inTurn } from '../../../platform/limits.ts';
import { checkRoom } from '../../identity/licences/service.ts';

/** What a row became: something to write, or what is wrong with it. */
type Parsed<Fields> = { readonly fields: Fields } | { readonly problems: readonly CellProblem[] };

/** Whom a row looks like: a customer who is there, or one of another row. */
export interface Alike extends Verdict {
  readonly row: number;
  readonly text: string;
  readonly customer_id: string | null;
  readonly like_row: number | null;
}

/** A row that is taken in, and as what. */
interface Decided<Fields> {
  readonly row: number;
  readonly fields: Fields;
  readonly becomes: ImportChoice;
  readonly alike: Alike | null;
}

/** How rows of one kind are taken in: by the rules of the module that owns them. */
export interface Importer<Fields = never> {
  readonly kind: ImportKind;
  /** Who may take them in, and see what was handed in. */
  readonly access: readonly Permit[];
  /** Looks up what the cells of all rows name, and returns the way to read one of them. */
  open(db: Tx, rows: readonly Cells[]): Promise<(cells: Cells) => Parsed<Fields>>;
  /** What may have been meant where the suburb cannot be told, likeliest first; `fields` are those that have a column. */
  suggestSuburbs?(
    db: Tx,
    cells: Cells,
    fields: readonly (string | null)[],
  ): Promise<readonly { readonly text: string; readonly cells: Cells }[]>;
  /** Rows that look like what is there already, or like another row; of `only` one, if that is given. */
  alike?(
    db: Tx,
    rows: readonly { readonly row: number; readonly fields: Fields }[],
    only?: number,
  ): Promise<readonly Alike[]>;
  /** Several rows may be about one thing: a customer with many sites. */
  gather?(rows: readonly Decided<Fields>[]): Fields[];
  /** Whether one more thing is there afterwards; if not said, it is. */
  adds?(thing: Fields): boolean;
  /** Takes what nobody may wait for while the import is written: the first of so many numbers, in a short transaction of its own. */
  reserve?(db: Tx, count: number): Promise<number>;
  /** `first` is the first of what was reserved for these things. */
  write(write: Writer, things: readonly Fields[], first?: number): Promise<void>;
}

/** For the list of all importers, where nobody asks what one of them makes of a row. */
export type AnyImporter = Pick<Importer, 'kind' | 'access'>;

export interface Table {
  readonly headings: readonly string[];
  readonly fields: readonly (string | null)[];
  readonly rows: readonly { readonly number: number; readonly cells: string[] }[];
}

/** What somebody said of one row: other cells, and what becomes of it. */
export interface SaidRow {
  readonly row: number;
  readonly cells: Cells | null;
  readonly choice: ImportChoice | null;
  readonly customer_id: string | null;
}

/** How a table is to be taken in. */
export interface Wishes {
  readonly alike: ImportChoice | 'suggested';
  readonly skips_problems: boolean;
  readonly said: readonly SaidRow[];
}

const SHOWN_ROWS = 10;
const SHOWN_PROBLEMS = 100;
/** Few enough that a progress bar moves, many enough that few statements are made. */
const PORTION = 500;

/** One after the other for each account, so that one that sends many takes the memory of one. */
export async function readTableInTurn(account: AccountId, asked: Asked): Promise<Table> {
  return inTurn(`tables of ${account}`, () => readTable(asked));
}

type Asked = Pick<NewImport, 'kind' | 'csv' | 'columns'>;

export async function readTable({ kind, csv, columns }: Asked): Promise<Table> {
  const [headings = [], ...rest] = await readCsv(csv, {
    rows: MOST_IMPORT_ROWS,
    columns: MOST_IMPORT_COLUMNS,
    cells: MOST_IMPORT_CELLS,
    row: LONGEST_IMPORT_ROW,
  });
  const fields = columns ?? matchColumns(headings, columnsOf({ kind }));
  checkColumns(kind, fields);
  const rows = rest
    .map((cells, at) => ({ number: at + 2, cells }))
    .filter(({ cells }) => cells.some((cell) => cell !== ''));
  return { headings, fields, rows };
}

/** Refuses columns that are no fields, and two that are one. */
export function checkColumns(kind: ImportKind, fields: readonly (string | null)[]): void {
  const taken = fields.filter((field) => field !== null);
  if (taken.some((field) => !isField(kind, field)))
    throw new Failure('unprocessable', 'One of the columns is matched to a field that doesn’t exist.');
  if (new Set(taken).size < taken.length)
    throw new Failure('unprocessable', 'Two columns are matched to the same field. Keep one of them.');
}

export function isField(kind: ImportKind, field: string): boolean {
  return columnsOf({ kind }).some((column) => column.field === field);
}

/** What a preview says of a table, with the rows that were asked for. */
export async function preview<Fields>(
  db: Tx,
  importer: Importer<Fields>,
  table: Table,
  wishes: Wishes,
  { show, from = 0, limit = 20 }: ImportPreviewQuery = {},
): Promise<ImportPreview> {
  const { problems, rows } = await checkTable(db, importer, table, wishes);
  const asked = rows.filter(({ alike, said }) => alike !== null && !alike.is_sure && said?.choice !== 'skip');
  const counts = Object.fromEntries(importRowStates.map((state) => [state, 0])) as ImportPreview['counts'];
  for (const { state } of rows) counts[state] += 1;
  const first = table.rows.slice(0, SHOWN_ROWS);
  const isThere = show !== undefined && counts[show] > 0;
  const showing = isThere
    ? show
    : (importRowStates.find((state) => state !== 'good' && counts[state] > 0) ?? null);
  const wanted = rows.filter(({ state }) => state === showing);
  // Where the last of a page was decided on, the page before it is shown.
  const start = Math.min(from, Math.floor(Math.max(0, wanted.length - 1) / limit) * limit);
  const shown: ImportRow[] = [];
  for (const row of wanted.slice(start, start + limit)) shown.push(await describe(db, importer, table, row));
  return {
    columns: table.headings.map((heading, at) => ({ heading, field: table.fields[at] ?? null })),
    fields: columnsOf(importer).map(({ field, title, isRequired = false, hint = '' }) => ({
      field,
      title,
      is_required: isRequired,
      hint,
    })),
    count: table.rows.length,
    rows: first.map(({ cells }) => cells),
    row_numbers: first.map(({ number }) => number),
    ...told(problems),
    duplicate_count: asked.length,
    duplicates: asked.slice(0, SHOWN_PROBLEMS).map(({ row, alike }) => ({ row, text: alike!.text })),
    decided: wishes.said.length,
    taken: rows.filter(({ becomes }) => becomes !== 'skip').length,
    alike: wishes.alike,
    counts,
    showing,
    shown,
  };
}

/** One row of a table as it stands; nothing, where the table has no such row. */
export async function previewRow<Fields>(
  db: Tx,
  importer: Importer<Fields>,
  table: Table,
  wishes: Wishes,
  number: number,
): Promise<ImportRow | undefined> {
  const { rows } = await checkTable(db, importer, table, wishes, number);
  const found = rows.find(({ row }) => row === number);
  return found && describe(db, importer, table, found);
}

async function describe<Fields>(
  db: Tx,
  importer: Importer<Fields>,
  { fields }: Table,
  checked: CheckedRow<Fields>,
): Promise<ImportRow> {
  const { row, name, cells, state, problems, alike, said, becomes } = checked;
  const isLost = problems.some(({ field }) => field === 'suburb');
  const suggestions = isLost ? await importer.suggestSuburbs?.(db, cells, fields) : undefined;
  return {
    row,
    name,
    cells,
    state,
    is_mended: (said?.cells ?? null) !== null,
    problems: problems.map(({ field, text }) => ({ field, text })),
    suggestions: [...(suggestions ?? [])],
    alike: alike && {
      text: alike.text,
      customer_id: alike.customer_id,
      like_row: alike.like_row,
      choices: [...alike.choices],
      suggested: alike.suggested,
    },
    choice: said?.choice ?? null,
    becomes,
  };
}

/** A row that is left out, cell by cell, with the reason. */
interface LeftOutRow {
  readonly row: number;
  readonly name: string;
  readonly cells: readonly string[];
  readonly text: string;
}

export interface LeftOut {
  readonly headings: readonly string[];
  readonly rows: readonly LeftOutRow[];
}

/** What an import writes. */
export interface Taken<Fields> {
  readonly things: readonly Fields[];
  /** How many rows they were. */
  readonly count: number;
  readonly leftOut: LeftOut;
}

/** The rows that can be taken in; all of them or none, unless those with problems are to be skipped. */
export async function takeTable<Fields>(
  db: Tx,
  importer: Importer<Fields>,
  table: Table,
  wishes: Wishes,
): Promise<Taken<Fields>> {
  const { problems, rows } = await checkTable(db, importer, table, wishes);
  if (problems.length > 0 && (!wishes.skips_problems || rows.length === 0))
    throw new Failure(
      'unprocessable',
      'Nothing was imported because some rows have problems. Fix them, then try again.',
      {
        data: told(problems),
      },
    );
  if (rows.length === 0) throw new Failure('unprocessable', 'There are no rows below the headings.');
  const decided = rows.flatMap(({ row, fields, becomes, alike }) =>
    becomes === 'skip' || fields === undefined ? [] : [{ row, fields, becomes, alike }],
  );
  if (decided.length === 0)
    throw new Failure(
      'unprocessable',
      rows.every(({ alike }) => alike !== null)
        ? 'There’s nothing to import: every row looks like one you already have.'
        : 'There’s nothing to import: every row has a problem, is skipped, or looks like one you already have.',
    );
  const things = importer.gather?.(decided) ?? decided.map(({ fields }) => fields);
  await checkRoom(db, importer.kind, things.filter((thing) => importer.adds?.(thing) ?? true).length);
  const out = rows.filter(({ becomes }) => becomes === 'skip');
  return { things, count: decided.length, leftOut: leftOutOf(importer, table, out) };
}

/** The same table again with the rows that are left out, so that they can be corrected and imported later. */
function leftOutOf<Fields>(
  importer: Importer<Fields>,
  { headings, fields, rows }: Table,
  out: readonly CheckedRow<Fields>[],
): LeftOut {
  const said = new Set(out.flatMap(({ said }) => Object.keys(said?.cells ?? {})));
  const added = columnsOf(importer).filter(({ field }) => said.has(field) && !fields.includes(field));
  const byNumber = new Map(rows.map(({ number, cells }) => [number, cells]));
  return {
    headings: [...headings, ...added.map(({ title }) => title)],
    rows: out.map(({ row, name, cells, text }) => ({
      row,
      name,
      text,
      cells: [
        ...headings.map((_, at) => {
          const field = fields[at] ?? null;
          return field === null ? withoutGuard(byNumber.get(row)![at] ?? '') : (cells[field] ?? '');
        }),
        ...added.map(({ field }) => cells[field] ?? ''),
      ],
    })),
  };
}

/** Writes what was taken in portions, and says after each how many rows are done. It is one command all the same, and one undo. */
export async function writeTaken<Fields>(
  write: Writer,
  importer: Importer<Fields>,
  { things, count }: Taken<Fields>,
  reserved: number | undefined,
  report: (done: number) => void,
): Promise<void> {
  for (let at = 0; at < things.length; at += PORTION) {
    const portion = things.slice(at, at + PORTION);
    await importer.write(write, portion, reserved === undefined ? undefined : reserved + at);
    report(Math.floor((count * (at + portion.length)) / things.length));
  }
}

interface ReadRow<Fields> {
  readonly row: number;
  readonly name: string;
  readonly cells: Cells;
  readonly said: SaidRow | undefined;
  readonly problems: readonly CellProblem[];
  /** Missing where there are problems. */
  readonly fields: Fields | undefined;
}

interface CheckedRow<Fields> extends ReadRow<Fields> {
  readonly state: ImportRow['state'];
  readonly alike: Alike | null;
  readonly becomes: ImportChoice;
  /** Why it is left out, where it is. */
  readonly text: string;
}

/** What becomes of every row, and what stands in the way; where `only` one is asked for, the others are not looked for among what is there. */
async function checkTable<Fields>(
  db: Tx,
  importer: Importer<Fields>,
  table: Table,
  { alike: general, said }: Wishes,
  only?: number,
): Promise<{ problems: ImportProblem[]; rows: CheckedRow<Fields>[] }> {
  const missing = columnsOf(importer).filter(
    ({ field, isRequired }) => isRequired && !table.fields.includes(field),
  );
  if (missing.length > 0) {
    const problems = missing.map(({ field, title }) => ({
      row: 1,
      field,
      text: `No column is matched to ${title}.`,
    }));
    return { problems, rows: [] };
  }
  const read = await readRows(db, importer, table, said);
  const good = read.flatMap(({ row, fields }) => (fields === undefined ? [] : [{ row, fields }]));
  const alike = new Map((await importer.alike?.(db, good, only))?.map((one) => [one.row, one]));
  const problems = read.flatMap(({ row, problems }) => problems.map((one) => ({ row, ...one })));
  const rows: CheckedRow<Fields>[] = [];
  await eachInPortions(read, (row) => rows.push(decide(row, alike.get(row.row) ?? null, general)));
  return { problems, rows };
}

async function readRows<Fields>(
  db: Tx,
  importer: Importer<Fields>,
  table: Table,
  said: readonly SaidRow[],
): Promise<ReadRow<Fields>[]> {
  const byRow = new Map(said.map((one) => [one.row, one]));
  const named = columnsOf(importer).find(({ isRequired }) => isRequired)?.field ?? '';
  const rows: { row: number; cells: Cells; said: SaidRow | undefined }[] = [];
  await eachInPortions(table.rows, ({ number, cells }) => {
    const said = byRow.get(number);
    rows.push({ row: number, cells: { ...byField(table.fields, cells), ...said?.cells }, said });
  });
  const parse = await importer.open(
    db,
    rows.map(({ cells }) => cells),
  );
  const read: ReadRow<Fields>[] = [];
  await eachInPortions(rows, (row) => {
    const parsed = parse(row.cells);
    read.push({
      ...row,
      name: (row.cells[named] ?? '').trim(),
      problems: 'problems' in parsed ? parsed.problems : [],
      fields: 'fields' in parsed ? parsed.fields : undefined,
    });
  });
  return read;
}

/** What becomes of a row: as somebody said of it, else as they said of all that look alike, else as it is suggested. */
function decide<Fields>(
  row: ReadRow<Fields>,
  alike: Alike | null,
  general: Wishes['alike'],
): CheckedRow<Fields> {
  const { problems, said } = row;
  const left = (state: ImportRow['state'], text: string) => ({
    ...row,
    alike,
    state,
    becomes: 'skip' as const,
    text,
  });
  const choice = said?.choice ?? null;
  if (problems.length > 0)
    return left(choice === 'skip' ? 'skipped' : 'problem', problems.map(({ text }) => text).join(' '));
  const state = alike ? (alike.is_sure ? 'site' : 'alike') : said?.cells ? 'mended' : 'good';
  if (choice === 'skip') return left(alike ? state : 'skipped', alike?.text ?? 'Skipped in the preview.');
  const isOnto = choice === 'site' || choice === 'update';
  if (isOnto && !(alike?.choices.includes(choice) && alike.customer_id === said!.customer_id))
    return left(
      alike ? 'alike' : 'skipped',
      'The customer it was to be added to has changed since. Decide again.',
    );
  const becomes = choice ?? (alike ? defaultOf(alike, general) : 'new');
  if (becomes === 'skip') return left(state, alike!.text);
  return { ...row, alike, state, becomes, text: '' };
}

function defaultOf({ is_sure, suggested, choices }: Alike, general: Wishes['alike']): ImportChoice {
  return is_sure || general === 'suggested' || !choices.includes(general) ? suggested : general;
}

function columnsOf({ kind }: Pick<Importer, 'kind'>): readonly ImportColumn[] {
  return records[kind].table.columns;
}

function byField(fields: readonly (string | null)[], cells: readonly string[]): Cells {
  return Object.fromEntries(
    fields.flatMap((field, at) => (field === null ? [] : [[field, withoutGuard(cells[at] ?? '')]])),
  );
}

function told(problems: readonly ImportProblem[]) {
  return { problem_count: problems.length, problems: problems.slice(0, SHOWN_PROBLEMS) };
}

import { DAY_MS } from '@muster/domain/values/minutes';
import type { AccountId } from '@muster/domain/values/ids';
import type {
  DiscardQuery,
  Import,
  ImportEdit,
  ImportPreview,
  ImportPreviewQuery,
  ImportRow,
  ImportRowEdit,
  NewImport,
} from '@muster/domain/work/imports/schema';
import { CSV_MARK, csvRow } from '../../../platform/http/answers/csv.ts';
import type { Command } from '../../../platform/changes/command.ts';
import { withAccount } from '../../../platform/db/account.ts';
import type { Db, Tx } from '../../../platform/db/executor.ts';
import { Failure } from '../../../platform/http/answers/errors.ts';
import { enqueue } from '../../../platform/tasks/outbox.ts';
import {
  checkColumns,
  type Importer,
  isField,
  preview,
  previewRow,
  readTableInTurn,
} from '../import-tables/service.ts';
import {
  countDrafts,
  countWaiting,
  deleteDraft,
  type Draft,
  editDraft,
  forgetOld,
  forgetTold as forgetToldByImports,
  insertImport,
  keepWaiting,
  lockImport,
  readDraft,
  readImport,
  readLeftOut,
  saveRow,
  startDraft,
} from './store.ts';

export { forgetToldByImports };

/** The task that runs an import. */
export const IMPORT = 'long import';

export interface ImportTask {
  readonly account: AccountId;
  readonly id: string;
}

/** What may wait for one account: as much as somebody brings who moves in from another product. */
const MOST_WAITING = 100;
const MOST_WAITING_BYTES = 100_000_000;
/** Of one kind, as they are listed. */
const MOST_DRAFTS = 20;
const KEPT_MS = 30 * DAY_MS;

/**
 * Asks for an import, once for each id: asked for again, it is told as it stands. One that failed begins anew. A draft waits for
 * whoever decides on its rows.
 */
export async function askForImport(
  db: Tx,
  { account, id, author, scenario = null, at }: Command,
  hash: Buffer,
  asked: NewImport,
): Promise<Import> {
  await lockImport(db, id);
  const known = await readImport(db, id);
  if (known?.command_hash && !known.command_hash.equals(hash)) throw new Failure('keyReused');
  if (known && known.row.state !== 'failed') return known.row;
  const { kind, name = '', is_draft = false } = asked;
  await forgetOld(db, { before: new Date(at.getTime() - KEPT_MS), anew: id });
  // Somebody may have decided on hundreds of rows of the oldest: none goes to make room.
  if (is_draft && (await countDrafts(db, kind)) >= MOST_DRAFTS)
    throw new Failure(
      'conflict',
      `There are ${MOST_DRAFTS} unfinished imports of ${kind} already. Finish or discard one, then try again.`,
    );
  const waiting = await countWaiting(db);
  if (waiting.count >= MOST_WAITING || waiting.bytes + asked.csv.length > MOST_WAITING_BYTES)
    throw new Failure(
      'tooMany',
      `${waiting.count} imports are already waiting. Wait until they’re done, then try again.`,
      { retryAfterSeconds: 60 },
    );
  await insertImport(db, { id, kind, name, hash, at, state: is_draft ? 'draft' : 'waiting' });
  await keepWaiting(db, { id, author, scenario, asked, at });
  if (!is_draft) await enqueue(db, IMPORT, { account, id } satisfies ImportTask);
  return (await readImport(db, id))!.row;
}

/** Hands a draft over, with all that was decided on it. Handed over again, it is told as it stands. */
export async function releaseDraft(
  db: Tx,
  { account, id, author, at }: Pick<Command, 'account' | 'id' | 'author' | 'at'>,
): Promise<Import> {
  await lockImport(db, id);
  const known = await readImport(db, id);
  if (!known) throw new Failure('notFound');
  if (known.row.state === 'failed') throw notDraft();
  if (known.row.state !== 'draft') return known.row;
  await startDraft(db, { id, author, at });
  await enqueue(db, IMPORT, { account, id } satisfies ImportTask);
  return (await readImport(db, id))!.row;
}

/** What a draft stands for as it is decided so far. */
export async function previewDraft(
  db: Db,
  account: AccountId,
  importerOf: ImporterOf,
  id: string,
  query: ImportPreviewQuery,
): Promise<ImportPreview> {
  const draft = await withAccount(db, account, (db) => openDraft(db, id));
  const table = await readTableInTurn(account, draft);
  return withAccount(
    db,
    account,
    (db) => preview(db, importerOf(draft.kind), table, draft, query),
    draft.scenario,
  );
}

type ImporterOf = (kind: NewImport['kind']) => Importer;

export async function editImport(db: Tx, id: string, edit: ImportEdit): Promise<Import> {
  await lockImport(db, id);
  const { kind } = await openDraft(db, id);
  if (edit.columns) checkColumns(kind, edit.columns);
  await editDraft(db, id, edit);
  return (await readImport(db, id))!.row;
}

/** Keeps what somebody says of a row, and says how the row stands then. */
export async function editImportRow(
  db: Db,
  account: AccountId,
  importerOf: ImporterOf,
  id: string,
  row: number,
  edit: ImportRowEdit,
): Promise<ImportRow> {
  const draft = await withAccount(db, account, async (db) => {
    await lockImport(db, id);
    const { kind, said } = await openDraft(db, id);
    if (Object.keys(edit.cells ?? {}).some((field) => !isField(kind, field)))
      throw new Failure('unprocessable', 'One of the cells is of a field that doesn’t exist.');
    const before = said.find((one) => one.row === row);
    const after = { row, cells: null, choice: null, customer_id: null, ...before, ...edit };
    if (edit.cells) after.cells = { ...before?.cells, ...edit.cells };
    // Whoever a row was to be added to may be somebody else once its cells are others; one that is skipped stays so.
    if (edit.cells !== undefined && edit.choice === undefined && after.choice !== 'skip') after.choice = null;
    await saveRow(db, id, after);
    return openDraft(db, id);
  });
  const table = await readTableInTurn(account, draft);
  const found = await withAccount(
    db,
    account,
    (db) => previewRow(db, importerOf(draft.kind), table, draft, row),
    draft.scenario,
  );
  if (!found) throw new Failure('notFound');
  return found;
}

/** With `undecided`, only what nobody has said anything of: whoever leaves a draft may know less of it than others do. */
export async function discardDraft(
  db: Tx,
  id: string,
  { undecided = false }: DiscardQuery = {},
): Promise<null> {
  await lockImport(db, id);
  const draft = await openDraft(db, id);
  if (!undecided || !isDecidedOn(draft)) await deleteDraft(db, id);
  return null;
}

function isDecidedOn({ said, columns, alike }: Draft): boolean {
  return said.length > 0 || columns !== undefined || alike !== 'suggested';
}

/** The rows that were left out, with the reasons, as a table that can be imported again. */
export async function leftOutCsv(db: Tx, id: string): Promise<{ name: string; parts: string[] }> {
  const found = await readLeftOut(db, id);
  if (!found) throw new Failure('notFound');
  const { kind, headings, rows } = found;
  return {
    name: `${kind}-left-out`,
    parts: [
      CSV_MARK + csvRow([...headings, 'Reason']),
      ...rows.map(({ cells, text }) => csvRow([...cells, text])),
    ],
  };
}

async function openDraft(db: Tx, id: string): Promise<Draft> {
  const draft = await readDraft(db, id);
  if (draft) return draft;
  throw (await readImport(db, id)) ? notDraft() : new Failure('notFound');
}

function notDraft(): Failure {
  return new Failure('unprocessable', 'This import has already started, so its rows can’t be changed.');
}

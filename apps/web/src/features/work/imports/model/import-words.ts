import { type ImportKind, importKinds, records } from '@muster/domain/records';

export function readKind(text: string): ImportKind | undefined {
  return importKinds.find((kind) => kind === text);
}

/** The first line of a table that has every column. */
export function headingsOf(kind: ImportKind): string {
  return records[kind].table.columns.map(({ title }) => title).join(',');
}

/** A command's id in the shape that the server asks progress by. */
export function asUuid(hex: string): string {
  return hex.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5');
}

/** Whether every field that is needed has a column, and none has two. */
export function columnProblem(
  columns: readonly (string | null)[],
  fields: readonly { field: string; title: string; is_required: boolean }[],
): string | undefined {
  const missing = fields.find(({ field, is_required }) => is_required && !columns.includes(field));
  if (missing) return `Choose the column for ${missing.title}.`;
  const twice = fields.find(({ field }) => columns.filter((one) => one === field).length > 1);
  return twice && `Two columns are matched to ${twice.title}. Choose one of them.`;
}

/** What is wrong or striking about the rows of a preview, by their numbers. */
export function rowMarks({ problems, duplicates }: Marked): Map<number, { kind: Mark; text: string }> {
  const told = [
    ...duplicates.map(({ row, text }) => ({ row, text, kind: 'duplicate' as const })),
    ...problems.map(({ row, text }) => ({ row, text, kind: 'problem' as const })),
  ];
  return new Map(told.map(({ row, text, kind }) => [row, { kind, text }]));
}

type Mark = 'duplicate' | 'problem';

interface Marked {
  problems: readonly { row: number; text: string }[];
  duplicates: readonly { row: number; text: string }[];
}

/** "3 rows were left out. ". */
export function leftOutWords(count: number): string {
  if (count === 0) return '';
  return `${count === 1 ? '1 row was' : `${count.toLocaleString('en-AU')} rows were`} left out. `;
}

/** What the lists of rows are called that somebody may want to look at. */
export const stateWords = {
  problem: 'Problems',
  alike: 'Look alike',
  skipped: 'Skipped',
  mended: 'Fixed',
  site: 'New sites',
} as const;

export type ListedState = keyof typeof stateWords;

const updates = { update: 'Update', skip: 'Leave out' } as const;

/** What can become of a row that looks like something that is there. */
export function choiceWords(kind: ImportKind) {
  return kind === 'customers'
    ? ({ site: 'Add as a site', update: 'Update customer', new: 'Add as new', skip: 'Leave out' } as const)
    : updates;
}

/** The cells of a row beside its name, as far as there are any: "0412 345 678 · 12 Church Street · Ryde". */
export function cellsInWords(cells: Readonly<Record<string, string>>, except: string): string {
  return Object.entries(cells)
    .filter(([field, text]) => field !== except && text.trim() !== '')
    .map(([, text]) => text.trim())
    .join(' · ');
}

/** How far an import is: "500 of 2,000 rows.". */
export function progressWords(state: string | undefined, done: number, total: number): string {
  if (state === 'waiting') return 'Waiting for its turn.';
  if (total === 0) return 'Reading the table.';
  if (done === total) return 'Finishing.';
  return `${done.toLocaleString('en-AU')} of ${total.toLocaleString('en-AU')} rows.`;
}

/** "1 technician", "12,004 jobs"; of customers rows, because a row may be one more site. */
export function countWords(count: number, kind: ImportKind): string {
  if (kind === 'customers') return count === 1 ? '1 row' : `${count.toLocaleString('en-AU')} rows`;
  return count === 1 ? `1 ${kind.replace(/s$/, '')}` : `${count.toLocaleString('en-AU')} ${kind}`;
}

/** "1 technician imported". */
export function doneWords(count: number, kind: ImportKind): string {
  return `${countWords(count, kind)} imported`;
}

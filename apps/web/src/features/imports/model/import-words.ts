import { importColumns, type ImportKind, importKinds } from '@muster/domain/imports/columns';

export function readKind(text: string): ImportKind | undefined {
  return importKinds.find((kind) => kind === text);
}

/** The first line of a table that has every column. */
export function headingsOf(kind: ImportKind): string {
  return importColumns[kind].map(({ title }) => title).join(',');
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
  if (missing) return `Choose the column that holds ${missing.title}.`;
  const twice = fields.find(({ field }) => columns.filter((one) => one === field).length > 1);
  return twice && `Two columns are matched with ${twice.title}. Choose one of them.`;
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

/** "3 rows were left out, because they look like what is there. ". */
export function leftOutWords(count: number): string {
  if (count === 0) return '';
  return count === 1
    ? 'One row was left out, because it looks like what is there. '
    : `${count.toLocaleString('en-AU')} rows were left out, because they look like what is there. `;
}

/** "1 customer", "12,004 customers". */
export function countWords(count: number, kind: ImportKind): string {
  return count === 1 ? `1 ${kind.replace(/s$/, '')}` : `${count.toLocaleString('en-AU')} ${kind}`;
}

/** "1 customer is imported". */
export function doneWords(count: number, kind: ImportKind): string {
  return `${countWords(count, kind)} ${count === 1 ? 'is' : 'are'} imported`;
}

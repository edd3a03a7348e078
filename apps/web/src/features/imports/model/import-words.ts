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

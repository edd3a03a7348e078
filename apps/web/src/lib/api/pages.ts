/** A list as it has been read so far, page by page. */
export interface Pages<Row> {
  readonly pages: readonly { readonly rows: readonly Row[]; readonly next: string | null }[];
}

interface ChangedRow {
  readonly table: string;
  readonly id: string;
  readonly version: number;
  /** The fields that changed; null where the row is gone. */
  readonly fields: Record<string, unknown> | null;
}

/**
 * The pages with what the live stream tells of their rows: somebody who has scrolled through thousands sees a colleague's change at
 * once, without all of them being read again. The same pages where it tells nothing of them.
 */
export function patchPages<T extends Pages<{ id: string; version: number }>>(
  known: T,
  table: string,
  entries: readonly ChangedRow[],
): T {
  const changed = new Map(entries.filter((entry) => entry.table === table).map((entry) => [entry.id, entry]));
  if (!known.pages.some(({ rows }) => rows.some(({ id }) => changed.has(id)))) return known;
  const pages = known.pages.map((page) => ({
    ...page,
    rows: page.rows.flatMap((row) => {
      const entry = changed.get(row.id);
      if (!entry || entry.version <= row.version) return [row];
      return entry.fields === null ? [] : [{ ...row, ...entry.fields, version: entry.version }];
    }),
  }));
  return { ...known, pages };
}

/** Beyond so many pages a list is not read again as a whole because one of its rows has changed. */
export const mostPagesReadAgain = 5;

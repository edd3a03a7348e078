import type { AnyTable, TrackedTable, Writer } from './tracked.ts';

/** Rows of any table, for a command that fills many of them at once, as an import of a whole business does. */
export async function insertInto(write: Writer, table: AnyTable, rows: readonly object[]): Promise<void> {
  await write.insert(table as unknown as TrackedTable, rows);
}

export async function removeFrom(write: Writer, table: AnyTable, ids: readonly string[]): Promise<void> {
  for (const id of ids) await write.remove(table as unknown as TrackedTable, id);
}

export async function changeIn(
  write: Writer,
  table: AnyTable,
  ids: readonly string[],
  fields: object,
): Promise<void> {
  for (const id of ids) await write.update(table as unknown as TrackedTable, id, fields);
}

import type { LongUndo } from '@muster/domain/basics/changes/schema';
import type { Import } from '@muster/domain/work/imports/schema';
import { buildTasks } from '../../src/app.ts';
import type { Deps } from '../../src/platform/deps.ts';
import { readSettings } from '../../src/settings.ts';
import type { TestDatabase } from '../database.ts';
import { silentLog } from '../silent-log.ts';
import { testFiles } from './files.ts';
import type { schedulerOf } from './scheduler.ts';

/** Does the long work that was handed to the background, and what follows from it, without a queue. */
export async function doLongTasks({ database, asOwner }: TestDatabase): Promise<void> {
  const deps = { settings: readSettings({}), database, files: testFiles(), log: silentLog, now: Date.now };
  const tasks = buildTasks(deps as unknown as Deps);
  for (;;) {
    const { rows } = await asOwner<{ id: string; topic: string; payload: object }>(
      `delete from outbox where topic like 'long %' returning id, topic, payload`,
    );
    if (rows.length === 0) return;
    for (const { id, topic, payload } of rows) await tasks[topic]!(payload, id);
  }
}

/** Imports a table, and says what became of it. */
export async function imported(
  here: TestDatabase,
  by: Awaited<ReturnType<typeof schedulerOf>>,
  table: object,
  key?: string,
): Promise<Import> {
  const asked = await by.post('/imports', table, key);
  if (asked.status !== 200) throw new Error(`no import: ${asked.message}`);
  await doLongTasks(here);
  return (await by.get(`/imports/${(asked.data as Import).id}`)).data;
}

/** Takes a large change back, and says what became of that. */
export async function undoneLong(
  here: TestDatabase,
  by: Awaited<ReturnType<typeof schedulerOf>>,
  change: number,
): Promise<LongUndo> {
  const asked = await by.post(`/changes/${change}/undo`);
  if (asked.status !== 202) throw new Error(`no long undo: ${asked.status} ${asked.message}`);
  await doLongTasks(here);
  return (await by.get(`/undos/${(asked.data as LongUndo).id}`)).data;
}

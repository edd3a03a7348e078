import type { AccountId } from '@muster/domain/values/ids';
import type { ImportProblem } from '@muster/domain/work/imports/schema';
import type { Logger } from 'pino';
import { type Command, runCommand } from '../../../platform/changes/command.ts';
import { withAccount } from '../../../platform/db/account.ts';
import type { Db } from '../../../platform/db/executor.ts';
import type { Deps } from '../../../platform/deps.ts';
import type { Failure } from '../../../platform/http/answers/errors.ts';
import { doLongWork, tellProgress } from '../../../platform/tasks/long-work.ts';
import type { Task } from '../../../platform/tasks/queue.ts';
import {
  type AnyImporter,
  type Importer,
  readTable,
  takeTable,
  writeTaken,
} from '../import-tables/service.ts';
import { IMPORT, type ImportTask } from './service.ts';
import { beginImport, endImport, type Imported, insertLeftOut, noteProgress, type Waiting } from './store.ts';

const FAULT =
  'The import failed because of a fault at our end. Nothing was imported. We’ve logged it; try again.';

/**
 * Runs an import: reads its table, looks at every row, and writes what becomes of them as one command. Whatever ends in between, nothing of it
 * is there, and the next try begins from the table again; or all of it is there, and the next try finds the change.
 */
export function importTasks(
  { database: { db }, log }: Pick<Deps, 'database' | 'log'>,
  known: readonly AnyImporter[],
): Readonly<Record<string, Task>> {
  const importers = new Map(known.map((importer) => [importer.kind, importer as unknown as Importer]));
  return {
    [IMPORT]: async (payload, _, signal) => {
      const { account, id } = payload as ImportTask;
      const waiting = await withAccount(db, account, (db) => beginImport(db, id));
      if (!waiting) return;
      const importer = importers.get(waiting.asked.kind)!;
      await doLongWork({
        tries: waiting.tries,
        fault: FAULT,
        signal,
        log,
        async work() {
          const { count, left_out } =
            waiting.before ?? (await run(db, { account, id, waiting, importer, log, signal }));
          await withAccount(db, account, (db) => endImport(db, id, { state: 'done', done: count, left_out }));
        },
        async fail(reason) {
          const end = { state: 'failed', problem: reason.message, ...problemsOf(reason) } as const;
          await withAccount(db, account, (db) => endImport(db, id, end));
        },
      });
    },
  };
}

interface Run<Fields> {
  readonly account: AccountId;
  readonly id: string;
  readonly waiting: Waiting;
  readonly importer: Importer<Fields>;
  readonly log: Logger;
  readonly signal: AbortSignal | undefined;
}

async function run<Fields>(
  db: Db,
  { account, id, waiting, importer, log, signal }: Run<Fields>,
): Promise<Imported> {
  const { asked, author, scenario, at } = waiting;
  const table = await readTable(asked);
  const total = table.rows.length;
  const progress = tellProgress(
    (done) => withAccount(db, account, (db) => noteProgress(db, id, { total, done })),
    log,
  );
  try {
    const taken = await withAccount(db, account, (db) => takeTable(db, importer, table, asked), scenario);
    const reserved =
      importer.reserve &&
      (await withAccount(db, account, (db) => importer.reserve!(db, taken.things.length)));
    const command: Command = {
      account,
      scenario,
      id,
      kind: `${asked.kind} imported`,
      // What was asked was compared when it was asked for; the id is this import's own.
      body: asked.kind,
      author,
      at,
    };
    const { answer } = await runCommand(db, command, async (write) => {
      await writeTaken(write, importer, taken, reserved, (done) => {
        signal?.throwIfAborted();
        progress.note(done);
      });
      await insertLeftOut(write.db, id, taken.leftOut);
      return { count: taken.count, left_out: taken.leftOut.rows.length } satisfies Imported;
    });
    return answer;
  } finally {
    await progress.end();
  }
}

/** What stands in the way row by row, where the refusal names it. */
function problemsOf({ data }: Failure): { problem_count: number; problems: readonly ImportProblem[] } {
  const told: { problems?: ImportProblem[]; problem_count?: number } | null = data;
  return { problem_count: told?.problem_count ?? 0, problems: told?.problems ?? [] };
}

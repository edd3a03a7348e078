import { DAY_SECONDS, HOUR_SECONDS } from '@muster/domain/values/minutes';
import type { Client } from 'pg';
import { getConstructionPlans, getMigrationPlans } from 'pg-boss';
import bossPackage from 'pg-boss/package.json' with { type: 'json' };

export const QUEUE_SCHEMA = 'pgboss';
/** One queue for all topics: a new kind of task needs no change of the schema. */
export const TASKS = 'tasks';
/** But for those that wait for programs of strangers: however slow these are, mails do not wait behind them. */
export const OUTSIDE_TASKS = 'outside_tasks';
/** And for those that read, draw and store files: pictures and documents. One account has one of them running at a time. */
export const FILE_TASKS = 'file_tasks';
/** And for films, which take minutes each: what is looked at in a second does not wait behind them. */
export const FILM_TASKS = 'film_tasks';
/** And for work that grows with a business, an import for one: it takes minutes, and one account has one of it running at a time. */
export const LONG_TASKS = 'long_tasks';
/** Where a task goes that failed every time: kept for a person to look at, and to send again. */
export const FAILED_TASKS = 'failed_tasks';

const usual = {
  policy: 'standard',
  deadLetter: FAILED_TASKS,
  // 5 s doubling up to an hour, then every hour: a mail server may be down for a long weekend before we give up.
  retryLimit: 100,
  retryDelay: 5,
  retryBackoff: true,
  retryDelayMax: HOUR_SECONDS,
  // A task whose process died is given to another after this long.
  expireInSeconds: 300,
  deleteAfterSeconds: 7 * DAY_SECONDS,
};
/** Long work says every few seconds that it is alive, so that it may take an hour and is still soon missed when its process dies. */
const long = { ...usual, retryDelayMax: 60, expireInSeconds: HOUR_SECONDS, heartbeatSeconds: 20 };

const queues = [
  // Of pg-boss itself, by which it does what is due at a time.
  { name: '__pgboss__send-it', options: { policy: 'standard' } },
  { name: FAILED_TASKS, options: { policy: 'standard', retentionSeconds: 90 * DAY_SECONDS } },
  ...[TASKS, OUTSIDE_TASKS, FILE_TASKS].map((name) => ({ name, options: usual })),
  ...[FILM_TASKS, LONG_TASKS].map((name) => ({ name, options: long })),
];

/**
 * Makes the queue's tables and queues as the owner, so that serving needs no more than rows. The caller holds the lock.
 * The plans commit their own transaction, so the rest is done at every start: the last start may have died in between.
 */
export async function prepareQueue(owner: Client, appRole: string): Promise<void> {
  const version = await installedVersion(owner);
  if (version === undefined) await owner.query(getConstructionPlans(QUEUE_SCHEMA));
  else if (version !== bossPackage.pgboss.schema) await owner.query(getMigrationPlans(QUEUE_SCHEMA, version));
  for (const { name, options } of queues) {
    // Does not change a queue that exists.
    await owner.query(`select ${QUEUE_SCHEMA}.create_queue($1, $2)`, [name, options]);
    if ('retryLimit' in options)
      await owner.query(`update ${QUEUE_SCHEMA}.queue set retry_limit = $2 where name = $1`, [
        name,
        options.retryLimit,
      ]);
  }
  const role = owner.escapeIdentifier(appRole);
  await owner.query(
    `grant usage on schema ${QUEUE_SCHEMA} to ${role};
     grant select, insert, update, delete on all tables in schema ${QUEUE_SCHEMA} to ${role};`,
  );
}

export async function installedVersion(owner: Client): Promise<number | undefined> {
  const { rows: found } = await owner.query<{ version: string | null }>(
    `select to_regclass('${QUEUE_SCHEMA}.version') as version`,
  );
  if (!found[0]?.version) return undefined;
  const { rows } = await owner.query<{ version: number }>(`select version from ${QUEUE_SCHEMA}.version`);
  return rows[0]?.version;
}

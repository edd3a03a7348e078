import { Client } from 'pg';
import { getConstructionPlans } from 'pg-boss';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { copyDatabase } from '../../../test/database.ts';
import { silentLog } from '../../../test/silent-log.ts';
import { until } from '../../../test/until.ts';
import { enqueue } from '../tasks/outbox.ts';
import { startQueue } from '../tasks/queue.ts';
import { connect } from './connect.ts';
import { transaction } from './transaction.ts';
import { QUEUE_SCHEMA, TASKS } from './queue-schema.ts';
import { testKeys } from '../../../test/test-keys.ts';

let place: Awaited<ReturnType<typeof copyDatabase>>;
beforeEach(async () => {
  place = await copyDatabase({ empty: true });
});
afterEach(() => place.remove());

test('a queue of an older Muster is tried as often as this one wants', async () => {
  const limits = async () => {
    const owner = new Client({ connectionString: place.ownerUrl });
    await owner.connect();
    const { rows } = await owner.query(`select retry_limit from ${QUEUE_SCHEMA}.queue where name = $1`, [
      TASKS,
    ]);
    await owner.query(`update ${QUEUE_SCHEMA}.queue set retry_limit = 10`);
    await owner.end();
    return rows;
  };
  for (let start = 0; start < 2; start += 1) {
    await (await connect({ ownerUrl: place.ownerUrl, log: silentLog, keys: testKeys })).close();
    expect(await limits()).toEqual([{ retry_limit: 100 }]);
  }
});

test('a start that was killed after the tables of the queue were made is finished by the next one', async () => {
  const owner = new Client({ connectionString: place.ownerUrl });
  await owner.connect();
  await owner.query(getConstructionPlans(QUEUE_SCHEMA));
  await owner.end();

  for (let start = 0; start < 2; start += 1) {
    const database = await connect({ ownerUrl: place.ownerUrl, log: silentLog, keys: testKeys });
    const done: unknown[] = [];
    const queue = await startQueue({
      database,
      log: silentLog,
      tasks: { greet: async (payload) => void done.push(payload) },
    });
    await transaction(database.db, (db) => enqueue(db, 'greet', { start }));
    await until(() => done.length > 0);
    expect(done).toEqual([{ start }]);
    await queue.stop();
    await database.close();
  }
});

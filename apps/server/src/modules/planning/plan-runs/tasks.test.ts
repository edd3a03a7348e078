import { randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';
import { testDatabase } from '../../../../test/database.ts';
import { silentLog } from '../../../../test/silent-log.ts';
import { until } from '../../../../test/until.ts';
import { transaction } from '../../../platform/db/transaction.ts';
import { PROCESSES, tellOf } from '../../../platform/live/event-log.ts';
import { startLive } from '../../../platform/live/hub.ts';
import { createLog } from '../../../platform/log.ts';
import { readSettings } from '../../../settings.ts';
import { ASKED } from './service.ts';
import { startPlanner } from './tasks.ts';

test('a fault in looking for runs is in the log, and not only in runs that nobody begins', async () => {
  const here = await testDatabase();
  const { database } = here;
  const lines: string[] = [];
  const log = createLog('warn', { write: (line) => void lines.push(line) });
  const live = await startLive({ database, log: silentLog });
  const planner = startPlanner({ database, live, log, now: Date.now, settings: readSettings({}) });
  await here.asOwner('alter table plan_turns rename to lost');
  try {
    await transaction(database.db, async (db) => tellOf(db, PROCESSES, { event: ASKED, id: randomUUID() }));
    const [line] = await until(async () => (lines.length > 0 ? lines : undefined));
    expect(JSON.parse(line!)).toMatchObject({ level: 50, msg: 'Couldn’t look for plan runs.' });
  } finally {
    await here.asOwner('alter table lost rename to plan_turns');
    await planner.close();
    await live.close();
    await here.drop();
  }
});

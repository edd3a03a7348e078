import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { doLongTasks } from '../../../test/setups/long-tasks.ts';
import { schedulerOf } from '../../../test/setups/scheduler.ts';
import { changeOf, DEMO, MONDAY, openWork, type Work } from '../../../test/setups/work.ts';
import { silentLog } from '../../../test/silent-log.ts';
import { tablesWith } from '../../../test/tables-with.ts';
import { connect } from '../db/connect.ts';
import { cleaningTask, CLEANED } from '../tasks/cleaning.ts';
import { testKeys } from '../../../test/test-keys.ts';

/** Noon on 10 October 2024, two years before. */
const LONG_AGO = Date.parse('2024-10-10T02:00:00Z');

let work: Work;
let owner: Work['owner'];
beforeAll(async () => {
  work = await openWork({ now: LONG_AGO });
  owner = work.owner;
  await work.here.asOwner(`select add_log_months('2024-10-01', '2024-11-01')`);
});
afterAll(async () => {
  // Whoever has this database next finds the months that every database has.
  for (const month of ['2024_10', '2024_11'])
    await work.here.asOwner(`drop table change_entries_${month}, change_answers_${month}`);
  await work.close();
});

/** Sessions do not last for years. */
async function goTo(now: number): Promise<void> {
  work.clock.now = now;
  owner = await schedulerOf(work.app, 'owner@example.com');
}

/** Where what a change did lies, and what was answered. */
async function partitionsOf(number: number): Promise<string[]> {
  await work.here.asOwner(`select set_config('muster.account', $1, false)`, [DEMO]);
  const { rows } = await work.here.asOwner<{ name: string }>(
    `select tableoid::regclass::text as name from change_entries where number = $1
      union select tableoid::regclass::text from change_answers where number = $1 order by 1`,
    [number],
  );
  return rows.map(({ name }) => name);
}

test('what was changed two years ago lies in its month, is told in the history, known by its command, too old to undo, and erased with whom it told of', async () => {
  await goTo(LONG_AGO);
  const word = `q${randomUUID().slice(0, 8)}`;
  const [fields, key] = [{ name: `Jane ${word}`, contacts: [{ name: `Joe ${word}` }] }, randomUUID()];
  const made = await owner.post('/customers', fields, key);
  const { id } = (made.data as { row: { id: string } }).row;
  const edited = await owner.patch(`/customers/${id}`, { version: 1, note: `${word} again` });
  expect(await partitionsOf(changeOf(made))).toEqual(['change_answers_2024_10', 'change_entries_2024_10']);

  await goTo(MONDAY);
  const now = await owner.patch(`/customers/${id}`, { version: 2, phone: '0491 570 737' });
  expect(await partitionsOf(changeOf(now))).toEqual(['change_answers_2026_11', 'change_entries_2026_11']);
  // Whoever has the row as it was then is told what has happened since, through all months.
  const stale = await owner.patch(`/customers/${id}`, { version: 1, name: 'Late' });
  expect(stale).toMatchObject({ status: 409, data: { base: { note: '', version: 1 } } });

  const told = async () =>
    (
      (await owner.get(`/changes?subject=${id}`)).data as {
        rows: { number: number; entries: { label: string; after: object }[] }[];
      }
    ).rows;
  expect((await told()).map(({ number }) => number)).toEqual([now, edited, made].map(changeOf));
  expect((await told())[1]!.entries).toMatchObject([
    { label: `Jane ${word}`, after: { note: `${word} again` } },
  ]);

  expect(await owner.post('/customers', fields, key)).toEqual(made);
  expect(await owner.post('/customers', { name: 'Other' }, key)).toMatchObject({ status: 422 });
  expect(await owner.post(`/changes/${changeOf(edited)}/undo`)).toMatchObject({
    status: 422,
    message: expect.stringContaining('30 days'),
  });
  expect(await owner.post(`/changes/${changeOf(now)}/undo`)).toMatchObject({ status: 200 });

  expect((await owner.post(`/customers/${id}/erase`)).status).toBe(200);
  await doLongTasks(work.here);
  expect(await tablesWith(work.here, DEMO, word)).toEqual([]);
  expect((await told()).at(-2)!.entries).toMatchObject([{ label: 'Erased', after: { note: '' } }]);
});

test('months never go back: after a clock that ran ahead, what is newer is found by an undo', async () => {
  await goTo(MONDAY);
  const added = await owner.post('/technicians', { name: 'Kai' });
  const { id } = (added.data as { row: { id: string } }).row;
  await goTo(Date.parse('2031-05-05T00:00:00Z'));
  const ahead = await owner.patch(`/technicians/${id}`, { version: 1, note: 'ahead' });
  expect(await partitionsOf(changeOf(ahead))).toEqual(['change_answers_other', 'change_entries_other']);
  await goTo(MONDAY);
  const after = await owner.patch(`/technicians/${id}`, { version: 2, note: 'mended' });
  expect(await partitionsOf(changeOf(after))).toEqual(['change_answers_other', 'change_entries_other']);
  expect(await owner.post(`/changes/${changeOf(ahead)}/undo`)).toMatchObject({
    status: 409,
    data: { newer: { number: changeOf(after) } },
  });
  // When the month comes, what lies among the others moves there.
  await work.here.asOwner(`select add_log_months('2031-05-01', '2031-05-01')`);
  expect(await partitionsOf(changeOf(ahead))).toEqual(['change_answers_2031_05', 'change_entries_2031_05']);
  expect(await owner.post(`/changes/${changeOf(after)}/undo`)).toMatchObject({ status: 200 });
  await work.here.asOwner('drop table change_entries_2031_05, change_answers_2031_05');
});

test('each start, and every hour of a server that runs on, makes the months to come, guarded and closed to whoever serves', async () => {
  const { asOwner, ownerUrl, database } = work.here;
  const ahead = async () =>
    (
      await asOwner<{ name: string }>(
        `select c.relname as name from pg_inherits i join pg_class c on c.oid = i.inhrelid
          where i.inhparent = 'change_entries'::regclass and c.relrowsecurity and c.relforcerowsecurity
            and c.relname > to_char(now() at time zone 'UTC', '"change_entries_"YYYY_MM') and c.relname ~ '\\d$' order by 1`,
      )
    ).rows.map(({ name }) => name);
  const months = await ahead();
  expect(months).toHaveLength(3);
  const drop = () => asOwner(`drop table ${months[0]}, ${months[2]}`);

  await drop();
  await (await connect({ ownerUrl, log: silentLog, keys: testKeys })).close();
  expect(await ahead()).toEqual(months);
  await drop();
  await cleaningTask({ database, now: Date.now }, [])[CLEANED]!({}, '');
  expect(await ahead()).toEqual(months);

  await expect(database.pool.query(`select from ${months[0]}`)).rejects.toThrow(/permission denied/);
  await expect(database.pool.query(`select add_log_months('0001-01-01', now()::date)`)).rejects.toThrow(
    /permission denied/,
  );
});

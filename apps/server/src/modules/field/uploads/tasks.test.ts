import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { pino } from 'pino';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { testFiles } from '../../../../test/setups/files.ts';
import type { Filing } from '../../../../test/setups/filing.ts';
import { openFiling } from '../../../../test/setups/filing.ts';
import { s3Server } from '../../../../test/services/s3-server.ts';
import { silentLog } from '../../../../test/silent-log.ts';
import { DEMO } from '../../../../test/setups/work.ts';
import type { FileStorage } from '../../../platform/files/storage.ts';
import { s3Storage } from '../../../platform/files/storage.ts';
import { sweepFiles } from './tasks.ts';

const DAY_MS = 86_400_000;
const HALF = 'Half of it.'.repeat(2_000).slice(0, 20_000);

let store: Awaited<ReturnType<typeof s3Server>>;
const open: Filing[] = [];
beforeAll(async () => {
  store = await s3Server();
});
afterAll(async () => {
  for (const filing of open) await filing.work.close();
  await store.close();
});

async function openOn(storage: FileStorage): Promise<Filing> {
  const filing = await openFiling({ storage });
  open.push(filing);
  return filing;
}

async function keysIn(storage: FileStorage): Promise<string[]> {
  return (await Array.fromAsync(storage.list())).map(({ key }) => key).toSorted();
}

test.each(['folder', 's3'])(
  'what nobody needs is swept away after its time, and nothing else: %s',
  async (kind) => {
    const storage = kind === 's3' ? s3Storage(store.url) : testFiles();
    const filing = await openOn(storage);
    // The store has a clock of its own.
    filing.work.clock.now = Date.now();
    const { database } = filing.work.here;
    const owner = await filing.senderOf('owner@example.com');
    const { id: visit } = await filing.work.addVisit();
    const about = (name: string, id: string = randomUUID()) => ({
      subject: 'visit',
      subject_id: visit,
      name,
      id,
    });
    const kept = await owner.send(Buffer.from('Keep me'), about('kept.txt'));
    const deleted = await owner.send(Buffer.from('Delete me'), about('deleted.txt'));
    await owner.call('DELETE', `files/${deleted.id}`, { 'idempotency-key': randomUUID() });
    const refused = await owner.send(Buffer.from('MZ\0\0 program'), about('refused.exe'));
    const half = about('half.txt');
    await owner.begin(30_000, half);
    await owner.patch(half.id, 0, HALF);
    // Something died between storing a piece and writing it down.
    await storage.put(DEMO, randomUUID(), Buffer.from('nobody knows me'));
    const before = await keysIn(storage);
    expect(before).toHaveLength(5);

    const sweepAt = async (days: number) => {
      const now = new Date(Date.now() + days * DAY_MS);
      await sweepFiles({ database, files: storage, log: silentLog }, now);
      await filing.look();
      return (await keysIn(storage)).length;
    };
    expect(await sweepAt(0)).toBe(5);
    expect(await sweepAt(2)).toBe(3);
    expect(await sweepAt(40)).toBe(1);
    expect(await owner.show(refused.id)).toMatchObject({ state: 'refused', bytes: 0 });
    const left = await owner.call('GET', `files/${kept.id}/content`);
    expect(await left.text()).toBe('Keep me');
    expect(await owner.show(deleted.id)).toMatchObject({ bytes: 0 });
    expect((await owner.call('GET', `files/${deleted.id}/content`)).status).toBe(404);
  },
);

test('an id that has become a file is nobody’s to begin again, and what is given up leaves nothing', async () => {
  const storage = testFiles();
  const filing = await openOn(storage);
  filing.work.clock.now = Date.now();
  const owner = await filing.senderOf('owner@example.com');
  const { id: visit } = await filing.work.addVisit();
  const about = { subject: 'visit', subject_id: visit, name: 'kept.txt' };
  const kept = await owner.send(Buffer.from('Keep me'), about);
  // The upload is forgotten after a day; the file is not.
  filing.work.clock.now += 2 * DAY_MS;
  expect((await owner.begin(7, { ...about, id: kept.id })).status).toBe(409);
  await sweepFiles(
    { database: filing.work.here.database, files: storage, log: silentLog },
    new Date(filing.work.clock.now + DAY_MS),
  );
  expect(await (await owner.call('GET', `files/${kept.id}/content`)).text()).toBe('Keep me');

  const given = { ...about, id: randomUUID() };
  await owner.begin(30_000, given);
  await owner.patch(given.id, 0, HALF);
  expect(await keysIn(storage)).toHaveLength(2);
  expect((await owner.call('DELETE', `uploads/${given.id}`)).status).toBe(204);
  await filing.look();
  expect(await keysIn(storage)).toHaveLength(1);
  // Begun again under the same name, it begins at nothing; so it does a day after it was left.
  expect((await owner.begin(30_000, given)).status).toBe(201);
  expect((await owner.patch(given.id, 0, HALF)).status).toBe(204);
  filing.work.clock.now += 2 * DAY_MS;
  expect((await owner.begin(30_000, given)).status).toBe(201);
  const asked = await owner.call('HEAD', `uploads/${given.id}`);
  expect(asked.headers.get('upload-offset')).toBe('0');
});

test('an upload ends a day after its last piece, not after its beginning', async () => {
  const storage = testFiles();
  const filing = await openOn(storage);
  const { clock, here } = filing.work;
  clock.now = Date.now();
  const owner = await filing.senderOf('owner@example.com');
  const { id: visit } = await filing.work.addVisit();
  const id = randomUUID();
  await owner.begin(60_000, { id, subject: 'visit', subject_id: visit, name: 'slow.txt' });
  for (const [at, piece] of ['F', 'T', 'L'].map((letter) => letter.repeat(20_000)).entries()) {
    clock.now += 0.75 * DAY_MS;
    await sweepFiles({ database: here.database, files: storage, log: silentLog }, new Date(clock.now));
    expect((await owner.patch(id, at * piece.length, piece)).status).toBe(204);
  }
  await filing.look();
  expect(await (await owner.call('GET', `files/${id}/content`)).text()).toBe(
    'F'.repeat(20_000) + 'T'.repeat(20_000) + 'L'.repeat(20_000),
  );
});

test('while the store is away nothing is called received, and the same bytes arrive afterwards', async () => {
  const filing = await openOn(s3Storage(store.url));
  const owner = await filing.senderOf('owner@example.com');
  const { id: visit } = await filing.work.addVisit();
  const id = randomUUID();
  await owner.begin(5, { id, subject: 'visit', subject_id: visit, name: 'late.txt' });
  store.breakDown(true);
  expect((await owner.patch(id, 0, 'Hello')).status).toBe(503);
  store.breakDown(false);
  expect((await owner.patch(id, 0, 'Hello')).status).toBe(204);
  await filing.look();
  expect(await (await owner.call('GET', `files/${id}/content`)).text()).toBe('Hello');
});

test('a database that knows too little of what is stored sweeps nothing away, and says so', async () => {
  const keys = new Set<string>();
  const storedAt = new Date('2026-01-01');
  const storage: FileStorage = {
    ...testFiles(),
    remove: async (_account, key) => void keys.delete(key),
    async *list() {
      for (const key of keys) yield { account: DEMO, key, storedAt };
    },
  };
  const filing = await openOn(storage);
  const { here, inside } = filing.work;
  const { rows: known } = await inside((db) =>
    sql<{ key: string }>`
      insert into file_pieces (account_id, file_id, part, start, bytes, key)
      select current_account(), ${randomUUID()}, 'content', n, 1, gen_random_uuid() from generate_series(1, 1100) n
      returning key`.execute(db),
  );
  const lines: string[] = [];
  const log = pino({ level: 'warn' }, { write: (line: string) => void lines.push(line) });
  /** How much is left where so many pieces are unknown, beside those that are known. */
  const leftOf = async (unknown: number) => {
    keys.clear();
    for (const { key } of known) keys.add(key);
    for (let piece = 0; piece < unknown; piece += 1) keys.add(randomUUID());
    await sweepFiles({ database: here.database, files: storage, log }, new Date());
    return keys.size;
  };
  expect(await leftOf(120)).toBe(1100);
  expect(lines).toEqual([]);
  expect(await leftOf(130)).toBe(1230);
  expect(lines.map((line) => JSON.parse(line) as object)).toMatchObject([
    { level: 40, account: DEMO, unknown: 130, looked: 1230 },
  ]);
});

test('the store is looked through in portions of whole accounts, each behind the last one, and then from the beginning', async () => {
  const filing = await openOn(testFiles());
  const { database } = filing.work.here;
  const accounts = Array.from({ length: 3 }, () => randomUUID()).toSorted();
  const begun: (string | undefined)[] = [];
  const looked: string[] = [];
  const storage: FileStorage = {
    ...testFiles(),
    async *list(after = '') {
      begun.push(after);
      for (const account of accounts.filter((one) => one > after)) {
        looked.push(account);
        for (let piece = 0; piece < 3_000; piece += 1)
          yield { account, key: randomUUID(), storedAt: new Date('2026-01-01') };
      }
    },
  };
  for (let go = 0; go < 3; go += 1)
    await sweepFiles({ database, files: storage, log: silentLog }, new Date());
  expect(begun).toEqual(['', accounts[1], '']);
  expect(looked.slice(0, 5)).toEqual([...accounts, ...accounts.slice(2), accounts[0]].slice(0, 5));
});

import { afterAll, beforeAll, expect, test } from 'vitest';
import { openDemo } from '../../../../seed/demo.ts';
import { testApp } from '../../../../test/app.ts';
import { testDatabase, type TestDatabase } from '../../../../test/database.ts';
import { dumpDatabase } from '../../../../test/dump.ts';
import { DEMO } from '../../../../test/setups/work.ts';
import { silentLog } from '../../../../test/silent-log.ts';
import { until } from '../../../../test/until.ts';
import { withAccount } from '../../../platform/db/account.ts';
import type { Tx } from '../../../platform/db/executor.ts';
import type { App, Deps } from '../../../platform/deps.ts';
import { textShares } from '../../../platform/limit-table.ts';
import { mailedToken } from '../../../platform/sign-in/secret.ts';
import { type Queue, startQueue } from '../../../platform/tasks/queue.ts';
import { readSettings } from '../../../settings.ts';
import {
  cancelTexts,
  forgetTexts,
  type NewText,
  outsideQuietHours,
  sendTextOfAccount,
  textsAre,
  textStates,
} from './service.ts';
import { textTasks } from './tasks.ts';

/** 9:00 am on Monday 16 November 2026 in Sydney. */
const clock = { now: Date.parse('2026-11-15T22:00:00Z') };

let here: TestDatabase;
let app: App;
let queue: Queue;
let deps: Deps;
beforeAll(async () => {
  here = await testDatabase();
  await openDemo(here.database);
  app = await testApp(here, { env: { HOST: '127.0.0.1' }, now: () => clock.now });
  deps = {
    database: here.database,
    settings: readSettings({ HOST: '127.0.0.1' }),
    embedded: true,
    now: () => clock.now,
  } as Deps;
  queue = await startQueue({ database: here.database, log: silentLog, tasks: textTasks(deps) });
});
afterAll(async () => {
  await queue.stop();
  await app.close();
  await here.drop();
});

function inAccount<T>(work: (db: Tx) => Promise<T>): Promise<T> {
  return withAccount(here.database.db, DEMO, work);
}

function send(text: Partial<NewText> = {}) {
  const at = new Date(clock.now);
  const usual = {
    to: '0412 345 678',
    body: 'See you at 9.',
    link: null,
    at,
    holdUntil: null,
    notAfter: null,
  };
  return inAccount((db) =>
    sendTextOfAccount(db, deps, DEMO, {
      ...usual,
      kind: 'booked',
      customer: null,
      contact: null,
      visit: null,
      ...text,
    }),
  );
}

async function sent(text: Partial<NewText> = {}): Promise<string> {
  const found = await send(text);
  if (!('id' in found)) throw new Error(found.problem);
  return found.id;
}

async function stateOf(id: string) {
  return (await inAccount((db) => textStates(db, [id]))).get(id)!;
}

async function settled(id: string) {
  return until(async () => {
    await here.asOwner(`update pgboss.job set start_after = now() where state in ('retry', 'created')`);
    const found = await stateOf(id);
    return found.state === 'waiting' ? undefined : found;
  });
}

interface Kept {
  id: string;
  number: string;
  sender: string;
  body: string;
  direction: string;
}

async function inbox(): Promise<Kept[]> {
  const answer = await app.inject({ url: '/services/inbox/api/texts', remoteAddress: '127.0.0.1' });
  expect(answer.statusCode).toBe(200);
  return answer.json().data;
}

test('without a connection a text lies in the inbox, as its phone shows it, and is sent', async () => {
  const id = await sent({ body: 'We’ll come on Monday.' });
  expect(await settled(id)).toEqual({ state: 'sent', at: new Date(clock.now), why: '' });
  expect((await inbox()).find((text) => text.id === id)).toMatchObject({
    number: '+61412345678',
    sender: expect.stringMatching(/\w/),
    body: 'We’ll come on Monday.',
    direction: 'out',
  });
});

test('a link is made when it is read, and the database holds none', async () => {
  const link = { purpose: 'visit', id: 'a visit', key: here.database.keys.newest.id };
  const token = mailedToken(here.database, link).slice(0, 22);
  const id = await sent({ body: 'Your visit: {link}', link });
  await settled(id);
  const found = (await inbox()).find((text) => text.id === id);
  expect(found?.body).toBe(`Your visit: http://localhost:3000/v/${token}`);
  expect(await dumpDatabase(here)).not.toContain(token);
});

test('undo within the hold sends nothing, and after it says that it has left', async () => {
  const held = await sent({ holdUntil: new Date(clock.now + 3_600_000) });
  expect(await stateOf(held)).toMatchObject({ state: 'waiting', at: new Date(clock.now + 3_600_000) });
  const gone = await sent();
  await settled(gone);
  const unsent = await inAccount((db) => cancelTexts(db, [held, gone], new Date(clock.now)));
  expect(unsent).toEqual([held]);
  expect(await settled(held)).toMatchObject({ state: 'unsent' });
  expect(await stateOf(gone)).toMatchObject({ state: 'sent' });
  const marker = await sent();
  await settled(marker);
  expect((await inbox()).map(({ id }) => id)).not.toContain(held);
});

test('what is of no use any more when it could leave stays, and says so', async () => {
  const id = await sent({ holdUntil: new Date(clock.now + 60_000), notAfter: new Date(clock.now + 30_000) });
  clock.now += 60_000;
  expect(await settled(id)).toMatchObject({ state: 'expired', why: expect.stringContaining('no use') });
  expect((await inbox()).map((text) => text.id)).not.toContain(id);
});

test('a number that takes no texts, one that has opted out and one that has had enough get none', async () => {
  expect(await send({ to: '(02) 9374 4000' })).toEqual({ problem: 'no mobile' });
  expect(await send({ to: '' })).toEqual({ problem: 'no mobile' });
  await here.asOwner(`select set_config('muster.account', $1, false)`, [DEMO]);
  await here.asOwner(
    `insert into text_opt_outs (account_id, number, at) values ($1, '+61412000111', now())`,
    [DEMO],
  );
  expect(await send({ to: '0412 000 111' })).toEqual({ problem: 'opted out' });
  // Whoever was erased and comes back has not asked for texts: that is kept, and their number is not.
  await inAccount((db) =>
    forgetTexts(db, { customers: [], contacts: [], phones: ['0412 000 111'] }, new Date(clock.now)),
  );
  expect(await send({ to: '0412 000 111' })).toEqual({ problem: 'opted out' });
  const { rows } = await here.asOwner('select number from text_opt_outs');
  expect(JSON.stringify(rows)).not.toContain('412000111');
  for (let time = 0; time < textShares[0]!.max; time += 1) await sent({ to: '0412 000 222' });
  expect(await send({ to: '+61 412 000 222' })).toEqual({ problem: 'too many' });
  expect(await send({ to: '0412 000 333' })).toHaveProperty('id');
});

test('where others can reach the server there is no inbox, and nothing is sent', async () => {
  const open = { ...deps, settings: readSettings({ HOST: '0.0.0.0' }) };
  expect(await inAccount((db) => textsAre(db, open))).toBe('off');
  expect(await inAccount((db) => textsAre(db, deps))).toBe('in the inbox');
  const others = await testApp(here, { env: { HOST: '0.0.0.0' }, deps: {}, now: () => clock.now });
  const answer = await others.inject({ url: '/services/inbox/api/texts', remoteAddress: '127.0.0.1' });
  expect(answer.statusCode).toBe(404);
  await others.close();
});

test('texts wait during quiet hours, by the clock where the customer is', async () => {
  const evening = new Date('2026-11-16T09:30:00Z');
  const sydney = await inAccount((db) => outsideQuietHours(db, DEMO, evening, 'Australia/Sydney'));
  expect(sydney.toISOString()).toBe('2026-11-16T21:00:00.000Z');
  expect(await inAccount((db) => outsideQuietHours(db, DEMO, evening, 'Australia/Perth'))).toEqual(evening);
});

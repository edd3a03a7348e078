import { once } from 'node:events';
import { type AddressInfo, connect } from 'node:net';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { testApp } from '../../../../test/app.ts';
import { testDatabase, type TestDatabase } from '../../../../test/database.ts';
import { openBusiness } from '../../../../test/setups/businesses.ts';
import { signInAs } from '../../../../test/sign-in.ts';
import type { FastifyRequest } from 'fastify';
import { until } from '../../../../test/until.ts';
import { accounts } from '../../../modules/identity/accounts/routes.ts';
import { withAccount } from '../../db/account.ts';
import type { App, Module } from '../../deps.ts';
import { connections, inProgress } from '../../limit-table.ts';
import { accountOf } from '../../sign-in/access.ts';

let db: TestDatabase;
let app: App;
let waiting: (() => void)[] = [];
/** As many as an account, and as all of them, may have for what is not critical. */
const ofOne = connections.ofOneAccount - connections.kept.ofOne;
const ofAll = connections.ofAccounts - connections.kept.ofAll;

const HEAVY = '/services/scheduling/api/v1/heavy';
const BOARD = '/services/scheduling/api/v1/board';
const QUICK = '/services/scheduling/api/v1/quick';

const slow: Module = (app, { database: { db } }) => {
  const config = { access: ['owner'] as const };
  const hold = () => new Promise<void>((resolve) => waiting.push(resolve));
  app.get(HEAVY, { config }, async (request) => {
    await withAccount(db, accountOf(request), hold);
    return 'done';
  });
  const read = async (request: FastifyRequest) => withAccount(db, accountOf(request), async () => 'done');
  for (const url of [QUICK, BOARD]) app.get(url, { config }, read);
  app.post(BOARD, { config: { ...config, idempotent: 'it changes nothing' } }, read);

  app.get('/slow', { config: { access: 'public' } }, async () => {
    await new Promise<void>((resolve) => waiting.push(resolve));
    return 'done';
  });
};

beforeAll(async () => {
  db = await testDatabase();
  app = await testApp(db, { modules: [slow, accounts] });
  await app.listen({ port: 0, host: '127.0.0.1' });
});
afterAll(async () => {
  await app.close();
  await db.drop();
});

test('a connection that sends more at once than anybody needs is cut off, and nothing of it is left waiting', async () => {
  const { port } = app.server.address() as AddressInfo;
  const socket = connect(port, '127.0.0.1');
  socket.on('error', () => {});
  socket.write('GET /slow HTTP/1.1\r\nHost: x\r\n\r\n'.repeat(500));
  await once(socket, 'close');
  expect(waiting.length).toBeLessThan(20);
  for (const answer of waiting) answer();
  waiting = [];
});

test('a network has two hundred requests under way; others do not notice, and there is room again afterwards', async () => {
  const ask = (remoteAddress: string) => app.inject({ url: '/slow', remoteAddress });
  const crowd = Array.from({ length: 230 }, () => ask('203.0.113.7'));
  await until(() => waiting.length === 200);
  const other = ask('203.0.113.8');
  await until(() => waiting.length === 201);
  for (const answer of waiting) answer();
  waiting = [];
  const statuses = (await Promise.all(crowd)).map(({ statusCode }) => statusCode);
  expect(statuses.filter((status) => status === 200)).toHaveLength(200);
  expect(statuses.filter((status) => status === 429)).toHaveLength(30);
  expect((await other).statusCode).toBe(200);
  const again = ask('203.0.113.7');
  await until(() => waiting.length === 1);
  waiting.pop()!();
  expect((await again).statusCode).toBe(200);
});

async function member() {
  const business = await openBusiness(db.database.db);
  const { headers } = await signInAs(app, business.owner.email);
  return (url: string, more: object = {}) => app.inject({ url, headers, ...more });
}

async function answerAll(crowd: readonly Promise<{ statusCode: number }>[]): Promise<number[]> {
  let isOver = false;
  const statuses = Promise.all(crowd).then((all) => {
    isOver = true;
    return all.map(({ statusCode }) => statusCode);
  });
  await until(() => {
    for (const answer of waiting.splice(0)) answer();
    return isOver;
  });
  return statuses;
}

test('an account that asks a hundred times at once has some of it done, and another does not notice', async () => {
  const [a, b] = [await member(), await member()];
  const crowd = Array.from({ length: 100 }, () => b(HEAVY));
  await until(() => waiting.length === ofOne);
  expect((await a(QUICK)).statusCode).toBe(200);
  expect((await a(BOARD)).statusCode).toBe(200);
  expect(waiting).toHaveLength(ofOne);
  const statuses = await answerAll(crowd);
  expect(statuses.filter((status) => status === 200)).toHaveLength(inProgress.ordinary.ofOne);
  expect(statuses.filter((status) => status === 429)).toHaveLength(100 - inProgress.ordinary.ofOne);
  expect((await b(QUICK)).statusCode).toBe(200);
});

test('what is critical has places of its own in the account that is busy', async () => {
  const b = await member();
  const crowd = Array.from({ length: 30 }, () => b(HEAVY));
  await until(() => waiting.length === ofOne);
  const board = b(BOARD);
  const quick = b(QUICK);
  expect((await quick).statusCode).toBe(429);
  // It is answered while all that others may have of the database is taken, and a call with a body is no different.
  expect((await board).statusCode).toBe(200);
  expect((await b(BOARD, { method: 'POST', payload: {} })).statusCode).toBe(200);
  expect(waiting).toHaveLength(ofOne);
  await answerAll(crowd);
});

test('the board is answered while many accounts hold every connection that may be held', async () => {
  const crowds = await Promise.all(Array.from({ length: 4 }, member));
  const a = await member();
  const crowd = crowds.flatMap((b) => Array.from({ length: 5 }, () => b(HEAVY)));
  await until(() => waiting.length === ofAll);
  expect((await a(BOARD)).statusCode).toBe(200);
  expect(waiting).toHaveLength(ofAll);
  await answerAll(crowd);
});

test('many accounts that ask for all they may have are shed, but not one that asks for little', async () => {
  const crowds = await Promise.all(Array.from({ length: 6 }, member));
  const a = await member();
  const crowd = crowds.flatMap((b) => Array.from({ length: 20 }, () => b(HEAVY)));
  await until(() => waiting.length === ofAll);
  const quick = a(QUICK);
  const statuses = await answerAll([...crowd, quick]);
  expect((await quick).statusCode).toBe(200);
  const shed = statuses.filter((status) => status === 503).length;
  expect(shed).toBeGreaterThan(0);
  expect(shed).toBeLessThanOrEqual(6 * 20 - inProgress.ordinary.all);
});

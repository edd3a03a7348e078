import { argon2, randomBytes } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { promisify } from 'node:util';
import { HASHES_AT_ONCE } from '../../apps/server/src/platform/sign-in/passwords.ts';
import { openConnection, type Connection } from './http-client.ts';
import { startMuster } from './muster-process.ts';

/**
 * Registrations per second, over HTTP, by the product in a process of its own with its PostgreSQL, as a share of what the
 * same cores hash with argon2id alone; and what that does to others: how long GET plans takes meanwhile, beside how long it
 * takes when nothing else goes on. All three take turns, so that whatever else the machine is doing meets them alike.
 */
const ROUNDS = 10;
const SECONDS_A_TURN = 3;
/**
 * Enough to keep the server's queue of hashes filled, and fewer than it turns away. Each comes from a network of its own,
 * which may register a thousand times an hour while the server listens on loopback alone.
 */
const VISITORS = 28;
/** Often enough for a p99 over all rounds, seldom enough to cost the registrations next to nothing. */
const PLANS_EVERY_MS = 40;
const SHARE_TARGET = 0.85;
const WAIT_TARGET = 2;

const hash = promisify(argon2);
/** As platform/passwords.ts hashes. */
const cost = { memory: 19_456, passes: 2, parallelism: 1, tagLength: 32 };

const muster = await startMuster();
const reader = await openConnection(muster.port, '127.0.1.0');
const visitors = await Promise.all(
  Array.from({ length: VISITORS }, (_, at) => openConnection(muster.port, `127.0.1.${at + 1}`)),
);
let visits = 0;
try {
  const hashes: number[] = [];
  const registrations: number[] = [];
  const idle: number[] = [];
  const busy: number[] = [];
  const drains: number[] = [];
  await registerFor(1, []);
  await plansUntil(sleep(1000), []);
  for (let round = 0; round < ROUNDS; round++) {
    await mailsDone();
    hashes.push(await hashFor(SECONDS_A_TURN));
    await plansUntil(sleep(SECONDS_A_TURN * 1000), idle);
    registrations.push(await registerFor(SECONDS_A_TURN, busy));
    const since = performance.now();
    await mailsDone();
    drains.push(performance.now() - since);
  }
  report({ hashes, registrations, idle, busy, drains });
} finally {
  for (const connection of [reader, ...visitors]) connection.close();
  await muster.stop();
}

/** Hashes per second with nothing beside, as many at once as the server does: one for each core. */
async function hashFor(seconds: number): Promise<number> {
  const since = performance.now();
  let done = 0;
  const hashing = async () => {
    while (performance.now() - since < seconds * 1000) {
      await hash('argon2id', { message: 'harbour-bridge-at-dawn', nonce: randomBytes(16), ...cost });
      done += 1;
    }
  };
  await Promise.all(Array.from({ length: HASHES_AT_ONCE }, hashing));
  return (done / (performance.now() - since)) * 1000;
}

/** Registrations per second, each of a new address; meanwhile the plans are asked for as well. */
async function registerFor(seconds: number, plans: number[]): Promise<number> {
  const since = performance.now();
  let done = 0;
  const visits = Promise.all(
    visitors.map(async (visitor) => {
      while (performance.now() - since < seconds * 1000) {
        await register(visitor);
        done += 1;
      }
    }),
  );
  await plansUntil(visits, plans);
  return (done / (performance.now() - since)) * 1000;
}

async function register(visitor: Connection): Promise<void> {
  const body = {
    first_name: 'Olivia',
    last_name: 'Owner',
    phone: '0412 345 678',
    email: `visitor-${(visits += 1)}@example.com`,
    password: 'harbour-bridge-at-dawn',
    password_confirmation: 'harbour-bridge-at-dawn',
    plan_code: 'solo',
  };
  const reply = await visitor.send({ method: 'POST', path: '/services/authentication/api/register', body });
  if (!reply.body.startsWith('{"code":800,')) throw new Error(`Not registered: ${reply.body}`);
}

/** Asks for the plans at an even pace, and notes how long each answer took. */
async function plansUntil(end: Promise<unknown>, took: number[]): Promise<void> {
  const over = new AbortController();
  void end.finally(() => over.abort());
  while (!over.signal.aborted) {
    const reply = await reader.send({ method: 'GET', path: '/services/subscription/api/v1/plans' });
    if (reply.status !== 200) throw new Error(`No plans: ${reply.body}`);
    took.push(reply.ms);
    await sleep(PLANS_EVERY_MS);
  }
  await end;
}

/** Until the mails of a turn have been dealt with, so that they are not in the way of the next. */
async function mailsDone(): Promise<void> {
  for (;;) {
    const { rows } = await muster.database.query(
      `select (select count(*) from outbox) + (select count(*) from pgboss.job where state < 'completed') as open`,
    );
    if (Number(rows[0].open) === 0) return;
    await sleep(20);
  }
}

interface Measured {
  hashes: number[];
  registrations: number[];
  idle: number[];
  busy: number[];
  drains: number[];
}

function report({ hashes, registrations, idle, busy, drains }: Measured): void {
  const share = at(registrations, 0.5) / at(hashes, 0.5);
  const wait = at(busy, 0.99) / at(idle, 0.99);
  console.log(`argon2id alone         ${at(hashes, 0.5).toFixed(1)} hashes per second`);
  console.log(`registrations          ${at(registrations, 0.5).toFixed(1)} per second`);
  console.log(`mails of a turn        done ${at(drains, 0.5).toFixed(0)} ms after its last answer`);
  console.log(`share                  ${share.toFixed(3)} (target: ${SHARE_TARGET.toFixed(2)} or more)`);
  console.log(
    `GET plans, idle        p50 ${at(idle, 0.5).toFixed(2)} ms, p99 ${at(idle, 0.99).toFixed(2)} ms`,
  );
  console.log(
    `GET plans, meanwhile   p50 ${at(busy, 0.5).toFixed(2)} ms, p99 ${at(busy, 0.99).toFixed(2)} ms`,
  );
  console.log(`p99, meanwhile / idle  ${wait.toFixed(2)} (target: ${WAIT_TARGET.toFixed(1)} or less)`);
  process.exitCode = share >= SHARE_TARGET && wait <= WAIT_TARGET ? 0 : 1;
}

function at(values: number[], share: number): number {
  return values.toSorted((a, b) => a - b)[Math.floor(values.length * share)]!;
}

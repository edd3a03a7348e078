import { spawn } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { join } from 'node:path';
import type { PresentPerson, TabPresence } from '@muster/domain/dispatch/presence/schema';
import type { AccountId } from '@muster/domain/values/ids';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import type { TestDatabase } from '../../../test/database.ts';
import { testDatabase } from '../../../test/database.ts';
import { silentLog } from '../../../test/silent-log.ts';
import { accountToOpen } from '../sign-in/person.ts';
import { startLive } from './hub.ts';
import type { Presence, Said, KnownTab } from './presence.ts';
import { createPresence, afterRepeated, afterSaid, GRACE_MS, peopleIn, stillHere } from './presence.ts';

const days = { from: '2026-11-17', to: '2026-11-17' };
/** A busy machine must not fail a test. */
const LONG_MS = 120_000;
const patience = { timeout: 60_000 };

let here: TestDatabase;
/** Each test has an account of its own. */
let account: AccountId;
const ends: (() => Promise<void>)[] = [];
const broadcasts: string[] = [];

beforeAll(async () => {
  here = await testDatabase();
});
afterEach(async () => {
  for (const end of ends.splice(0)) await end();
});
afterAll(() => here.drop());

/** What a process does: a line of its own to the database, a memory of its own. */
async function startProcess(clock = { now: Date.now() }): Promise<Presence> {
  const live = await startLive({ database: here.database, log: silentLog });
  live.onBroadcast((payload) => broadcasts.push(payload));
  const presence = createPresence({ live, log: silentLog, now: () => clock.now });
  ends.push(async () => {
    presence.close();
    await live.close();
  });
  return presence;
}

function tab(held_visit: string | null = null) {
  return { tab: 'first', days, open_visit: null, held_visit };
}
const owner = (name: string) => ({ session: `of ${name}`, user_id: name.toLowerCase(), name });

function hear(presence: Presence, session = 'of a listener') {
  const told: (readonly PresentPerson[])[] = [];
  const leave = presence.join(account, session, (people) => told.push(people));
  const held = () =>
    told.at(-1)!.map(({ name, held_visit }) => (held_visit ? `${name} ${held_visit}` : name));
  return { told, held, leave };
}

test('all processes agree on who was first, whoever asks where', async () => {
  account = accountToOpen();
  const [one, two, three] = [await startProcess(), await startProcess(), await startProcess()];
  const ears = [one, two, three].map((presence) => hear(presence));
  for (let round = 0; round < 20; round += 1) {
    const visit = randomUUID();
    const holders = await Promise.all([
      one.say(account, owner('Ari'), tab(visit)),
      two.say(account, owner('Dana'), tab(visit)),
      three.say(account, owner('Kim'), tab(visit)),
    ]);
    const names = holders.map((holder) => holder?.name);
    const winner = ['Ari', 'Dana', 'Kim'][names.indexOf(undefined)]!;
    expect(names.filter((name) => name === winner)).toHaveLength(2);
    for (const { held } of ears)
      await expect.poll(() => held().filter((one) => one.includes(visit))).toEqual([`${winner} ${visit}`]);
  }
});

test(
  'a process that is killed takes its people with it; its holds end first, and those of others stay',
  async () => {
    account = accountToOpen();
    const clock = { now: Date.now() };
    const presence = await startProcess(clock);
    const listener = hear(presence, 'of Ari');
    await presence.say(account, owner('Ari'), tab());
    const other = spawn(
      process.execPath,
      [
        join(import.meta.dirname, '../../../test/services/presence-process.ts'),
        here.ownerUrl,
        account,
        JSON.stringify(owner('Dana')),
        JSON.stringify(tab('smith')),
      ],
      { stdio: ['ignore', 'pipe', 'inherit'] },
    );
    await once(other.stdout, 'data');
    await expect.poll(listener.held, patience).toEqual(['Ari', 'Dana smith']);
    expect(await presence.say(account, owner('Ari'), tab('smith'))).toMatchObject({ name: 'Dana' });
    other.kill('SIGKILL');
    await once(other, 'exit');
    clock.now += 11_000;
    await expect.poll(listener.held, patience).toEqual(['Ari', 'Dana']);
    clock.now += 30_000;
    // Ari has a stream here: the next repetition says so.
    const heard = broadcasts.length;
    await expect
      .poll(() => broadcasts.slice(heard).some((one) => one.includes('of Ari')), patience)
      .toBe(true);
    clock.now += 10_000;
    await expect.poll(listener.held, patience).toEqual(['Ari']);
  },
  LONG_MS,
);

test(
  'a process that starts later is told by repetition who is there, and whoever leaves by word has left at once',
  async () => {
    account = accountToOpen();
    const one = await startProcess();
    hear(one, 'of Ari');
    await one.say(account, owner('Ari'), tab());
    const late = hear(await startProcess());
    expect(late.held()).toEqual([]);
    await expect.poll(late.held, patience).toEqual(['Ari']);
    await one.say(account, owner('Ari'), { ...tab(), days: null });
    await expect.poll(late.held, patience).toEqual([]);
  },
  LONG_MS,
);

test('nobody hears of another account', async () => {
  account = accountToOpen();
  const presence = await startProcess();
  const { told } = hear(presence);
  await presence.say(accountToOpen(), owner('Stranger'), tab('smith'));
  expect(await presence.say(account, owner('Ari'), tab('smith'))).toBeUndefined();
  expect(told.flat().map(({ name }) => name)).toEqual(['Ari']);
});

test.each(['x', '', 'null', '{"account":"a"}'])(
  'a broadcast that is not ours (%j) is passed over',
  async (payload) => {
    account = accountToOpen();
    const presence = await startProcess();
    await here.database.pool.query(`select pg_notify('muster_broadcasts', $1)`, [payload]);
    expect(await presence.say(account, owner('Ari'), tab())).toBeUndefined();
  },
);

test(
  'tabs and names as long as they may be fit into a notice',
  async () => {
    account = accountToOpen();
    const presence = await startProcess();
    const { held } = hear(presence, 'of Ari');
    const name = '\u0001'.repeat(200);
    for (let at = 0; at < 8; at += 1)
      await presence.say(
        account,
        { session: 'of Ari', user_id: randomUUID(), name },
        { tab: `${at}`.padEnd(32, 'x'), days, open_visit: randomUUID(), held_visit: randomUUID() },
      );
    const late = hear(await startProcess());
    await expect.poll(late.held, patience).not.toEqual([]);
    expect(held()).toHaveLength(8);
  },
  LONG_MS,
);

test(
  'a database that takes too long refuses whoever asks, and harms nobody else',
  async () => {
    account = accountToOpen();
    const live = await startLive({ database: here.database, log: silentLog });
    const unheard: unknown[] = [];
    const hearUnhandled = (error: unknown) => unheard.push(error);
    process.on('unhandledRejection', hearUnhandled);
    const slow = { ...live, broadcast: () => new Promise<void>((resolve) => setTimeout(resolve, 3_000)) };
    const presence = createPresence({ live: slow, log: silentLog, now: () => Date.now() });
    await expect(presence.say(account, owner('Dana'), tab())).rejects.toMatchObject({
      answer: 'unavailable',
    });
    expect(unheard).toEqual([]);
    process.off('unhandledRejection', hearUnhandled);
    presence.close();
    await live.close();
  },
  LONG_MS,
);

const week = { from: '2026-11-16', to: '2026-11-22' };

function says(name: string, fields: Partial<Omit<TabPresence, 'tab'>> = {}, tab = 'first'): Said {
  return {
    session: `session of ${name}`,
    user_id: name.toLowerCase(),
    name,
    tab,
    days,
    open_visit: null,
    held_visit: null,
    ...fields,
  };
}

/** What was said, with the seconds at which it was. */
function heard(...all: [seconds: number, said: Said][]): KnownTab[] {
  return all.reduce<KnownTab[]>((known, [seconds, said]) => afterSaid(known, said, seconds * 1000), []);
}
const held = (known: KnownTab[], seconds: number) =>
  peopleIn(known, seconds * 1000).map(({ name, held_visit }) => [name, held_visit]);

test('first come, first held; the lease ends ten seconds after it was last renewed', () => {
  const known = heard([0, says('Dana', { held_visit: 'smith' })], [1, says('Ari', { held_visit: 'smith' })]);
  expect(held(known, 1)).toEqual([
    ['Ari', null],
    ['Dana', 'smith'],
  ]);
  const renewed = afterSaid(known, says('Dana', { held_visit: 'smith' }), 9_000);
  expect(held(renewed, 18)).toContainEqual(['Dana', 'smith']);
  expect(held(renewed, 19)).toContainEqual(['Dana', null]);
  const taken = afterSaid(renewed, says('Ari', { held_visit: 'smith' }), 19_000);
  const late = afterSaid(taken, says('Dana', { held_visit: 'smith' }), 20_000);
  expect(held(late, 20)).toEqual([
    ['Ari', 'smith'],
    ['Dana', null],
  ]);
});

test('somebody with two tabs is one person, who looks at what the latest says and is not in their own way', () => {
  const known = heard(
    [0, says('Dana', { held_visit: 'smith' })],
    [1, says('Dana', { days: week, open_visit: 'lee' }, 'second')],
  );
  expect(peopleIn(known, 1_000)).toEqual([
    { user_id: 'dana', name: 'Dana', days: week, open_visit: 'lee', held_visit: 'smith' },
  ]);
  const both = afterSaid(known, says('Dana', { held_visit: 'smith' }, 'second'), 2_000);
  expect(both.map(({ held_visit }) => held_visit)).toEqual(['smith', 'smith']);
  const closed = afterSaid(both, says('Dana', { days: null }, 'second'), 3_000);
  expect(peopleIn(closed, 3_000)).toMatchObject([{ days, open_visit: null, held_visit: 'smith' }]);
});

test('whoever is repeated stays, whoever is not has left after the grace', () => {
  const known = afterRepeated(heard([0, says('Dana')], [0, says('Ari')]), [says('Dana')], 40_000);
  expect(peopleIn(known, GRACE_MS).map(({ name }) => name)).toEqual(['Ari', 'Dana']);
  expect(stillHere(known, GRACE_MS + 1).map(({ name }) => name)).toEqual(['Dana']);
});

test('a repetition that is behind changes nothing that was said since, and brings no tab back', () => {
  const known = heard(
    [0, says('Dana', { days: week, held_visit: 'smith' })],
    [0, says('Ari', { days: null })],
  );
  const repeated = afterRepeated(known, [says('Dana'), says('Dana', {}, 'second')], 1_000);
  expect(peopleIn(repeated, 1_000)).toEqual([
    { user_id: 'dana', name: 'Dana', days: week, open_visit: null, held_visit: 'smith' },
  ]);
  expect(peopleIn(afterRepeated(repeated, [says('Ari')], 1_000), 1_000)).toHaveLength(1);
});

test('of many tabs of one session the one that has been silent longest is forgotten', () => {
  const known = Array.from({ length: 20 }, (_, at) => says('Dana', {}, `tab ${at}`)).reduce<KnownTab[]>(
    (before, said) => afterSaid(before, said, 0),
    heard([0, says('Ari')]),
  );
  expect(known).toHaveLength(9);
  expect(known.map(({ tab }) => tab).slice(0, 2)).toEqual(['first', 'tab 12']);
});

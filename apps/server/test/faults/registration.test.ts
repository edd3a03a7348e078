import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { prepareFolder } from '../database.ts';
import { mailServer, type MailServer } from '../services/mail-server.ts';
import { form } from '../setups/registrations.ts';
import { repetitions } from '../long.ts';
import { temporaryFolder } from '../temporary-folder.ts';
import { until } from '../until.ts';
import { freePort, type MusterProcess, ready, spawnMuster } from './muster-process.ts';
import { asClusterSuperuser, gone, postgresPids, postmasterPid, signalAll } from './processes.ts';

const KILLS = repetitions({ usual: 1, long: 20 });
const REGISTRATIONS = KILLS * repetitions({ usual: 24, long: 50 });
/** As many people as register at the same time. */
const PEOPLE = 8;
const PAUSE_MS = 200;

const folder = temporaryFolder();
prepareFolder(folder.path);
let mails: MailServer;
let muster: MusterProcess;
beforeAll(async () => {
  mails = await mailServer();
});
afterAll(async () => {
  muster.child.kill('SIGTERM');
  await muster.ended;
  await mails.close();
  folder.remove();
});

const emailOf = (person: number) => `person${person}@example.com`;

/** Repeats a request with the same key until there is an answer, as a browser does. */
async function register(url: string, person: number): Promise<void> {
  for (let attempt = 0; ; attempt += 1) {
    const answer = await fetch(`${url}/services/authentication/api/register`, {
      method: 'POST',
      headers: {
        'content-type': 'application/json',
        'idempotency-key': `person-${person}`,
        'x-forwarded-for': `10.${attempt & 255}.${person >> 8}.${person & 255}`,
      },
      body: JSON.stringify({ ...form, email: emailOf(person) }),
    }).then(
      async (response) => ({ status: response.status, body: await response.text() }),
      () => undefined,
    );
    if (answer?.status === 200) {
      expect(JSON.parse(answer.body)).toMatchObject({ code: 800 });
      return;
    }
    // The answer may break off, or say that the database is away.
    if (answer) expect(answer.status).toBe(503);
    await sleep(PAUSE_MS);
  }
}

/** Gives the tasks of a dead process to others now; the queue itself does so after five minutes. */
async function passFiveMinutes(): Promise<void> {
  await asClusterSuperuser(folder.path, (client) =>
    client.query(
      `update pgboss.job set state = 'retry', start_after = now()
        where state = 'active' and started_on < $1`,
      [startedAt],
    ),
  );
}
let startedAt = new Date();

test(
  `${KILLS} times the server is killed during ${REGISTRATIONS} registrations: none is lost or doubled, each mail arrives once or twice`,
  { timeout: 1_800_000 },
  async () => {
    const env = {
      PORT: await freePort(),
      DATA_DIR: folder.path,
      SMTP_URL: mails.url,
      TRUST_PROXY: '1',
      LOG_LEVEL: 'warn',
    };
    const start = async () => {
      startedAt = new Date();
      // On a busy machine the start may give up; then it is started again, as an operator would do.
      do muster = spawnMuster(env);
      while (!(await ready(muster).catch(() => undefined)));
      await passFiveMinutes();
    };
    await start();

    let next = 0;
    let registered = 0;
    const people = Promise.all(
      Array.from({ length: PEOPLE }, async () => {
        while (next < REGISTRATIONS) {
          await register(muster.url, (next += 1));
          registered += 1;
        }
      }),
    );
    for (let kill = 0; kill < KILLS; kill += 1) {
      await until(() => registered >= ((kill + 0.5) * REGISTRATIONS) / KILLS);
      const postgres = [[], [postmasterPid(folder.path)], postgresPids(folder.path)][kill % 3]!;
      const server = [muster.child.pid!];
      signalAll(kill % 2 === 0 ? [...server, ...postgres] : [...postgres, ...server], 'SIGKILL');
      await gone(muster.child);
      await start();
    }
    await people;

    const rows = await asClusterSuperuser(folder.path, async (client) => {
      // Ends the pauses between tries at once, until no task is left.
      await until(async () => {
        await client.query(`update pgboss.job set start_after = now() where state = 'retry'`);
        const { rowCount } = await client.query(
          `select from pgboss.job where name = 'tasks' and state in ('created', 'retry', 'active')
            union all select from outbox`,
        );
        return rowCount === 0;
      });
      return (
        await client.query<{ email: string; registrations: number; links: number }>(
          `select email, count(distinct r.id)::int as registrations, count(distinct l.id)::int as links
             from registrations r join links l using (email) group by email`,
        )
      ).rows;
    });
    const everybody = Array.from({ length: REGISTRATIONS }, (_, at) => emailOf(at + 1));
    expect(new Set(rows.map(({ email }) => email))).toEqual(new Set(everybody));
    expect(rows.filter(({ registrations, links }) => registrations !== 1 || links !== 1)).toEqual([]);
    const arrived = Map.groupBy(mails.received, ({ to }) => to?.[0]?.address ?? '');
    const copies = [...arrived].map(([to, sent]) => ({ to, count: sent.length, sent }));
    expect(new Set(copies.map(({ to }) => to))).toEqual(new Set(everybody));
    expect(copies.filter(({ count }) => count > 2)).toEqual([]);
    // A second copy is recognisable as one.
    const ids = copies.map(({ sent }) => new Set(sent.map(({ messageId }) => messageId)).size);
    expect(new Set(ids)).toEqual(new Set([1]));

    const token = /token=([\w-]{43})/.exec(mails.received.at(-1)!.text ?? '')?.[1];
    const check = await fetch(`${muster.url}/services/authentication/api/activation/check`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ token }),
    });
    expect(await check.json()).toMatchObject({ data: { state: 'password' } });
  },
);

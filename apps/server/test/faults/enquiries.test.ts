import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, expect, test } from 'vitest';
import { prepareFolder } from '../database.ts';
import { enquiry, STORE } from '../setups/enquiries.ts';
import { mailServer } from '../services/mail-server.ts';
import { long, repetitions } from '../long.ts';
import { program } from '../programs.ts';
import { temporaryFolder } from '../temporary-folder.ts';
import { until } from '../until.ts';
import { freePort, ready, spawnMuster } from './muster-process.ts';
import { asClusterSuperuser, gone, postgresPids, postmasterPid, signalAll } from './processes.ts';

const KILLS = repetitions({ usual: 1, long: 20 });
const ENQUIRIES = KILLS * repetitions({ usual: 120, long: 250 });
/** As many people as ask at the same time. */
const PEOPLE = 16;
const PAUSE_MS = 200;

const folders = [temporaryFolder(), temporaryFolder()] as const;
prepareFolder(folders[0].path);
afterAll(() => folders.forEach((folder) => folder.remove()));

const emailOf = (person: number) => `person${person}@example.com`;

/** Repeats a request with the same key until there is an answer, as a browser does. */
async function ask(url: string, person: number): Promise<string> {
  for (;;) {
    const answer = await fetch(`${url}${STORE}`, {
      method: 'POST',
      headers: {
        'content-type': 'application/json',
        'idempotency-key': `person-${person}`,
        'x-forwarded-for': `10.0.${person >> 8}.${person & 255}`,
      },
      body: JSON.stringify({ ...enquiry, email: emailOf(person) }),
    }).then(
      async (response) => ({ status: response.status, body: await response.text().catch(() => '') }),
      () => undefined,
    );
    if (answer?.status === 200 && answer.body !== '') {
      const { code, data } = JSON.parse(answer.body);
      expect(code).toBe(800);
      return data.reference;
    }
    // The answer may break off, or say that the database is away.
    if (answer && answer.status !== 200) expect(answer.status).toBe(503);
    await sleep(PAUSE_MS);
  }
}

async function startServer(dataDir: string, port: string): Promise<ChildProcess> {
  const server = spawn(process.execPath, [program('enquiry-server'), dataDir, port], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  await once(server.stdout, 'data');
  return server;
}

test(
  `${KILLS} times server and database are killed during ${ENQUIRIES} enquiries: none is lost, none doubled`,
  { timeout: 600_000 },
  async () => {
    const dataDir = folders[0].path;
    const port = await freePort();
    let server = await startServer(dataDir, port);
    const told = new Map<number, string>();
    let next = 0;
    const people = Promise.all(
      Array.from({ length: PEOPLE }, async () => {
        while (next < ENQUIRIES) {
          const person = (next += 1);
          told.set(person, await ask(`http://127.0.0.1:${port}`, person));
        }
      }),
    );
    for (let kill = 0; kill < KILLS; kill += 1) {
      await until(() => told.size >= ((kill + 0.5) * ENQUIRIES) / KILLS);
      const postgres = [[], [postmasterPid(dataDir)], postgresPids(dataDir)][kill % 3]!;
      const pids = [server.pid!];
      signalAll(kill % 2 === 0 ? [...pids, ...postgres] : [...postgres, ...pids], 'SIGKILL');
      await gone(server);
      server = await startServer(dataDir, port);
    }
    await people;
    const { rows } = await asClusterSuperuser(dataDir, (client) =>
      client.query<{ email: string; references: string[]; mails: string[] }>(
        `with mail as (
           select payload->>'reference' as reference, payload->>'template' as template from outbox
         )
         select e.email, array_agg(distinct e.reference) as references,
                array_agg(m.template order by m.template) as mails
           from enquiries e
           left join mail m on m.reference = e.reference
          where e.email like 'person%'
          group by e.email`,
      ),
    );
    const kept = new Map(rows.map(({ email, ...row }) => [email, row]));
    expect(rows).toHaveLength(ENQUIRIES);
    for (const [person, reference] of told) {
      expect(kept.get(emailOf(person))).toEqual({
        references: [reference],
        mails: ['enquiry notice', 'enquiry received'],
      });
    }
    signalAll([server.pid!], 'SIGKILL');
    await gone(server);
    signalAll(postgresPids(dataDir), 'SIGKILL');
  },
);

const OUTAGE_SECONDS = 48 * 3600;

interface Retries {
  retry_delay: number;
  retry_delay_max: number;
}

/** How often a task is tried in such an outage, if its pauses are as short as the queue may make them. */
function triesInOutage({ retry_delay, retry_delay_max }: Retries): number {
  let tries = 1;
  for (let passed = 0; passed <= OUTAGE_SECONDS; tries += 1)
    passed += Math.min(retry_delay_max, retry_delay * 2 ** (tries - 1));
  return tries;
}

test(
  'after two days without a mail server no mail is given up, and all leave when it returns',
  { ...long, timeout: 180_000 },
  async () => {
    const ASKING = 40;
    const dataDir = folders[1].path;
    const [port, smtpPort] = [await freePort(), await freePort()];
    const muster = await ready(
      spawnMuster({
        PORT: port,
        DATA_DIR: dataDir,
        SMTP_URL: `smtp://127.0.0.1:${smtpPort}`,
        SALES_EMAIL: 'sales@muster.com',
        TRUST_PROXY: '1',
        LOG_LEVEL: 'silent',
      }),
    );
    const people = Array.from({ length: ASKING }, (_, at) => at + 1);
    const references = await Promise.all(people.map((person) => ask(muster.url, person)));
    expect(new Set(references).size).toBe(ASKING);
    await asClusterSuperuser(dataDir, async (client) => {
      const failed = async () =>
        (await client.query(`select from pgboss.job where name = 'failed_tasks'`)).rowCount ?? 0;
      /** Those that wait after at least so many tries, of all that have not been sent. */
      const triedInVain = async (tries: number) => {
        const { rows } = await client.query<Retries & { waits: boolean }>(
          `select retry_delay, retry_delay_max, state = 'retry' and retry_count >= $1 as waits
           from pgboss.job where name = 'tasks' and state <> 'completed'`,
          [tries - 1],
        );
        const waiting = await client.query('select from outbox');
        return { rows, all: waiting.rowCount === 0 && rows.every(({ waits }) => waits) };
      };
      const { rows: tasks } = await until(async () => {
        const tried = await triedInVain(1);
        return tried.all && tried.rows.length >= 2 * ASKING ? tried : undefined;
      });
      // Skips the rest of the two days by changing the count of tries; the last try is a real one.
      const tries = triesInOutage(tasks[0]!);
      await client.query(
        `update pgboss.job set retry_count = $1, start_after = now() where name = 'tasks' and state = 'retry'`,
        [tries - 2],
      );
      await until(async () => (await triedInVain(tries)).all || (await failed()) > 0);
      expect(await failed()).toBe(0);
      const mails = await mailServer(Number(smtpPort));
      await until(async () => {
        await client.query(`update pgboss.job set start_after = now() where state = 'retry'`);
        return mails.received.filter(({ subject }) => subject?.includes('ENQ-')).length >= 2 * ASKING;
      });
      const subjects = mails.received.map(({ subject, to }) => `${to![0]!.address} ${subject}`);
      for (const [at, reference] of references.entries()) {
        expect(subjects).toContain(`${emailOf(at + 1)} We received your enquiry ${reference}`);
        expect(subjects).toContain(`sales@muster.com New enquiry ${reference}`);
      }
      expect(new Set(subjects).size).toBe(subjects.length);
      await mails.close();
    });
    muster.child.kill('SIGTERM');
    await muster.ended;
  },
);

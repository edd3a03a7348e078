import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { DEMO_PASSWORD, DEMO_SIGN_IN } from '../../seed/demo.ts';
import { schedules } from '../../src/app.ts';
import { prepareFolder } from '../database.ts';
import { freePort, type MusterProcess, ready, spawnMuster } from '../faults/muster-process.ts';
import { asClusterSuperuser } from '../faults/processes.ts';
import { keptCookies } from '../sign-in.ts';
import { temporaryFolder } from '../temporary-folder.ts';
import { until } from '../until.ts';

const folder = temporaryFolder();
const opened = join(folder.path, 'opened-sockets');
/** Runs before the product, in each of its threads: every way to connect, with TLS or without, comes by here. */
const watch = `
import { appendFileSync } from 'node:fs';
import { Socket } from 'node:net';
const { connect } = Socket.prototype;
Socket.prototype.connect = function (...asked) {
  const [to, host] = Array.isArray(asked[0]) ? asked[0] : asked;
  const { path, port = to, host: named = host } = Object(to);
  appendFileSync(${JSON.stringify(opened)}, (path ?? named + ':' + port) + '\\n');
  return connect.apply(this, asked);
};`;

let muster: MusterProcess;
beforeAll(async () => {
  prepareFolder(folder.path);
  muster = await ready(
    spawnMuster({
      PORT: await freePort(),
      DATA_DIR: folder.path,
      NODE_OPTIONS: `--import=data:text/javascript,${encodeURIComponent(watch)}`,
    }),
  );
});
afterAll(async () => {
  muster.child.kill('SIGTERM');
  await muster.ended;
  folder.remove();
});

async function signIn(): Promise<Record<string, string>> {
  const answer = await fetch(`${muster.url}/services/authentication/api/login`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ email: DEMO_SIGN_IN, password: DEMO_PASSWORD }),
  });
  return keptCookies(answer.headers.getSetCookie()).headers;
}

/** Everything that a page asks for without naming a row. The live streams never end, and only tell. */
async function readEverything(headers: Record<string, string>): Promise<number> {
  const { paths } = (await (await fetch(`${muster.url}/services/openapi.json`)).json()) as {
    paths: Record<string, Record<string, unknown>>;
  };
  const readable = Object.keys(paths).filter(
    (path) => paths[path]!['get'] && !path.includes('{') && !path.endsWith('/live'),
  );
  for (const path of readable) {
    const { body } = await fetch(`${muster.url}${path}`, { headers });
    await body?.cancel();
  }
  return readable.length;
}

/** What is done again and again is done once, with all that follows from it. */
async function runSchedules(): Promise<string> {
  return asClusterSuperuser(folder.path, async (client) => {
    const topics = Object.keys(schedules);
    for (const topic of topics)
      await client.query(`insert into outbox (topic, payload) values ($1, '{}')`, [topic]);
    const countDone = async () => {
      const { rowCount } = await client.query(
        `select distinct data->>'topic' from pgboss.job where state = 'completed' and data->>'topic' = any($1)`,
        [topics],
      );
      return rowCount;
    };
    const countWaiting = async () => {
      const { rowCount } = await client.query(
        `select id from pgboss.job where name <> '__pgboss__send-it' and start_after <= now()
            and state in ('created', 'retry', 'active')
          union all select id from outbox where held_for is null`,
      );
      return rowCount;
    };
    await until(async () => (await countDone()) === topics.length && (await countWaiting()) === 0);
    const { port } = client;
    return `127.0.0.1:${port}`;
  });
}

test('without connections and keys of outside services no socket is opened but to the database, whatever is read and done', async () => {
  const headers = await signIn();
  expect(await readEverything(headers)).toBeGreaterThan(50);
  const check = await fetch(`${muster.url}/services/subscription/api/v1/billing/check`, {
    method: 'POST',
    headers,
  });
  expect(check.status).toBe(200);
  const database = await runSchedules();
  expect(new Set(readFileSync(opened, 'utf8').trim().split('\n'))).toEqual(new Set([database]));
});

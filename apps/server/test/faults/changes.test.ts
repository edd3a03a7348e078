import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, expect, test } from 'vitest';
import { prepareFolder } from '../database.ts';
import { DEMO_PASSWORD } from '../../seed/demo.ts';
import { HOUSE } from '../../src/platform/sign-in/person.ts';
import { repetitions } from '../long.ts';
import { keptCookies } from '../sign-in.ts';
import { temporaryFolder } from '../temporary-folder.ts';
import { until } from '../until.ts';
import { freePort, type MusterProcess, ready, spawnMuster } from './muster-process.ts';
import { asClusterSuperuser, gone, postgresPids, postmasterPid, signalAll } from './processes.ts';

const KILLS = repetitions({ usual: 1, long: 10 });
const WRITES = KILLS * repetitions({ usual: 50, long: 100 });
/** As many as write at the same time. */
const WRITERS = 8;
const PAUSE_MS = 200;
const API = '/services/scheduling/api/v1';

const folder = temporaryFolder();
prepareFolder(folder.path);
let muster: MusterProcess;
afterAll(async () => {
  muster.child.kill('SIGTERM');
  await muster.ended;
  folder.remove();
});

interface Answer {
  row: { id: string; version: number };
  change: number;
}

/** What a write did, as it was told to who made it. */
interface Told {
  table: string;
  id: string;
  version: number;
  change: number;
}

async function signIn(): Promise<Record<string, string>> {
  const answer = await fetch(`${muster.url}/services/authentication/api/login`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ email: 'owner@example.com', password: DEMO_PASSWORD }),
  });
  return keptCookies(answer.headers.getSetCookie()).headers;
}

/** Asks again under the same key until there is an answer, like the application does. */
async function write(
  headers: Record<string, string>,
  method: 'POST' | 'PATCH' | 'DELETE',
  path: string,
  body?: object,
): Promise<Answer> {
  const key = randomUUID();
  for (;;) {
    const answer = await fetch(`${muster.url}${API}${path}`, {
      method,
      headers: {
        ...headers,
        'idempotency-key': key,
        ...(body && { 'content-type': 'application/json' }),
      },
      ...(body && { body: JSON.stringify(body) }),
    }).then(
      async (response) => ({ status: response.status, text: await response.text() }),
      () => undefined,
    );
    if (answer?.status === 200) return JSON.parse(answer.text).data;
    // The answer may break off, or say that the database is away.
    if (answer) expect([path, answer.status, answer.text]).toEqual([path, 503, expect.anything()]);
    await sleep(PAUSE_MS);
  }
}

/** Every kind of write that one after the other can make: new rows, edits, things of things, archiving, removing, taking back. */
async function writeMixed(headers: Record<string, string>, name: string, tell: (told: Told) => void) {
  const told = (table: string, { row, change }: Answer): Answer => {
    tell({ table, id: row.id, version: row.version, change });
    return { row, change };
  };
  const made = told('technicians', await write(headers, 'POST', '/technicians', { name }));
  const { id } = made.row;
  const edited = told(
    'technicians',
    await write(headers, 'PATCH', `/technicians/${id}`, { version: 1, phone: '0412 345 678' }),
  );
  const absence = told(
    'absences',
    await write(headers, 'POST', `/technicians/${id}/absences`, {
      kind: 'leave',
      starts_at: '2030-01-01T00:00:00Z',
      ends_at: '2030-01-02T00:00:00Z',
      whole_days: true,
    }),
  );
  await write(headers, 'POST', `/changes/${edited.change}/undo`);
  told('technicians', await write(headers, 'POST', `/technicians/${id}/archive`));
  await write(headers, 'DELETE', `/absences/${absence.row.id}`);
}
const WRITES_OF_ONE = 6;

/** Of what was made here; the demonstration's own rows are nobody's change, and what its office did is in the log of Muster's own account. Rows whose version is not that of their last entry, entries whose row is not there, numbers that are left out, and what is not found by its month or its row. */
const contradictions = `
  with entries as (
    select distinct on (table_name, row_id) table_name, row_id, version, after
      from change_entries where account_id <> '${HOUSE}' order by table_name, row_id, number desc),
  rows as (
    select 'technicians' as table_name, id, version from technicians where name like 'Kill %'
    union all select 'absences', id, version from absences
     where technician_id in (select id from technicians where name like 'Kill %'))
  select coalesce(e.table_name, r.table_name) || ' ' || coalesce(e.row_id, r.id) as what
    from entries e full join rows r on r.table_name = e.table_name and r.id = e.row_id
   where (e.after is null) <> (r.id is null) or (r.id is not null and e.version is distinct from r.version)
  union all
  select 'change ' || number || ' has ' || c.entries || ' entries'
    from changes c where c.entries <> (select count(*) from change_entries e where e.account_id = c.account_id and e.number = c.number)
  union all
  select 'numbers end at ' || l.last || ' and there are ' || (select count(*) from changes c where 'account ' || c.account_id = l.name)
    from live_channels l where l.name like 'account %'
     and l.last <> (select count(*) from changes c where 'account ' || c.account_id = l.name)
  union all
  select 'gap before ' || number from (
    select number, lag(number, 1, 0) over (partition by account_id order by number) as before from changes) n
   where number <> before + 1
  union all
  select 'month of ' || number || ' is before that of its entries, its answer or the change before' from (
    select c.*, lag(month) over (partition by account_id order by number) as before from changes c) c
   where c.month < c.before
      or not exists (select from change_answers a where a.account_id = c.account_id and a.number = c.number and a.month = c.month)
      or exists (select from change_entries e where e.account_id = c.account_id and e.number = c.number and e.month <> c.month)
  union all
  select 'history of ' || row_id || ' lacks ' || number from change_entries e
   where not exists (select from change_subjects s where s.account_id = e.account_id and s.subject_id = e.row_id and s.number = e.number)`;

test(
  `${KILLS} times server and database are killed during ${WRITES} mixed writes: what was told is kept, and rows and log agree`,
  // What a first run has left would stand in the way of a second.
  { timeout: 1_800_000, retry: 0 },
  async () => {
    const env = { PORT: await freePort(), DATA_DIR: folder.path, LOG_LEVEL: 'warn' };
    const start = async () => {
      // Whoever looks after it starts it again when a busy machine made it give up.
      do muster = spawnMuster(env);
      while (!(await ready(muster).catch(() => undefined)));
    };
    await start();
    const headers = await signIn();
    const told: Told[] = [];
    let [started, finished] = [0, 0];
    const writers = Promise.all(
      Array.from({ length: WRITERS }, async () => {
        while (started < WRITES) {
          started += WRITES_OF_ONE;
          await writeMixed(headers, `Kill ${started}`, (one) => told.push(one));
          finished += WRITES_OF_ONE;
        }
      }),
    );
    for (let kill = 0; kill < KILLS; kill += 1) {
      await until(() => finished >= ((kill + 0.5) * WRITES) / KILLS);
      const postgres = [[], [postmasterPid(folder.path)], postgresPids(folder.path)][kill % 3]!;
      const server = [muster.child.pid!];
      signalAll(kill % 2 === 0 ? [...server, ...postgres] : [...postgres, ...server], 'SIGKILL');
      await gone(muster.child);
      await start();
    }
    await writers;

    await asClusterSuperuser(folder.path, async (client) => {
      const { rows } = await client.query<{ what: string }>(contradictions);
      expect(rows).toEqual([]);
      const kept = await client.query<Omit<Told, 'change'> & { change: string }>(
        `select table_name as "table", row_id as id, version, number as change from change_entries`,
      );
      const known = new Set(kept.rows.map((row) => `${row.table} ${row.id} ${row.version} ${row.change}`));
      const lost = told.filter((one) => !known.has(`${one.table} ${one.id} ${one.version} ${one.change}`));
      expect(lost).toEqual([]);
      expect(told.length).toBeGreaterThanOrEqual((WRITES / WRITES_OF_ONE) * 4);
      const { rows: doubled } = await client.query(
        `select name from technicians where name like 'Kill %' group by name having count(*) > 1`,
      );
      expect(doubled).toEqual([]);
    });
  },
);

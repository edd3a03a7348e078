import { hashPassword } from '../../apps/server/src/platform/sign-in/passwords.ts';
import { openConnection, type Reply } from '../register/http-client.ts';
import { startMuster } from '../register/muster-process.ts';

/**
 * Whether the time of an answer tells who has an account: addresses of users, of staff, of those who registered and of nobody
 * take turns in every call that takes an address from a stranger, against the product in a process of its own. A stranger registers each of them
 * first and then goes on with it. Each four are asked in an order of their own, so that none always follows what another left behind.
 */
const REQUESTS = 200;
const TARGET_MS = 3;
const WARM_UP = 20;
const base = '/services/authentication/api';
const password = 'not-the-password-of-anybody';
const wrongPassword = 'nor-the-one-that-was-registered';

const calls: Record<string, { path: string; body: (email: string) => object }> = {
  register: {
    path: `${base}/register`,
    body: (email) => ({
      first_name: 'Olivia',
      last_name: 'Owner',
      phone: '0412 345 678',
      email,
      password,
      password_confirmation: password,
      plan_code: 'solo',
    }),
  },
  login: { path: `${base}/login`, body: (email) => ({ email, password }) },
  'wrong login': { path: `${base}/login`, body: (email) => ({ email, password: wrongPassword }) },
  resend: { path: `${base}/activation/resend`, body: (email) => ({ email }) },
  forgot: { path: `${base}/password/forgot`, body: (email) => ({ email }) },
  activate: {
    path: `${base}/activate`,
    body: (email) => ({ token: email.padEnd(43, 'x').slice(0, 43), password }),
  },
};

const kinds = ['known', 'staff', 'pending', 'unknown'] as const;
type Sides = Record<(typeof kinds)[number], Side>;

interface Side {
  times: number[];
  answers: Set<string>;
}

const muster = await startMuster();
const connection = await openConnection(muster.port, '127.0.2.1');
try {
  await makePeople();
  const rows = [];
  for (const name of Object.keys(calls)) rows.push({ name, ...(await measure(name)) });
  report(rows);
} finally {
  connection.close();
  await muster.stop();
}

/** As many people with an account, and as many who never activated, as there are requests; each has a password. */
async function makePeople(): Promise<void> {
  const account = '0193e5a0-0000-7000-8000-0000000000aa';
  const { database } = muster;
  const hash = await hashPassword('harbour-bridge-at-dawn', 'bench');
  await database.query(`select set_config('muster.account', $1, false)`, [account]);
  await database.query(
    `insert into accounts (id, name, plan_code, licences) values ($1, 'Harbour City Plumbing', 'crew', 5)`,
    [account],
  );
  await database.query(
    `insert into users (account_id, email, first_name, last_name, role, password_hash)
     select $1, format('known-%s@example.com', at), 'Olivia', 'Owner', 'owner', $2 from generate_series(0, $3::int) as at`,
    [account, hash, REQUESTS + WARM_UP],
  );
  await database.query(
    `insert into staff (email, first_name, last_name, password_hash)
     select format('staff-%s@example.com', at), 'Sam', 'Staff', $1 from generate_series(0, $2::int) as at`,
    [hash, REQUESTS + WARM_UP],
  );
  await database.query(
    `insert into registrations
       (id, email, first_name, last_name, phone, plan_code, password_hash, browser_hash, created_at)
     select new_id(), format('pending-%s@example.com', at), 'Olivia', 'Owner', '0412 345 678', 'solo', $1,
            sha256('any'), now()
       from generate_series(0, $2::int) as at`,
    [hash, REQUESTS + WARM_UP],
  );
}

async function measure(name: string): Promise<Sides> {
  const side = (): Side => ({ times: [], answers: new Set() });
  const sides = { known: side(), staff: side(), pending: side(), unknown: side() };
  for (let at = 0; at < REQUESTS + WARM_UP; at++) {
    for (const kind of inAnyOrder(kinds)) {
      const reply = await ask(name, `${kind}-${at}@example.com`);
      if (at < WARM_UP) continue;
      sides[kind].times.push(reply.ms);
      sides[kind].answers.add(visible(reply));
    }
  }
  return sides;
}

function inAnyOrder<T>(items: readonly T[]): T[] {
  return items
    .map((item) => ({ item, place: Math.random() }))
    .toSorted((a, b) => a.place - b.place)
    .map(({ item }) => item);
}

function ask(name: string, email: string): Promise<Reply> {
  const { path, body } = calls[name]!;
  return connection.send({ method: 'POST', path, body: body(email) });
}

/** All that a stranger sees, without what is new with every answer. */
function visible({ headers, body }: Reply): string {
  const lines = headers.replaceAll(/^(date|x-request-id): .*$/gim, '$1').replaceAll(/=[\w-]{43};/g, '=…;');
  return `${lines}\n${body}`;
}

function report(rows: (Sides & { name: string })[]): void {
  console.log(`medians of ${REQUESTS} requests each, in ms`);
  console.log('call            known    staff  pending  unknown  furthest apart  answers');
  let isSame = true;
  for (const { name, ...sides } of rows) {
    const medians = kinds.map((kind) => median(sides[kind].times));
    const apart = Math.max(...medians) - Math.min(...medians);
    const answers = kinds.reduce((all, kind) => all.union(sides[kind].answers), new Set<string>()).size;
    isSame &&= apart < TARGET_MS && answers === 1;
    console.log(
      name.padEnd(12),
      ...medians.map((time) => time.toFixed(2).padStart(8)),
      apart.toFixed(2).padStart(15),
      ` ${answers === 1 ? 'the same' : `${answers} kinds`}`,
    );
  }
  console.log(`target: less than ${TARGET_MS} ms apart, and the same answers`);
  process.exitCode = isSame ? 0 : 1;
}

function median(times: number[]): number {
  return times.toSorted((a, b) => a - b)[Math.floor(times.length / 2)]!;
}

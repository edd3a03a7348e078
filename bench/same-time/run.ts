import { hashPassword } from '../../apps/server/src/platform/passwords.ts';
import { openConnection, type Reply } from '../register/http-client.ts';
import { startMuster } from '../register/muster-process.ts';

/**
 * Whether the time of an answer tells who has an account: known and unknown addresses take turns in every call that takes an
 * address from a stranger, each address once, against the product in a process of its own. Every pair is asked in an order
 * of its own, so that neither always follows what the other left behind.
 */
const REQUESTS = 200;
const TARGET_MS = 3;
const WARM_UP = 20;
const base = '/services/authentication/api';
const password = 'not-the-password-of-anybody';

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
  resend: { path: `${base}/activation/resend`, body: (email) => ({ email }) },
  forgot: { path: `${base}/password/forgot`, body: (email) => ({ email }) },
};

interface Side {
  times: number[];
  answers: Set<string>;
}

const muster = await startMuster();
const connection = await openConnection(muster.port, '127.0.2.1');
try {
  await makeKnown(Object.keys(calls));
  const rows = [];
  for (const name of Object.keys(calls)) rows.push({ name, ...(await measure(name)) });
  report(rows);
} finally {
  connection.close();
  await muster.stop();
}

/** An account with as many people as there are requests, each with a password to compare with. */
async function makeKnown(names: string[]): Promise<void> {
  const account = '0193e5a0-0000-7000-8000-0000000000aa';
  const { database } = muster;
  await database.query(`select set_config('muster.account', $1, false)`, [account]);
  await database.query(
    `insert into accounts (id, name, plan_code, licences) values ($1, 'Harbour City Plumbing', 'crew', 5)`,
    [account],
  );
  await database.query(
    `insert into users (account_id, email, first_name, last_name, role, password_hash)
     select $1, format('known-%s-%s@example.com', name, at), 'Olivia', 'Owner', 'owner', $2
       from unnest($3::text[]) as name, generate_series(0, $4::int) as at`,
    [account, await hashPassword('harbour-bridge-at-dawn'), names, REQUESTS + WARM_UP],
  );
}

async function measure(name: string): Promise<{ known: Side; unknown: Side }> {
  const sides = {
    known: { times: [] as number[], answers: new Set<string>() },
    unknown: { times: [] as number[], answers: new Set<string>() },
  };
  for (let at = 0; at < REQUESTS + WARM_UP; at++) {
    const pair = ['known', 'unknown'] as const;
    for (const kind of Math.random() < 0.5 ? pair : pair.toReversed()) {
      const reply = await ask(name, `${kind}-${name}-${at}@example.com`);
      if (at < WARM_UP) continue;
      sides[kind].times.push(reply.ms);
      sides[kind].answers.add(visible(reply));
    }
  }
  return sides;
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

function report(rows: { name: string; known: Side; unknown: Side }[]): void {
  console.log(`medians of ${REQUESTS} requests each, in ms`);
  console.log('call      known    unknown  difference  answers');
  let isSame = true;
  for (const { name, known, unknown } of rows) {
    const [a, b] = [median(known.times), median(unknown.times)];
    const answers = new Set([...known.answers, ...unknown.answers]).size;
    isSame &&= Math.abs(a - b) < TARGET_MS && answers === 1;
    console.log(
      name.padEnd(8),
      a.toFixed(2).padStart(8),
      b.toFixed(2).padStart(9),
      (a - b).toFixed(2).padStart(9),
      `     ${answers === 1 ? 'the same' : `${answers} kinds`}`,
    );
  }
  console.log(`target: less than ${TARGET_MS} ms apart, and the same answers`);
  process.exitCode = isSame ? 0 : 1;
}

function median(times: number[]): number {
  return times.toSorted((a, b) => a - b)[Math.floor(times.length / 2)]!;
}

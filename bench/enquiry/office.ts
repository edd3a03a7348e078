import { sorts } from '../../packages/domain/src/sales/enquiries/schema.ts';
import { DEMO_PASSWORD, openDemo } from '../../apps/server/seed/demo.ts';
import { connect } from '../../apps/server/src/platform/db/connect.ts';
import { silentLog } from '../../apps/server/test/silent-log.ts';
import { refillEnquiries } from '../../apps/server/test/setups/many-enquiries.ts';
import { testKeys } from '../../apps/server/test/test-keys.ts';

export const MANY = 100_000;
const TIMES = 200;

/** What staff ask for: first pages in every order, filters, and searches with few and with many answers. */
const questions: Record<string, (at: number) => string> = {
  'first page': () => 'sort=-created',
  'any sort': (at) => `sort=${sorts[at % sorts.length]}&limit=100`,
  'filter by state': (at) => `state=${['new', 'contacted', 'won', 'lost', 'spam'][at % 5]}`,
  'overdue, by industry': (at) => `overdue=true&industry=${1 + (at % 25)}`,
  'search a name': (at) =>
    `search=${['wattle', 'reef', 'gum', 'stone', 'cove'][at % 5]}%20${['solar', 'pools', 'air'][at % 3]}`,
  'search an address': (at) => `search=office${at * 331}`,
  'search a phone number': (at) => `search=04${String(10 + (at % 90))}%20${String(100 + at)}`,
  'search a reference': (at) => `search=ENQ-2029-0${String(10_000 + at * 37)}`,
  'search one letter': (at) => `search=${'abcdefghijklmnopqrstuvwxyz'[at % 26]}`,
};

export interface Timing {
  question: string;
  p50: number;
  p95: number;
}

/** Fills the table and asks all of it, one question after the other, as the office does. */
export async function measureOffice(port: number, ownerUrl: string): Promise<Timing[]> {
  const database = await connect({ ownerUrl, log: silentLog, keys: testKeys });
  await openDemo(database);
  await database.close();
  await refillEnquiries(ownerUrl, MANY, new Date());
  const base = `http://127.0.0.1:${port}/services`;
  const signIn = await fetch(`${base}/authentication/api/login`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ email: 'staff@example.com', password: DEMO_PASSWORD }),
  });
  const cookie = signIn.headers
    .getSetCookie()
    .map((line) => line.split(';', 1)[0])
    .join('; ');
  const timings: Timing[] = [];
  for (const [question, queryOf] of Object.entries(questions)) {
    const milliseconds: number[] = [];
    for (let at = 0; at < TIMES; at++) {
      const started = performance.now();
      const answer = await fetch(`${base}/office/api/v1/enquiries?${queryOf(at)}`, { headers: { cookie } });
      const { code } = (await answer.json()) as { code: number };
      milliseconds.push(performance.now() - started);
      if (code !== 800) throw new Error(`${question} was answered with ${code}.`);
    }
    milliseconds.sort((a, b) => a - b);
    timings.push({ question, p50: milliseconds[TIMES / 2]!, p95: milliseconds[TIMES * 0.95]! });
  }
  return timings;
}

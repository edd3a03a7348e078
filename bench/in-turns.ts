import type { Client } from 'pg';

/** The first are not counted: code and caches are cold. */
const WARM_UP = 5;

interface Asked {
  readonly name: string;
  /** What the API is asked. */
  readonly path: string;
  /** The same question, as one would ask the database. */
  readonly sql: string;
  readonly base: string;
  readonly headers: Record<string, string>;
  readonly hand: Client;
  readonly account: string;
  readonly rounds: number;
}

/** Asks the API over HTTP and the database by hand, in turns, and prints the slowest twentieth of each and their ratio. */
export async function inTurns({ name, path, sql, base, headers, hand, account, rounds }: Asked) {
  const [api, hands]: [number[], number[]] = [[], []];
  for (let round = 0; round < rounds; round += 1) {
    api.push(await timed(() => readAnswer(`${base}${path}`, headers)));
    hands.push(await timed(() => byHand(hand, account, sql)));
  }
  const [a, b] = [p95(api.slice(WARM_UP)), p95(hands.slice(WARM_UP))];
  console.log(
    `${name.padEnd(44)} API ${a.toFixed(1)} ms   by hand ${b.toFixed(1)} ms   ${(a / b).toFixed(1)} x`,
  );
}

interface Answer {
  readonly data: { readonly next?: string | null };
}

export async function readAnswer(url: string, headers: Record<string, string>): Promise<Answer> {
  const answer = await fetch(url, { headers });
  if (!answer.ok) throw new Error(`${url}: ${answer.status} ${await answer.text()}`);
  return (await answer.json()) as Answer;
}

/** In one transaction, as the role that serves. */
async function byHand(hand: Client, account: string, text: string): Promise<void> {
  await hand.query('begin');
  await hand.query(`select set_config('muster.account', $1, true), set_config('muster.scenario', $1, true)`, [
    account,
  ]);
  await hand.query(text);
  await hand.query('commit');
}

async function timed(work: () => Promise<unknown>): Promise<number> {
  const started = performance.now();
  await work();
  return performance.now() - started;
}

function p95(times: number[]): number {
  return times.toSorted((a, b) => a - b)[Math.floor(times.length * 0.95)]!;
}

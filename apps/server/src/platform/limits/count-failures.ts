import type { Db } from '../db/executor.ts';
import { transaction } from '../db/transaction.ts';
import { giveBack, takeHits } from './hits.ts';
import type { Bucket } from './limit.ts';
import { inTurn } from './turns.ts';

interface Counted {
  /** Limits that only failed attempts count towards. */
  failures: readonly Bucket[];
  /** Limits that every attempt counts towards. */
  attempts: readonly Bucket[];
  /** The network that the attempt comes from. */
  network: string;
}

/** Counts each attempt before it is made, so that many at once are counted too; a success takes its failure back. */
export async function countFailures<T>(
  db: Db,
  { failures, attempts, network }: Counted,
  at: Date,
  attempt: () => Promise<T | undefined>,
): Promise<T | undefined> {
  const hits = await inTurn(network, () =>
    transaction(db, (db) => takeHits(db, [...failures, ...attempts], at)),
  );
  const result = await attempt().catch(async (error: unknown) => {
    // The server was too busy to check the attempt, so it must not count.
    await giveBack(db, hits);
    throw error;
  });
  if (result !== undefined) await giveBack(db, hits.slice(0, failures.length));
  return result;
}

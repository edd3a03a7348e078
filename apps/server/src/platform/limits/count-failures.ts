import type { Db } from '../db/executor.ts';
import { transaction } from '../db/transaction.ts';
import { giveBack, takeHits } from './hits.ts';
import type { Bucket } from './limit.ts';
import { inTurn } from './turns.ts';

interface Counted {
  /** Where an attempt counts unless it succeeds. */
  failures: readonly Bucket[];
  /** Where every attempt counts. */
  attempts: readonly Bucket[];
  /** Of whoever tries. */
  network: string;
}

/** Each attempt is counted before it is made, so that many at once count too; a success gives its failures back. */
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
    // Too busy to look: that is nobody's failure, and no attempt either.
    await giveBack(db, hits);
    throw error;
  });
  if (result !== undefined) await giveBack(db, hits.slice(0, failures.length));
  return result;
}

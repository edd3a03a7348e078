import type { Limit, Limiter } from './rate-limit.ts';

/** Where a failure counts. */
export interface Bucket {
  limit: Limit;
  key: string;
}

/** Each attempt is counted before it is made and given back when it succeeds, so that many at once count too. */
export async function countFailures(
  limiter: Limiter,
  buckets: Bucket[],
  attempt: () => Promise<boolean>,
): Promise<boolean> {
  for (const { limit, key } of buckets) await limiter.take(limit, key);
  const giveBack = async () => {
    for (const { limit, key } of buckets.toReversed()) await limiter.giveBack(limit, key);
  };
  const isRight = await attempt().catch(async (error: unknown) => {
    // Too busy to look: that is not the caller's failure.
    await giveBack();
    throw error;
  });
  if (isRight) await giveBack();
  return isRight;
}

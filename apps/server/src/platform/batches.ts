import { isDatabaseAway } from './db/away.ts';

interface Waiting<In, Out> {
  item: In;
  answer: PromiseWithResolvers<Out>;
}

interface Options<In, Out> {
  /** Writes all of them or throws; answers in the same order. */
  write: (items: In[]) => Promise<Out[]>;
  /** Two that have a key in common are never written together; without one, any two may be. */
  keysOf: (item: In) => string[];
  largest: number;
  /** How many batches are written at the same time: while one waits for the disk, another can be prepared. */
  atOnce: number;
}

/**
 * Writes what arrives together in one go, so that many share the price of a statement and of a commit. Nobody waits for company:
 * one that comes alone is written at once, and a batch is what came while those before it were being written.
 */
export function createBatches<In, Out>({ write, keysOf, largest, atOnce }: Options<In, Out>) {
  let waiting: Waiting<In, Out>[] = [];
  let running = 0;

  async function writeAlone({ item, answer }: Waiting<In, Out>): Promise<void> {
    try {
      const [out] = await write([item]);
      answer.resolve(out!);
    } catch (error) {
      answer.reject(error);
    }
  }

  async function writeTogether(batch: Waiting<In, Out>[]): Promise<void> {
    try {
      const outs = await write(batch.map(({ item }) => item));
      batch.forEach(({ answer }, at) => answer.resolve(outs[at]!));
    } catch (error) {
      // One that cannot be written must not take the others with it.
      if (isDatabaseAway(error)) for (const { answer } of batch) answer.reject(error);
      else for (const one of batch) await writeAlone(one);
    }
  }

  function takeBatch(): Waiting<In, Out>[] {
    const keys = new Set<string>();
    const batch: Waiting<In, Out>[] = [];
    const later: Waiting<In, Out>[] = [];
    for (const one of waiting) {
      const its = keysOf(one.item);
      if (batch.length < largest && !its.some((key) => keys.has(key))) batch.push(one);
      else later.push(one);
      // Also of those that wait: what has come first stays first.
      for (const key of its) keys.add(key);
    }
    waiting = later;
    return batch;
  }

  function run(): void {
    while (running < atOnce && waiting.length > 0) {
      const batch = takeBatch();
      running += 1;
      void (batch.length === 1 ? writeAlone(batch[0]!) : writeTogether(batch)).finally(() => {
        running -= 1;
        run();
      });
    }
  }

  return (item: In): Promise<Out> => {
    const answer = Promise.withResolvers<Out>();
    waiting.push({ item, answer });
    // After whatever else arrived in the same turn.
    if (waiting.length === 1) setImmediate(run);
    return answer.promise;
  };
}

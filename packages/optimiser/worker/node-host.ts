import { join } from 'node:path';
import { Worker } from 'node:worker_threads';

import type { Optimiser } from '../src/worker/connect.ts';
import { connect } from '../src/worker/connect.ts';
import type { Reply, Request } from '../src/worker/protocol.ts';

const compiled = join(import.meta.dirname, '../../../node_modules/.cache/compiled');

/**
 * Starts the optimiser in a Node worker thread. What one start has compiled, the next need not. Above all, no types are
 * stripped then: the memory of what strips them grows, and from then on each read of an array is checked once more by the
 * engine, for a tenth of the time of a search. `yields`: whoever else wants the processor goes first.
 */
export function startNodeWorker({ yields = false } = {}): Optimiser & {
  readonly close: () => Promise<void>;
} {
  const worker = new Worker(new URL('./node.ts', import.meta.url), {
    env: { NODE_COMPILE_CACHE: compiled, ...process.env },
    workerData: { yields },
  });
  const optimiser = connect({
    post: (request: Request) => worker.postMessage(request, []),
    listen: (receive) => worker.on('message', (reply: Reply) => receive(reply)),
    whenLost: (tell) => {
      worker.on('error', (error) => tell(`the optimiser's thread failed: ${String(error)}`));
      worker.on('exit', () => tell("the optimiser's thread has ended"));
    },
  });
  return { ...optimiser, close: async () => void (await worker.terminate()) };
}

import { Worker } from 'node:worker_threads';

import type { Ask } from '../src/worker/ask.ts';
import { connect } from '../src/worker/ask.ts';
import type { Reply, Request } from '../src/worker/protocol.ts';

/** Starts the optimiser in a Node worker thread. */
export function startNodeWorker(): { readonly ask: Ask; readonly close: () => Promise<void> } {
  const worker = new Worker(new URL('./node.ts', import.meta.url));
  const ask = connect({
    post: (request: Request) => worker.postMessage(request, []),
    listen: (receive) => worker.on('message', (reply: Reply) => receive(reply)),
  });
  return { ask, close: async () => void (await worker.terminate()) };
}

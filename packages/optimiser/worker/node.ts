import { flushCompileCache } from 'node:module';
import { setImmediate } from 'node:timers/promises';
import { constants, setPriority } from 'node:os';
import { parentPort, workerData } from 'node:worker_threads';

import type { Reply, Request } from '../src/worker/protocol.ts';
import { serve } from '../src/worker/serve.ts';

/** Runs inside a Node worker thread. */
if (parentPort === null) throw new Error('worker/node.ts runs in a worker thread only.');
const port = parentPort;
// On Linux this is the priority of the thread that asks, not of its process; elsewhere nothing is known of threads.
if ((workerData as { yields: boolean }).yields && process.platform === 'linux')
  setPriority(constants.priority.PRIORITY_BELOW_NORMAL);
serve(
  {
    post: (reply: Reply) => port.postMessage(reply),
    listen: (receive) => port.on('message', (request: Request) => receive(request)),
  },
  () => performance.now(),
  () => setImmediate(),
);
// At once: a thread that is ended from outside would leave nothing for the next one.
flushCompileCache();

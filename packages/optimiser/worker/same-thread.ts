import { setImmediate } from 'node:timers/promises';

import { connect, type Optimiser } from '../src/worker/connect.ts';
import type { Reply, Request } from '../src/worker/protocol.ts';
import { serve } from '../src/worker/serve.ts';

/**
 * The optimiser in the thread that asks, for a Node thread which does nothing else: what is large, a problem above all, is handed over
 * as it is. It warms up until something is asked of it. Runs go in turns, so that a message which ends one is heard.
 */
export function startOptimiserHere(): Optimiser {
  let ask: ((request: Request) => void) | undefined;
  let tell: ((reply: Reply) => void) | undefined;
  serve(
    { post: (reply: Reply) => tell?.(reply), listen: (receive) => (ask = receive) },
    () => performance.now(),
    () => setImmediate(),
  );
  return connect({
    // Never within the call that asks: whoever asks has to hear of the first progress as well.
    post: (request: Request) => queueMicrotask(() => ask?.(request)),
    listen: (receive) => (tell = receive),
  });
}

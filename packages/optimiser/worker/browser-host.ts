import type { Optimiser } from '../src/worker/connect.ts';
import { connect } from '../src/worker/connect.ts';
import type { Reply, Request } from '../src/worker/protocol.ts';

/** Starts the optimiser in a browser's worker. */
export function startBrowserWorker(): Optimiser & { readonly close: () => void } {
  const worker = new Worker(new URL('./browser.ts', import.meta.url), { type: 'module' });
  const optimiser = connect({
    post: (request: Request) => worker.postMessage(request, []),
    listen: (receive) => worker.addEventListener('message', ({ data }: MessageEvent<Reply>) => receive(data)),
    whenLost: (tell) =>
      worker.addEventListener('error', ({ message }) => tell(`the optimiser's worker failed: ${message}`)),
  });
  return { ...optimiser, close: () => worker.terminate() };
}

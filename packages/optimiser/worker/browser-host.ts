import type { Ask } from '../src/worker/ask.ts';
import { connect } from '../src/worker/ask.ts';
import type { Reply, Request } from '../src/worker/protocol.ts';

/** Starts the optimiser in a browser's worker. */
export function startBrowserWorker(): { readonly ask: Ask; readonly close: () => void } {
  const worker = new Worker(new URL('./browser.ts', import.meta.url), { type: 'module' });
  const ask = connect({
    post: (request: Request) => worker.postMessage(request, []),
    listen: (receive) => worker.addEventListener('message', ({ data }: MessageEvent<Reply>) => receive(data)),
    whenLost: (tell) =>
      worker.addEventListener('error', ({ message }) => tell(`the optimiser's worker failed: ${message}`)),
  });
  return { ask, close: () => worker.terminate() };
}

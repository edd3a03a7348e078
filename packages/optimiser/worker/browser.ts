import type { Reply, Request } from '../src/worker/protocol.ts';
import { serve } from '../src/worker/serve.ts';

/** Runs inside a browser's worker. A channel's post comes round sooner than a timer, which browsers slow down. */
const channel = new MessageChannel();
serve(
  {
    post: (reply: Reply) => self.postMessage(reply, { transfer: [] }),
    listen: (receive) => self.addEventListener('message', ({ data }: MessageEvent<Request>) => receive(data)),
  },
  () => performance.now(),
  () =>
    new Promise<void>((resolve) => {
      channel.port1.addEventListener('message', () => resolve(), { once: true });
      channel.port1.start();
      channel.port2.postMessage(undefined);
    }),
);

import type { App } from '../deps.ts';
import type { EventStreams } from '../live/event-stream.ts';

/** Requests that are under way get this long; whoever is still connected after it is cut off. */
const GRACE_MS = 10_000;
const REAP_MS = 50;

/**
 * Closing: streams end, requests under way finish, and each connection is let go as soon as it has nothing more to say
 * (by itself, Node would keep those that were busy at that moment for as long as they like).
 */
export function closeWithGrace(app: App, streams: EventStreams): void {
  app.addHook('preClose', (done) => {
    streams.closeAll();
    const reap = setInterval(() => app.server.closeIdleConnections(), REAP_MS);
    const cut = setTimeout(() => app.server.closeAllConnections(), GRACE_MS);
    app.server.once('close', () => {
      clearInterval(reap);
      clearTimeout(cut);
    });
    reap.unref();
    cut.unref();
    done();
  });
}

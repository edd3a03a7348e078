import type { App } from '../deps.ts';
import type { EventStreams } from '../live/event-stream.ts';

/** Requests that are under way get this long; then all connections are closed. */
const GRACE_MS = 10_000;
const REAP_MS = 50;

/**
 * On closing, streams end, requests under way finish, and each connection is closed as soon as it is idle
 * (Node alone closes only those that are idle at that moment, and waits for the others without a limit).
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

import type { Server } from 'node:http';
import type { Socket } from 'node:net';

/** Longer than a request and its answer may take together, and than the pause between two beats of an event stream. */
const IDLE_MS = 65_000;
const LOOK_MS = 5000;

interface Seen {
  bytes: number;
  since: number;
}

/**
 * Lets connections go over which nothing came or went for a while. Node does so with a timer for each, which is set and
 * cleared with every request; to look at all of them now and then costs a request nothing.
 */
export function letGoOfIdle(server: Server): { stop(): void } {
  const open = new Map<Socket, Seen>();
  const look = setInterval(() => {
    const now = performance.now();
    for (const [socket, seen] of open) {
      const bytes = socket.bytesRead + socket.bytesWritten;
      // What is still to be sent waits for a client that reads slowly: a large answer over a poor line.
      if (bytes !== seen.bytes || socket.writableLength > 0) open.set(socket, { bytes, since: now });
      else if (now - seen.since >= IDLE_MS) socket.destroy();
    }
  }, LOOK_MS).unref();
  server.keepAliveTimeout = 0;
  server.on('connection', (socket) => {
    open.set(socket, { bytes: 0, since: performance.now() });
    socket.once('close', () => open.delete(socket));
  });
  return { stop: () => clearInterval(look) };
}

import type { FastifyReply } from 'fastify';
import type { Logger } from 'pino';
import { Failure } from '../http/errors.ts';
import type { Headers } from '../http/security-headers.ts';

/** Below the shortest idle limit that proxies usually have (30 s). */
const HEARTBEAT_MS = 15_000;
/** A client that leaves this much unread is not reading; it will connect again and load everything anew. */
const UNREAD_BYTES = 1_000_000;

/** More than anybody has tabs open that are not asleep; a stream costs memory here and a subscription. */
const MOST_OF_A_SESSION = 8;
const RETRY_SECONDS = 30;

interface EventStream {
  send(data: object): void;
  close(): void;
}

interface StreamOptions {
  /** Whose it is: one session has only so many. */
  session: string;
  onHeartbeat: () => void;
  /** Once, when it ends. */
  onClose: () => void;
}

export interface EventStreams {
  /** Turns an answer into a stream of server-sent events, or throws `tooMany`. */
  open(reply: FastifyReply, options: StreamOptions): EventStream;
  /** For good: one that is opened afterwards ends at once. */
  closeAll(): void;
}

export function createEventStreams(headers: Headers, log: Logger): EventStreams {
  const streams = new Set<EventStream>();
  const bySession = new Map<string, number>();
  let isClosing = false;

  function count(session: string, change: 1 | -1): void {
    const left = (bySession.get(session) ?? 0) + change;
    if (left > 0) bySession.set(session, left);
    else bySession.delete(session);
  }

  return {
    open(reply, { session, onHeartbeat, onClose }) {
      if ((bySession.get(session) ?? 0) >= MOST_OF_A_SESSION)
        throw new Failure('tooMany', 'Too many tabs listen already; close some of them.', RETRY_SECONDS);
      reply.request.isStream = true;
      const { raw, request } = reply.hijack();
      const started = performance.now();
      raw.writeHead(200, {
        ...Object.fromEntries(headers),
        'content-type': 'text/event-stream; charset=utf-8',
        connection: 'close',
        'x-accel-buffering': 'no',
        'x-request-id': request.id,
      });
      // An error without a listener ends the process.
      raw.on('error', (error) => log.debug({ id: request.id, err: error }, 'A stream broke off.'));
      const write = (text: string) => {
        if (!raw.writableEnded && !raw.destroyed) raw.write(text);
      };
      // Sent at once, so that the client knows the stream is open, and how soon to come back when it breaks.
      write('retry: 2000\n\n');
      const heartbeat = setInterval(() => {
        write(': still here\n\n');
        onHeartbeat();
      }, HEARTBEAT_MS);
      const stream: EventStream = {
        send(data) {
          if (raw.writableLength > UNREAD_BYTES) raw.destroy();
          else write(`data: ${JSON.stringify(data)}\n\n`);
        },
        // Its feeders are let go now: the client may take long to read the rest.
        close() {
          leave();
          raw.end();
        },
      };
      streams.add(stream);
      count(session, 1);
      function leave(): void {
        if (!streams.delete(stream)) return;
        count(session, -1);
        clearInterval(heartbeat);
        onClose();
      }
      raw.once('close', () => {
        leave();
        const ms = Math.round(performance.now() - started);
        log.info({ id: request.id, route: request.routeOptions.url, status: 200, ms });
      });
      if (isClosing) stream.close();
      return stream;
    },
    closeAll() {
      isClosing = true;
      for (const stream of streams) stream.close();
    },
  };
}

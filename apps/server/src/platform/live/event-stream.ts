import type { FastifyReply } from 'fastify';
import type { Logger } from 'pino';
import { Failure } from '../http/answers/errors.ts';
import type { Headers } from '../http/edge/security-headers.ts';

/** A beat is a named event, because the script must see it: without beats it takes the stream for dead. Proxies cut off later. */
const BEAT_MS = 5_000;
/** A client with this much unread data is not reading. It is cut off, connects again and loads everything again. */
const UNREAD_BYTES = 1_000_000;
/** More than the active tabs of one person. Each stream costs memory and a subscription. */
const MOST_OF_A_SESSION = 8;
const RETRY_SECONDS = 30;

export interface EventStream {
  /** With an id if the client may later ask for the events after it. */
  send(event: string, data: object, id?: number): void;
  close(): void;
}

interface StreamOptions {
  /** The session that opens it; each session may have a limited number. */
  session: string;
  onBeat: () => void;
  /** Called once, when the stream ends. */
  onClose: () => void;
}

export interface EventStreams {
  /** Turns an answer into a stream of server-sent events, or throws `tooMany`. */
  open(reply: FastifyReply, options: StreamOptions): EventStream;
  closeOf(session: string): void;
  /** Closes all streams, and every stream that is opened later. */
  closeAll(): void;
}

export function createEventStreams(headers: Headers, log: Logger): EventStreams {
  const bySession = new Map<string, Set<EventStream>>();
  let isClosing = false;

  return {
    open(reply, { session, onBeat, onClose }) {
      const ofSession = bySession.get(session) ?? new Set();
      if (ofSession.size >= MOST_OF_A_SESSION)
        throw new Failure('tooMany', 'You have too many tabs open. Close some of them, then reload.', {
          retryAfterSeconds: RETRY_SECONDS,
        });
      reply.request.isStream = true;
      reply.request.leaveCount();
      const { raw, request } = reply.hijack();
      const started = performance.now();
      raw.writeHead(200, {
        ...headers,
        'cache-control': 'no-store, no-transform',
        'content-type': 'text/event-stream; charset=utf-8',
        connection: 'close',
        'x-accel-buffering': 'no',
        'x-request-id': request.id,
      });
      // An error without a listener ends the process.
      raw.on('error', (error) => log.debug({ id: request.id, err: error }, 'A stream broke off.'));
      // Sent at once, so that the client knows the stream is open.
      raw.flushHeaders();
      const stream: EventStream = {
        send(event, data, id) {
          if (raw.writableEnded || raw.destroyed) return;
          if (raw.writableLength > UNREAD_BYTES) raw.destroy();
          else
            raw.write(
              `${id === undefined ? '' : `id: ${id}\n`}event: ${event}\ndata: ${JSON.stringify(data)}\n\n`,
            );
        },
        // Stops its subscriptions now, because the client may take long to read the rest.
        close() {
          leave();
          raw.end();
        },
      };
      const beat = setInterval(() => {
        stream.send('beat', {});
        onBeat();
      }, BEAT_MS);
      bySession.set(session, ofSession.add(stream));
      function leave(): void {
        if (!ofSession.delete(stream)) return;
        if (ofSession.size === 0) bySession.delete(session);
        clearInterval(beat);
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
    closeOf(session) {
      for (const stream of bySession.get(session) ?? []) stream.close();
    },
    closeAll() {
      isClosing = true;
      for (const ofSession of bySession.values()) for (const stream of ofSession) stream.close();
    },
  };
}

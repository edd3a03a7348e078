import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import type { Readable } from 'node:stream';
import PostalMime, { type Email } from 'postal-mime';
import { SMTPServer } from 'smtp-server';

export interface MailServer {
  url: string;
  /** The mails that it accepted, in that order. */
  received: Email[];
  /** Refuses this many mails, with this code. */
  refuse(times: number, responseCode?: number): void;
  /** Receives the whole mail and closes the connection instead of answering; the mail counts as received. */
  cutOff(times: number): void;
  /** Receives the whole mail and accepts it only when the returned function is called. */
  hold(): () => void;
  isHolding(): boolean;
  close(): Promise<void>;
}

/** A mail server that speaks real SMTP, on a port of its own where none is given. */
export async function mailServer(onPort = 0): Promise<MailServer> {
  const received: Email[] = [];
  let refusals = { left: 0, responseCode: 451 };
  let cuts = 0;
  let held: Promise<void> | undefined;
  let holding = false;

  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS'],
    onData: (stream, session, done) => void take(stream, session.id, done),
  });
  // Some tests cut the connection on purpose.
  server.on('error', () => {});

  async function take(stream: Readable, session: string, done: (error?: Error) => void): Promise<void> {
    const chunks = await stream.toArray().catch(() => undefined);
    // The sender has closed the connection in the middle.
    if (!chunks) return;
    if (refusals.left-- > 0) {
      done(Object.assign(new Error('come back later'), { responseCode: refusals.responseCode }));
      return;
    }
    holding = held !== undefined;
    await held;
    received.push(await PostalMime.parse(Buffer.concat(chunks)));
    if (cuts-- > 0) for (const line of server.connections) if (line.id === session) line.close();
    done();
  }

  server.listen(onPort, '127.0.0.1');
  await once(server.server, 'listening');
  const { port } = server.server.address() as AddressInfo;
  return {
    url: `smtp://127.0.0.1:${port}`,
    received,
    refuse: (times, responseCode = 451) => void (refusals = { left: times, responseCode }),
    cutOff: (times) => void (cuts = times),
    hold() {
      const { promise, resolve } = Promise.withResolvers<void>();
      held = promise;
      return resolve;
    },
    isHolding: () => holding,
    async close() {
      server.close();
      await once(server.server, 'close');
    },
  };
}

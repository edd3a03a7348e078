import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import PostalMime, { type Email } from 'postal-mime';
import { SMTPServer } from 'smtp-server';

export interface MailServer {
  url: string;
  /** Everything it has said yes to, in that order. */
  received: Email[];
  /** Says no so many times, with this code. */
  refuse(times: number, responseCode?: number): void;
  /** Takes the whole mail and cuts the line instead of answering; the mail counts as received. */
  cutOff(times: number): void;
  /** Takes the whole mail and does not say yes until the returned function is called. */
  hold(): () => void;
  isHolding(): boolean;
  close(): Promise<void>;
}

/** A mail server that speaks real SMTP on a port of its own. */
export async function mailServer(): Promise<MailServer> {
  const received: Email[] = [];
  let refusals = { left: 0, responseCode: 451 };
  let cuts = 0;
  let held: Promise<void> | undefined;
  let holding = false;

  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS'],
    onData(stream, session, done) {
      const chunks: Buffer[] = [];
      stream.on('data', (chunk: Buffer) => chunks.push(chunk));
      stream.on('end', () => void take(Buffer.concat(chunks), session.id).then(() => done(), done));
    },
  });
  // A line that breaks in the middle is what some tests are about.
  server.on('error', () => {});

  async function take(raw: Buffer, session: string): Promise<void> {
    if (refusals.left-- > 0) {
      throw Object.assign(new Error('come back later'), { responseCode: refusals.responseCode });
    }
    holding = held !== undefined;
    await held;
    received.push(await PostalMime.parse(raw));
    if (cuts-- > 0) for (const line of server.connections) if (line.id === session) line.close();
  }

  server.listen(0, '127.0.0.1');
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
    close: () => new Promise<void>((resolve) => void server.close(() => resolve())),
  };
}

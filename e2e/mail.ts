import type { AddressInfo } from 'node:net';
import PostalMime, { type Email } from 'postal-mime';
import { SMTPServer } from 'smtp-server';

// Far beyond what anything needs: a busy machine must not fail a journey.
const patienceMs = 120_000;

export interface MailServer {
  /** For SMTP_URL. */
  url: string;
  /** The next mail to this address that nobody has asked for yet, with the words of its subject. */
  next(to: string, subject: RegExp): Promise<Email>;
  close(): Promise<void>;
}

/** A mail server that keeps what it is given, so that a journey can read its mail as a person would. */
export async function startMailServer(): Promise<MailServer> {
  const kept: Email[] = [];
  let arrived = Promise.withResolvers<void>();

  async function keep(raw: Buffer, done: () => void): Promise<void> {
    kept.push(await PostalMime.parse(raw));
    arrived.resolve();
    arrived = Promise.withResolvers<void>();
    done();
  }

  function take(to: string, subject: RegExp): Email | undefined {
    const at = kept.findIndex((mail) => mail.to?.[0]?.address === to && subject.test(mail.subject ?? ''));
    return at < 0 ? undefined : kept.splice(at, 1)[0];
  }

  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS'],
    onData(stream, _, done) {
      const chunks: Buffer[] = [];
      stream.on('data', (chunk: Buffer) => chunks.push(chunk));
      stream.on('end', () => void keep(Buffer.concat(chunks), done));
    },
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.server.address() as AddressInfo;
  return {
    url: `smtp://127.0.0.1:${port}`,
    async next(to, subject) {
      const lost = AbortSignal.timeout(patienceMs);
      for (;;) {
        const mail = take(to, subject);
        if (mail) return mail;
        if (lost.aborted) {
          const subjects = kept.map((other) => `${other.to?.[0]?.address}: ${other.subject}`);
          throw new Error(`No mail to ${to} about ${subject} has come, only [${subjects.join(', ')}].`);
        }
        await Promise.race([arrived.promise, aborted(lost)]);
      }
    },
    close: () => new Promise((resolve) => server.close(() => resolve())),
  };
}

function aborted(signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => signal.addEventListener('abort', () => resolve(), { once: true }));
}

/** Where a mail leads, by the page: what a person would press. */
export function linkIn(mail: { text?: string | undefined }, page: string): string {
  const found = mail.text?.match(/https?:\/\/\S+/g)?.find((address) => new URL(address).pathname === page);
  if (!found) throw new Error(`The mail has no link to ${page}:\n${mail.text}`);
  return found;
}

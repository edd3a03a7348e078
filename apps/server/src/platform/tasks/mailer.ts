import { Readable } from 'node:stream';
import { domainToASCII } from 'node:url';
import { storedEmail } from '@muster/domain/values/email';
import { createTransport } from 'nodemailer';
import type { Settings } from '../../settings.ts';
import type { Deps } from '../deps.ts';
import { isPrivate } from '../http/edge/client-network.ts';

export interface Mail {
  to: string;
  /** The name that it comes from, where it is not our own. */
  from?: string;
  /** Where answers go; to the sender where it is not said. */
  replyTo?: string;
  subject: string;
  html: string;
  text: string;
  attachments?: Attachment[];
}

export interface Attachment {
  filename: string;
  contentType: string;
  content: Buffer;
  /** By which the HTML names it that shows it; it is not among what somebody would save. */
  cid?: string;
}

/**
 * Sends one mail; the id makes a repeat recognisable. `beforeData` is awaited when the mail server has agreed to take the
 * mail and nothing of it has been sent: if something fails later than that, the mail may have arrived.
 */
export type Mailer = (id: string, mail: Mail, beforeData: () => Promise<void>) => Promise<void>;

/** A mail server that does not answer must not hold a background task for minutes. */
const SMTP_TIMEOUT_MS = 20_000;

/** Sends through the mail server of the settings; undefined if none is set. */
export function createMailer(settings: Settings): Mailer | undefined {
  if (!settings.SMTP_URL) return undefined;
  const options = {
    url: settings.SMTP_URL,
    connectionTimeout: SMTP_TIMEOUT_MS,
    greetingTimeout: SMTP_TIMEOUT_MS,
    socketTimeout: SMTP_TIMEOUT_MS,
  };
  const address = addressIn(settings.MAIL_FROM);
  const domain = /@([^>\s]+)/.exec(settings.MAIL_FROM)?.[1] ?? 'localhost';
  return async (id, { from: name, ...mail }, beforeData) => {
    const transport = createTransport(options);
    transport.use('stream', ({ message }, next) => {
      const read = message.createReadStream.bind(message);
      message.createReadStream = () => Readable.from(after(beforeData, read));
      next();
    });
    const from = name === undefined ? settings.MAIL_FROM : { name, address };
    await transport.sendMail({ ...mail, from, messageId: `<${id}@${domain}>` });
  };
}

/** A generator runs when it is first read: here when the mail server is ready for the mail. */
async function* after(beforeData: () => Promise<void>, read: () => AsyncIterable<Buffer>) {
  await beforeData();
  yield* read();
}

/** Whether the mail server refused the mail, so that it cannot have arrived. */
export function isRefusedByServer(error: unknown): boolean {
  return error instanceof Error && 'responseCode' in error && typeof error.responseCode === 'number';
}

/** Whether it refused it for good: the mailbox is not there, or the mail is not wanted. Busy servers answer with other codes. */
export function isRefusedForGood(error: unknown): error is Error & { responseCode: number } {
  const isAboutIt =
    error instanceof Error && 'code' in error && ['EENVELOPE', 'EMESSAGE'].includes(String(error.code));
  return isAboutIt && 'responseCode' in error && Number(error.responseCode) >= 500;
}

/** Whether mails can be read in the browser: only if no other machine can reach the server. */
export function hasInbox({ settings, embedded }: Pick<Deps, 'settings' | 'embedded'>): boolean {
  return embedded && settings.SMTP_URL === undefined && isPrivate(settings);
}

/** The address alone of what may have a name before it, as in `Help <help@example.com>`. */
export function addressIn(mailbox: string): string {
  return /<(.+)>/.exec(mailbox)?.[1] ?? mailbox;
}

/** Providers with whom dots in the name of a mailbox make no difference. */
const withoutDots: ReadonlySet<string> = new Set(['gmail.com', 'googlemail.com']);

/** The mailbox that mails to an address end up in, as far as anybody can know: limits count these. */
export function mailboxOf(address: string): string {
  const stored = storedEmail(address);
  const at = stored.lastIndexOf('@');
  if (at < 0) return stored;
  const host = domainToASCII(stored.slice(at + 1)) || stored.slice(at + 1);
  // What follows a plus is a note of the owner to themselves.
  const name = stored.slice(0, at).replace(/(.)\+.*$/, '$1');
  return withoutDots.has(host) ? `${name.replaceAll('.', '')}@gmail.com` : `${name}@${host}`;
}

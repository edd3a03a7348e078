import { Readable } from 'node:stream';
import { createTransport } from 'nodemailer';
import type { Settings } from '../../settings.ts';
import { isPrivate } from '../http/client-network.ts';
import type { Deps } from '../deps.ts';
import { addressIn } from './mailbox.ts';

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

/** Whether mails can be read in the browser: only if no other machine can reach the server. */
export function hasInbox({ settings, embedded }: Pick<Deps, 'settings' | 'embedded'>): boolean {
  return embedded && settings.SMTP_URL === undefined && isPrivate(settings);
}

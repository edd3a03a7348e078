import { createTransport } from 'nodemailer';
import type { Settings } from '../settings.ts';
import { isPrivate } from './client-network.ts';
import type { Deps } from './deps.ts';

export interface Mail {
  to: string;
  subject: string;
  html: string;
  text: string;
}

/** A mail server that does not answer must not hold a background task for minutes. */
const SMTP_TIMEOUT_MS = 20_000;

/** Sends through the mail server of the settings; undefined where there is none. The id makes a repeat recognisable. */
export function createMailer(settings: Settings): ((id: string, mail: Mail) => Promise<void>) | undefined {
  if (!settings.SMTP_URL) return undefined;
  const transport = createTransport({
    url: settings.SMTP_URL,
    connectionTimeout: SMTP_TIMEOUT_MS,
    greetingTimeout: SMTP_TIMEOUT_MS,
    socketTimeout: SMTP_TIMEOUT_MS,
  });
  const domain = /@([^>\s]+)/.exec(settings.MAIL_FROM)?.[1] ?? 'localhost';
  return async (id, mail) => {
    await transport.sendMail({ ...mail, from: settings.MAIL_FROM, messageId: `<${id}@${domain}>` });
  };
}

/** Whether mails can be read in the browser: only where nobody but this machine can do so. */
export function hasInbox({ settings, embedded }: Pick<Deps, 'settings' | 'embedded'>): boolean {
  return embedded && settings.SMTP_URL === undefined && isPrivate(settings);
}

import { DAY_MS } from '@muster/domain/values/minutes';
import type { MailTheme } from '@muster/domain/basics/mails/schema';
import { isMailAddress } from '@muster/domain/values/email';
import type { AccountId } from '@muster/domain/values/ids';
import type { Db, Tx } from '../../../platform/db/executor.ts';
import { transaction } from '../../../platform/db/transaction.ts';
import type { Deps } from '../../../platform/deps.ts';
import { accountMailShares, mailShares, mailsPerAccount } from '../../../platform/limit-table.ts';
import { giveBack, tryHits } from '../../../platform/limits.ts';
import { fingerprint } from '../../../platform/sign-in/secret.ts';
import { type Attachment, mailboxOf } from '../../../platform/tasks/mailer.ts';
import {
  findTasks,
  forgetTasks,
  listFailedTasks,
  retryFailedTasks,
  enqueue,
} from '../../../platform/tasks/outbox.ts';
import {
  deleteMails,
  deleteMailsToCustomer,
  findMailsBy,
  forgetHandOvers,
  readSender,
  type Sender,
} from './store.ts';
import {
  type Letter,
  LOGO_CID,
  type MailedPaper,
  type MailSources,
  senderOf as sendingOf,
  withoutLogo,
  writeMail,
} from './templates.ts';

export { type Letter, type Letterhead, type MailedPaper, type News, newsLines } from './templates.ts';

/** A letter as a mail program would show it, in the light or in the dark, with its logo in the text itself. */
export function htmlOf(
  deps: Pick<Deps, 'settings' | 'database'>,
  letter: Letter,
  {
    logo,
    theme,
    business = null,
  }: { logo: Uint8Array | undefined; theme: MailTheme; business?: string | null },
): string {
  const html = writeMail(logo ? letter : withoutLogo(letter), sendingOf(deps), business)?.html ?? '';
  const source = logo ? `data:image/png;base64,${Buffer.from(logo).toString('base64')}` : '';
  return html
    .replace(`cid:${LOGO_CID}`, source)
    .replace('(prefers-color-scheme:dark)', theme === 'dark' ? 'all' : 'not all');
}

type Sources = Pick<MailSources, 'drawReport' | 'drawPaper' | 'logoOf'>;
type Platform = Pick<Deps, 'settings' | 'database' | 'files'>;

/** What comes with a mail to be opened or kept, by name. */
export function namesAttached(letter: Letter): string[] {
  return filesIn(letter).map(({ name }) => name);
}

/** Those files, or the one of that name. They are made each time, because no mail is kept in the form in which it leaves. */
export async function attachmentsOf(
  platform: Platform,
  sources: Sources,
  letter: Letter,
  only?: string,
): Promise<Attachment[]> {
  const attachments: Attachment[] = [];
  for (const file of filesIn(letter)) {
    if (only !== undefined && file.name !== only) continue;
    attachments.push(
      'text' in file
        ? {
            filename: file.name,
            contentType: `text/calendar; charset=utf-8; method=${file.method}`,
            content: Buffer.from(file.text),
          }
        : {
            filename: file.name,
            contentType: 'application/pdf',
            content: await drawn(platform, sources, file),
          },
    );
  }
  return attachments;
}

async function drawn(
  platform: Platform,
  { drawReport, drawPaper }: Sources,
  file: { account: AccountId; content: object } | MailedPaper,
): Promise<Buffer> {
  if ('kind' in file) return Buffer.from(await drawPaper(platform, file));
  return Buffer.concat(await Array.fromAsync(drawReport(platform, file.account, file.content)));
}

function filesIn(letter: Letter) {
  if (letter.template !== 'of a business') return [];
  const { report, paper, calendar } = letter;
  return [...(calendar ? [calendar] : []), ...(report ? [report] : []), ...(paper ? [paper] : [])];
}

/** The logo is part of the mail, so that nobody is asked for it when somebody reads. */
export async function logoIn(
  platform: Platform,
  { logoOf }: Sources,
  letter: Letter,
): Promise<Attachment | undefined> {
  if (letter.template !== 'of a business' || !letter.letterhead?.logo || !letter.account) return undefined;
  const logo = await logoOf(platform, letter.account, letter.letterhead.logo.id);
  return logo && { filename: 'logo.png', contentType: 'image/png', content: logo.content, cid: LOGO_CID };
}

/** The topic of the tasks that send them; those with a document wait for it where files are worked on, and no other mail behind them. */
export const MAIL = 'mail';
export const MAIL_WITH_REPORT = 'files mail';
const topics = [MAIL, MAIL_WITH_REPORT];

export type MailShare = keyof typeof mailShares;

/** The mail leaves if and only if the transaction commits. Its text is written then, so no link of it is ever stored. Answers its id. */
export async function sendMail(db: Tx, letter: Letter): Promise<string> {
  return enqueue(db, MAIL, letter);
}

/** Sends a mail unless its address has had its share. Returns whether it is sent. */
export async function sendMailForAnybody(
  db: Tx,
  letter: Letter,
  share: MailShare,
  at: Date,
): Promise<boolean> {
  // A letter that is dropped must not use up the share of a person who has the address.
  const mailbox = mailboxOf(letter.to);
  const key = fingerprint(letter.template === 'nothing' ? `nobody ${mailbox}` : mailbox);
  const hits = await tryHits(
    db,
    mailShares[share].map((limit) => ({ limit, key })),
    at,
  );
  if ('waitSeconds' in hits) return false;
  await sendMail(db, letter);
  return true;
}

/** Why a mail of an account is not sent. */
type Unsent = 'no address' | 'too many' | 'daily limit';

/** Who sends for an account, as mails may tell it. */
export type { Sender as BusinessSender } from './store.ts';

export function senderOf(db: Tx, at: Date): Promise<Sender> {
  return readSender(db, at);
}

/**
 * Sends what an account has to say to somebody, in words that are written for its sender; unless the mailbox has had its share of
 * this account or of all of them, or the account has sent as many as it may in a day. Answers its id, or why not.
 */
export async function sendMailOfAccount(
  db: Tx,
  account: AccountId,
  {
    to,
    share,
    at,
    write,
  }: {
    to: string;
    share: keyof typeof accountMailShares;
    at: Date;
    write: (sender: Sender) => Letter;
  },
): Promise<{ id: string } | { problem: Unsent }> {
  // Addresses that were stored before we read them this strictly.
  if (!isMailAddress(to)) return { problem: 'no address' };
  const sender = await senderOf(db, at);
  const daily = await tryHits(db, [{ limit: mailsPerAccount(sender.ageDays), key: account }], at);
  if ('waitSeconds' in daily) return { problem: 'daily limit' };
  const mailbox = fingerprint(mailboxOf(to));
  const { ofAccount, ofAll } = accountMailShares[share];
  const buckets = [
    ...ofAccount.map((limit) => ({ limit, key: `${account} ${mailbox}` })),
    ...ofAll.map((limit) => ({ limit, key: mailbox })),
  ];
  if ('waitSeconds' in (await tryHits(db, buckets, at))) {
    await giveBack(db, daily);
    return { problem: 'too many' };
  }
  // Accounts take turns with their mails.
  const letter = write(sender);
  const hasDocument = letter.template === 'of a business' && (letter.report ?? letter.paper) !== undefined;
  const topic = hasDocument ? MAIL_WITH_REPORT : MAIL;
  return { id: await enqueue(db, topic, { ...letter, account, letterhead: sender.letterhead }) };
}

/** What has become of a mail, since when, and why in words. */
export interface MailState {
  readonly state: 'waiting' | 'sent' | 'failed' | 'unknown';
  readonly at: Date;
  readonly why: string;
}

/** Of those of these mails of which it is known: the queue and the inbox forget in time. */
export async function mailStates(db: Db, ids: readonly string[]): Promise<Map<string, MailState>> {
  if (ids.length === 0) return new Map();
  const states = new Map<string, MailState>();
  for (const { id, failed_at, due_at, reason } of await findTasks(db, ids))
    states.set(id, { state: failed_at ? 'failed' : 'waiting', at: failed_at ?? due_at, why: reason ?? '' });
  for (const { id, sent_at, handed_over, created_at, refused_at, refusal } of await findMailsBy(db, ids)) {
    const failed = states.get(id)?.state === 'failed' ? states.get(id) : undefined;
    if (refused_at) states.set(id, { state: 'failed', at: refused_at, why: refusal });
    else if (sent_at) states.set(id, { state: 'sent', at: sent_at, why: '' });
    // Handed over, and the mail server never said that it has it.
    else if (failed && handed_over > 0) states.set(id, { ...failed, state: 'unknown' });
    // Nobody sends it: it lies in the inbox of this machine.
    else if (!states.has(id) && handed_over === 0) states.set(id, { state: 'sent', at: created_at, why: '' });
  }
  return states;
}

const KEPT_MS = 30 * DAY_MS;

/** Deletes mails so old that nobody looks for them and no task still sends them. */
export async function forgetMails(db: Db, now: Date): Promise<void> {
  await deleteMails(db, new Date(now.getTime() - KEPT_MS));
}

/** Deletes what was written to a customer, sent or not. */
export async function forgetMailsToCustomer(db: Tx, customer: string): Promise<void> {
  for (const topic of topics) await forgetTasks(db, topic, ['customer', customer]);
  await deleteMailsToCustomer(db, customer);
}

/** One line for each mail that could not be sent. */
export async function nameFailedMails(db: Db): Promise<string[]> {
  const failed = (await Promise.all(topics.map((topic) => listFailedTasks(db, topic)))).flat();
  if (failed.length === 0) return ['No emails have failed.'];
  return failed.map(({ id, payload, failed_at, reason }) => {
    const { template, to } = payload as Letter;
    return `${id}  ${failed_at.toISOString()}  ${template} to ${to}: ${reason ?? 'unknown reason'}`;
  });
}

/** Sends all of them, or one, again like new mails. */
export async function sendFailedMails(db: Db, id?: string): Promise<{ done: boolean; said: string }> {
  const ids = await transaction(db, async (db) => {
    const ids = [];
    for (const topic of topics) ids.push(...(await retryFailedTasks(db, topic, id)));
    if (ids.length > 0) await forgetHandOvers(db, ids);
    return ids;
  });
  if (id !== undefined && ids.length === 0) return { done: false, said: `There’s no failed email ${id}.` };
  return {
    done: true,
    said: ids.length === 1 ? 'Resending 1 email.' : `Resending ${ids.length} emails.`,
  };
}

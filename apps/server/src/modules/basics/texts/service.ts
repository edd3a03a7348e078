import { e164 } from '@muster/domain/basics/texts/numbers';
import {
  afterQuietHours,
  partsOf,
  isSender,
  monthOf,
  type TextProblem,
  textProblems,
  type TextStateName,
  usualTextSettings,
} from '@muster/domain/basics/texts/rules';
import type {
  TestText,
  TextMonth,
  TextSettings,
  TextSettingsEdit,
  TextStatus,
} from '@muster/domain/basics/texts/schema';
import type { AccountId } from '@muster/domain/values/ids';
import type { LocalTime } from '@muster/domain/values/local-time';
import { DAY_MS } from '@muster/domain/values/minutes';
import { owners } from '../../../platform/changes/from-request.ts';
import type { TrackedTable, Writer } from '../../../platform/changes/tracked.ts';
import type { Db, Tx } from '../../../platform/db/executor.ts';
import type { Deps } from '../../../platform/deps.ts';
import { Failure } from '../../../platform/http/answers/errors.ts';
import { resendsPerAccount, textShares } from '../../../platform/limit-table.ts';
import { takeHits, tryHits } from '../../../platform/limits.ts';
import { type Channel, channelOf } from '../../../platform/live/event-log.ts';
import type { MailedLink } from '../../../platform/sign-in/secret.ts';
import { hasInbox } from '../../../platform/tasks/mailer.ts';
import { enqueue } from '../../../platform/tasks/outbox.ts';
import {
  blankTexts,
  deleteKeptTexts,
  findMonth,
  findSettings,
  hasOptedOut,
  insertText,
  listTextsOf,
  listTextStates,
  readBusiness,
  type TextsOf,
  unsendTexts,
} from './store.ts';
import { writeText } from './templates.ts';

/** What an account has to say to somebody by text. */
export interface NewText {
  /** A phone number as it was typed. */
  readonly to: string;
  /** `{link}` in it stands for the address of its link. */
  readonly body: string;
  readonly link: MailedLink | null;
  readonly at: Date;
  /** It can be unsent until then; null: it leaves at once. */
  readonly holdUntil: Date | null;
  /** Later it is of no use, and does not leave. */
  readonly notAfter: Date | null;
  /** What it is about, such as "booked". */
  readonly kind: string;
  readonly customer: string | null;
  readonly contact: string | null;
  readonly visit: string | null;
}

export type TextDeps = Pick<Deps, 'settings' | 'database' | 'embedded'>;

/** The task that brings a text to the inbox of this machine. */
export const TEXT_KEPT = 'text kept';

export interface TextKeptTask {
  channel: Channel;
  /** Whose turn it takes. */
  account: Channel;
  text: string;
}

/** What the owner has set for texts, or what is usual. */
export async function readTextSettings(db: Tx, account: AccountId): Promise<TextSettings> {
  return (await findSettings(db)) ?? { id: account, version: 0, ...usualTextSettings };
}

export const textSettings: TrackedTable<TextSettings> = {
  name: 'text_settings',
  columns: ['sender', 'part_price', 'monthly_ceiling', 'quiet_from', 'quiet_to'],
  readers: owners,
  writers: owners,
  label: () => 'texts',
};

export async function editTextSettings(
  write: Writer,
  account: AccountId,
  { version, ...fields }: TextSettingsEdit,
): Promise<TextSettings> {
  if (fields.sender && !isSender(fields.sender))
    throw new Failure(
      'unprocessable',
      'Enter a number like +61412345678, or a registered name of 3 to 11 letters.',
    );
  if ((await findSettings(write.db)) !== undefined || version > 0)
    return write.update(textSettings, account, fields, version);
  const [row] = await write.insert(textSettings, [{ id: account, ...usualTextSettings, ...fields }]);
  return row!;
}

/** What this month's texts have come to so far. */
export async function monthSoFar(db: Tx, at: Date): Promise<TextMonth> {
  const month = monthOf(at, (await readBusiness(db)).zone);
  return { month, ...((await findMonth(db, month)) ?? { texts: 0, parts: 0, spent: 0 }) };
}

/** To a number that the owner types. What becomes of it is read with `textStatus`. */
export async function sendTestText(
  write: Writer,
  deps: TextDeps,
  account: AccountId,
  { to, body }: TestText,
): Promise<TextStatus> {
  await takeHits(write.db, [{ limit: resendsPerAccount, key: account }], write.at);
  const about = { link: null, holdUntil: null, notAfter: null, customer: null, contact: null, visit: null };
  const text = { ...about, to, body, at: write.at, kind: 'test' };
  const sent = await sendTextOfAccount(write.db, deps, account, text);
  if ('problem' in sent) throw new Failure('unprocessable', textProblems[sent.problem]);
  return textStatus(write.db, sent.id);
}

export async function textStatus(db: Tx, id: string): Promise<TextStatus> {
  const found = (await textStates(db, [id])).get(id);
  if (!found) throw new Failure('notFound');
  return { id, state: found.state, at: found.at.toISOString(), why: found.why };
}

/** Whether texts can leave at all. */
export async function textsAre(_db: Tx, deps: TextDeps): Promise<'connected' | 'in the inbox' | 'off'> {
  return hasInbox(deps) ? 'in the inbox' : 'off';
}

/** The first moment from then on at which somebody there may be texted. */
export async function outsideQuietHours(db: Tx, account: AccountId, at: Date, zone: string): Promise<Date> {
  const { quiet_from, quiet_to } = await readTextSettings(db, account);
  return afterQuietHours(at, { from: quiet_from as LocalTime, to: quiet_to as LocalTime }, zone);
}

/** In the caller's transaction: the text leaves if and only if that commits, and at the end of its hold. Or says why not. */
export async function sendTextOfAccount(
  db: Tx,
  deps: TextDeps,
  account: AccountId,
  text: NewText,
): Promise<{ id: string } | { problem: TextProblem }> {
  const number = e164(text.to);
  if (number === null) return { problem: 'no mobile' };
  if (await hasOptedOut(db, number)) return { problem: 'opted out' };
  if ((await textsAre(db, deps)) === 'off') return { problem: 'not connected' };
  const buckets = textShares.map((limit) => ({ limit, key: `${account} ${number}` }));
  if ('waitSeconds' in (await tryHits(db, buckets, text.at))) return { problem: 'too many' };
  const { encoding, parts } = partsOf(writeText(deps, text));
  const { at, body, link, kind, customer, contact, visit, notAfter } = text;
  const holdUntil = text.holdUntil ?? at;
  // What stays on this machine costs nothing.
  const about = { number, body, link, kind, customer, contact, visit, encoding, parts, price: 0 };
  const id = await insertText(db, { ...about, at, holdUntil, notAfter });
  await keepLater(db, account, id, { at, holdUntil });
  return { id };
}

/** At the end of its hold it goes to the inbox. */
export async function keepLater(
  db: Tx,
  account: AccountId,
  text: string,
  { at, holdUntil }: { at: Date; holdUntil: Date },
): Promise<void> {
  const channel = channelOf(account);
  const seconds = Math.max(0, Math.ceil((holdUntil.getTime() - at.getTime()) / 1000));
  await enqueue(db, TEXT_KEPT, { channel, account: channel, text } satisfies TextKeptTask, seconds);
}

/** Unsends those that have not left, and says which these are. */
export function cancelTexts(db: Tx, ids: readonly string[], at: Date): Promise<string[]> {
  return unsendTexts(db, ids, at);
}

/** What has become of a text, since when, and why in words; empty where there is nothing to say. */
export interface TextState {
  readonly state: TextStateName;
  /** Of one that waits: when it leaves. */
  readonly at: Date;
  readonly why: string;
}

export async function textStates(db: Tx, ids: readonly string[]): Promise<Map<string, TextState>> {
  const rows = await listTextStates(db, ids);
  return new Map(
    rows.map(({ id, state, error, hold_until, settled_at }) => [
      id,
      { state, at: settled_at ?? hold_until, why: error },
    ]),
  );
}

/** What was said to somebody and by them goes, with their numbers; when it was and what it cost stays. What waits does not leave. */
export async function forgetTexts(
  db: Tx,
  { phones, ...of }: Omit<TextsOf, 'numbers'> & { phones: readonly string[] },
  at: Date,
): Promise<void> {
  const known = phones.map((phone) => e164(phone)).filter((number) => number !== null);
  const found = await listTextsOf(db, { ...of, numbers: known });
  const ids = found.map(({ id }) => id);
  await cancelTexts(db, ids, at);
  await blankTexts(db, { ids, numbers: [...known, ...found.map(({ number }) => number)] });
}

const KEPT_MS = 30 * DAY_MS;

/** Deletes what lies in the inbox for so long that nobody looks for it. */
export async function forgetKeptTexts(db: Db, now: Date): Promise<void> {
  await deleteKeptTexts(db, new Date(now.getTime() - KEPT_MS));
}

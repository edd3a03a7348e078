import { e164 } from '@muster/domain/basics/texts/numbers';
import {
  afterQuietHours,
  canBeAnswered,
  partsOf,
  isSender,
  monthOf,
  splitText,
  stateOfParts,
  type TextProblem,
  textProblems,
  type TextStateName,
  usualTextSettings,
  wishIn,
} from '@muster/domain/basics/texts/rules';
import type {
  TestText,
  TextMonth,
  TextSettings,
  TextSettingsEdit,
  TextsAre,
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
import { automaticTexts, resendsPerAccount, textShares } from '../../../platform/limit-table.ts';
import { takeHits, tryHits } from '../../../platform/limits.ts';
import { type Channel, channelOf } from '../../../platform/live/event-log.ts';
import type { Outgoing } from '../../../platform/sms/line.ts';
import type { PageOwner } from '../../../platform/site/customer-page.ts';
import { accountNamedBy } from '../../../platform/sign-in/person.ts';
import { type MailedLink, mailedToken, tokenHash } from '../../../platform/sign-in/secret.ts';
import { hasInbox } from '../../../platform/tasks/mailer.ts';
import { enqueue } from '../../../platform/tasks/outbox.ts';
import { cancelDeliveries, deliveriesOf, queueDelivery } from '../deliveries/service.ts';
import { forgetEvents, nudgeLine, textServiceOf, textServiceOn } from '../text-services/service.ts';
import {
  blankTexts,
  deleteKeptTexts,
  deleteOptOut,
  deleteOptOutTokens,
  findOptOutToken,
  findMonth,
  findSettings,
  hasOptedOut,
  holdText,
  insertAnswer,
  insertOptOut,
  insertOptOutToken,
  insertText,
  listTextsOf,
  listTextStates,
  listWaiting,
  readBusiness,
  settleText,
  spend,
  type TextsOf,
  unspend,
  wasSaid,
} from './store.ts';
import { optOutLink, type Unwritten, writeText } from './templates.ts';

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
export async function textsAre(db: Tx, deps: TextDeps): Promise<TextsAre> {
  if (await textServiceOf(db)) return (await textServiceOn(db)) ? 'connected' : 'off';
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
  const buckets = textShares.map((limit) => ({ limit, key: `${account} ${number}` }));
  if ('waitSeconds' in (await tryHits(db, buckets, text.at))) return { problem: 'too many' };
  return queueText(db, deps, account, { ...text, to: number });
}

/** How long a service tries where nothing else is said. */
const LONGEST_WAIT_MS = DAY_MS;

async function queueText(
  db: Tx,
  deps: TextDeps,
  account: AccountId,
  { to: number, body, link, at, kind, customer, contact, visit, notAfter, ...text }: NewText,
): Promise<{ id: string } | { problem: TextProblem }> {
  const service = await textServiceOn(db);
  if ((await textsAre(db, deps)) === 'off') return { problem: 'not connected' };
  const { part_price, monthly_ceiling, sender } = await readTextSettings(db, account);
  const needsWayOut = sender !== '' && !canBeAnswered(sender) && kind !== OPT_OUT;
  const optOut = needsWayOut ? await mailedOptOut(db, deps, account, number) : null;
  const { encoding, parts } = partsOf(writeText(deps, { body, link, optOut }));
  // What stays on this machine costs nothing.
  const price = service ? parts * part_price : 0;
  const month = monthOf(at, (await readBusiness(db)).zone);
  if (service && !(await spend(db, month, { parts, price, ceiling: monthly_ceiling })))
    return { problem: 'ceiling' };
  const holdUntil = text.holdUntil ?? at;
  const about = { number, body, link, kind, customer, contact, visit, encoding, parts, price };
  const id = await insertText(db, {
    ...about,
    at,
    holdUntil,
    notAfter,
    connection: service?.id ?? null,
    optOutKey: optOut?.key ?? null,
  });
  if (!service) {
    await keepLater(db, account, id, { at, holdUntil });
    return { id };
  }
  const pieces = service.kind === 'smpp' && service.long_texts === 'parts' ? parts : 1;
  const until = notAfter ?? new Date(holdUntil.getTime() + LONGEST_WAIT_MS);
  for (let part = 1; part <= pieces; part += 1)
    await queueDelivery(db, { connection: service.id, key: `text ${id} ${part}` }, at, {
      subject: id,
      part,
      holdUntil,
      notAfter: until,
    });
  nudgeLine(db, account);
  return { id };
}

/** What confirms a wish for no texts, or for texts again. */
const OPT_OUT = 'opt-out';

/** The one link of a number, with what finds it again. */
async function mailedOptOut(
  db: Tx,
  { database: { keys, secret } }: TextDeps,
  account: AccountId,
  number: string,
): Promise<MailedLink<'opt-out'>> {
  const key = keys.newest.id;
  const link = optOutLink(account, number, key);
  await insertOptOutToken(db, { hash: tokenHash(mailedToken({ secret, keys }, link)), number, key });
  return link;
}

/** What its links are made of. */
function unwritten(
  account: string,
  {
    body,
    link,
    number,
    opt_out_key,
  }: { body: string; link: MailedLink | null; number: string; opt_out_key: string | null },
): Unwritten {
  return { body, link, optOut: opt_out_key === null ? null : optOutLink(account, number, opt_out_key) };
}

/** A text of the inbox as its phone shows it. */
export function keptWords(
  deps: Pick<Deps, 'settings' | 'database'>,
  text: {
    account_id: string;
    body: string;
    link: MailedLink | null;
    number: string;
    opt_out_key: string | null;
  },
): string {
  return writeText(deps, unwritten(text.account_id, text));
}

/** What is handed over of a text; undefined where it is not what it was when it was paid for. */
export async function outgoingOf(
  db: Tx,
  deps: Pick<Deps, 'settings' | 'database'>,
  account: AccountId,
  { subject, part, now }: { subject: string; part: number; now: number },
): Promise<Outgoing | undefined> {
  const text = await holdText(db, subject);
  if (!text) return undefined;
  const written = writeText(deps, unwritten(account, text));
  const { encoding, parts } = partsOf(written);
  if (parts !== text.parts) return undefined;
  const pieces = (await deliveriesOf(db, subject)).length;
  const { sender } = await readTextSettings(db, account);
  return {
    sender,
    number: text.number,
    body: pieces === 1 ? written : splitText(written)[part - 1]!,
    encoding,
    part: pieces === 1 ? null : { whole: String(wholeOf(subject)), total: pieces, number: part },
    goodForSeconds: text.not_after && Math.max(1, (text.not_after.getTime() - now) / 1000),
  };
}

/** Nobody else decides what becomes of it until the transaction ends: whoever touches its parts asks for this first. */
export async function lockText(db: Tx, id: string): Promise<void> {
  await holdText(db, id);
}

/** How far a receipt is one of that text: 0 not at all, 1 by its number, 2 by its words, too. */
export async function likenessOf(
  db: Tx,
  deps: Pick<Deps, 'settings' | 'database'>,
  account: AccountId,
  { id, number, text: words }: { id: string; number: string; text: string },
): Promise<0 | 1 | 2> {
  const text = await holdText(db, id);
  if (text?.number !== numberFrom(number)) return 0;
  const beginning = words.slice(0, BEGINNING);
  const isSame = splitText(writeText(deps, unwritten(account, text))).some((part) =>
    part.startsWith(beginning),
  );
  return beginning !== '' && isSame ? 2 : 1;
}

/** Receipts repeat the first twenty letters, and some services count badly. */
const BEGINNING = 10;

/** As the world writes it, where it can be told. */
function numberFrom(number: string): string {
  return e164(number) ?? e164(`+${number}`) ?? number;
}

const HEX = 16;

/** By what a phone knows the parts of one text: one of 256. */
function wholeOf(text: string): number {
  return Number.parseInt(text.slice(-2), HEX);
}

/** Something has become of a part: the text says what that makes of the whole. Nothing more is sent of one that has failed. */
export async function partsMoved(
  db: Tx,
  id: string,
  { error, at }: { error: string; at: Date },
): Promise<void> {
  const text = await holdText(db, id);
  if (!text) return;
  let states = (await deliveriesOf(db, id)).map((part) => part.state);
  if (stateOfParts(states) === 'failed') {
    await cancelDeliveries(db, id, at);
    states = (await deliveriesOf(db, id)).map((part) => part.state);
  }
  const state = stateOfParts(states);
  if (state === text.state) return;
  await settleText(db, id, { state, error: state === 'sent' || state === 'delivered' ? '' : error, at });
  const hasLeft = states.some((one) => ['accepted', 'confirmed', 'unknown'].includes(one));
  if (['unsent', 'expired', 'failed'].includes(state) && text.state === 'waiting' && !hasLeft)
    await giveBack(db, text);
}

async function giveBack(
  db: Tx,
  { made_at, parts, price }: { made_at: Date; parts: number; price: number },
): Promise<void> {
  await unspend(db, monthOf(made_at, (await readBusiness(db)).zone), { parts, price });
}

/** Before a service goes: what waits for it cannot leave any more. */
export async function failWaiting(db: Tx, connection: string, at: Date): Promise<void> {
  for (const id of await listWaiting(db, { connection })) {
    const text = await holdText(db, id);
    if (text?.state !== 'waiting') continue;
    await settleText(db, id, { state: 'failed', error: DISCONNECTED, at });
    await giveBack(db, text);
  }
}

const DISCONNECTED = 'The text service was disconnected before it could leave.';

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
export async function cancelTexts(db: Tx, ids: readonly string[], at: Date): Promise<string[]> {
  const unsent = [];
  for (const id of ids.toSorted()) {
    const text = await holdText(db, id);
    if (text?.state !== 'waiting') continue;
    const parts = await deliveriesOf(db, id);
    // Part of it is on its way, or may be.
    if (parts.some(({ state, tries }) => tries > 0 || state !== 'queued')) continue;
    await cancelDeliveries(db, id, at);
    await settleText(db, id, { state: 'unsent', error: '', at });
    if (text.connection_id !== null) await giveBack(db, text);
    unsent.push(id);
  }
  return unsent;
}

/** By the link in a text: whose texts to whom it ends. */
export async function findOptOut(
  db: Db,
  token: string,
): Promise<{ account: AccountId; number: string } | undefined> {
  const found = await findOptOutToken(db, tokenHash(token));
  return found && { account: accountNamedBy(found), number: found.number };
}

export async function readOptOut(
  db: Tx,
  number: string,
): Promise<{ owner: PageOwner; number: string; hasOptedOut: boolean }> {
  const { name, colour } = await readBusiness(db);
  const owner = { name, colour, logo: null, registration: [] };
  return { owner, number, hasOptedOut: await hasOptedOut(db, number) };
}

/** Takes effect at once and asks for no sign-in, because only the phone that got the text has the link. */
export async function chooseTexts(
  db: Tx,
  number: string,
  { wants, at }: { wants: boolean; at: Date },
): Promise<void> {
  if (wants) {
    await deleteOptOut(db, number);
    return;
  }
  await insertOptOut(db, number, at);
  await cancelTexts(db, await listWaiting(db, { number }), at);
}

const HOUR_MS = 3_600_000;

/** What somebody has answered. A wish for no more texts is honoured at once, and confirmed once. */
export async function hearAnswer(
  db: Tx,
  deps: TextDeps,
  account: AccountId,
  { number: from, body, at }: { number: string; body: string; at: Date },
): Promise<void> {
  const number = numberFrom(from);
  const since = new Date(at.getTime() - HOUR_MS);
  const isRepeated = await wasSaid(db, { number, body, direction: 'in', since });
  const { encoding, parts } = partsOf(body);
  await insertAnswer(db, { number, body, encoding, parts, at });
  const wish = wishIn(body);
  if (wish === null) return;
  const isNews = wish === 'stop' ? await insertOptOut(db, number, at) : await deleteOptOut(db, number);
  if (wish === 'stop') await cancelTexts(db, await listWaiting(db, { number }), at);
  if (isNews && !isRepeated) await confirmWish(db, deps, account, { number, wish, at });
}

/** By itself, so that two machines which answer each other end soon. */
async function confirmWish(
  db: Tx,
  deps: TextDeps,
  account: AccountId,
  { number, wish, at }: { number: string; wish: 'stop' | 'start'; at: Date },
): Promise<void> {
  const limit = [{ limit: automaticTexts, key: `${account} ${number}` }];
  if (e164(number) === null || 'waitSeconds' in (await tryHits(db, limit, at))) return;
  const { name } = await readBusiness(db);
  const body =
    wish === 'stop'
      ? `You won't get texts from ${name} anymore. Reply START to get them again.`
      : `You'll get texts from ${name} again. Reply STOP to end them.`;
  const about = { link: null, holdUntil: null, notAfter: null, customer: null, contact: null, visit: null };
  await queueText(db, deps, account, { ...about, to: number, body, at, kind: OPT_OUT });
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
  for (const id of ids) {
    // What a service refused for now, or has part of.
    await cancelDeliveries(db, id, at);
    if ((await deliveriesOf(db, id)).length > 0) await partsMoved(db, id, { error: '', at });
  }
  const numbers = [...known, ...found.map(({ number }) => number)];
  await forgetEvents(db, numbers);
  await deleteOptOutTokens(db, numbers);
  await blankTexts(db, { ids, numbers });
}

const KEPT_MS = 30 * DAY_MS;

/** Deletes what lies in the inbox for so long that nobody looks for it. */
export async function forgetKeptTexts(db: Db, now: Date): Promise<void> {
  await deleteKeptTexts(db, new Date(now.getTime() - KEPT_MS));
}

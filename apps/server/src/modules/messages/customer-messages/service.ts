import { stillInForce } from '@muster/domain/basics/changes/rules';
import { dialled, type Recipient, recipientsOf, toRing } from '@muster/domain/work/contacts/rules';
import { canReach, maskPhone, type Route, routeTo, type Way } from '@muster/domain/work/contacts/ways';
import {
  type Arrival,
  arrivalOf,
  type LateWord,
  MESSAGE_WAIT_SECONDS,
  type MessageDue,
  messageDue,
  isUnsure,
  messageNames,
  reminderDue,
  type Tells,
  type ToldBefore,
  unsentInWords,
  type VisitNow,
} from '@muster/domain/messages/customer-messages/rules';
import type {
  LateTold,
  LetterheadPreview,
  MessageSample,
} from '@muster/domain/messages/customer-messages/schema';
import type { DispatchPreview } from '@muster/domain/messages/dispatch-previews/schema';
import { maskEmail } from '@muster/domain/values/email';
import type { AccountId } from '@muster/domain/values/ids';
import {
  dateAt,
  type LocalDate,
  type LocalTime,
  momentOf,
  startOfDay,
  timeAt,
} from '@muster/domain/values/local-time';
import { DAY_MS, type EpochMinutes, MINUTE_MS, minutes, minutesAfter } from '@muster/domain/values/minutes';
import { minuteOf, momentText } from '@muster/domain/work/assignments/rules';
import { awaited } from '@muster/domain/work/visits/late';
import { pageless } from '@muster/domain/work/visits/message-texts';
import type { MessageKind, MessageProblem } from '@muster/domain/work/visits/rules';
import { type Agreed, standingPromise } from '@muster/domain/work/visits/promise';
import type { CustomerMessage } from '@muster/domain/work/visits/schema';
import { storedAbn } from '@muster/domain/values/abn';
import { registrationWords } from '@muster/domain/values/letterhead';
import { dispatchers } from '../../../platform/changes/from-request.ts';
import { withAccount } from '../../../platform/db/account.ts';
import type { Deps } from '../../../platform/deps.ts';
import { readSettings } from '../../work/settings/service.ts';
import type { TrackedTable, Writer } from '../../../platform/changes/tracked.ts';
import type { Tx } from '../../../platform/db/executor.ts';
import { readRows } from '../../../platform/changes/rows.ts';
import { type Channel, channelOf } from '../../../platform/live/event-log.ts';
import { Failure } from '../../../platform/http/answers/errors.ts';
import type { MailedLink } from '../../../platform/sign-in/secret.ts';
import { enqueue } from '../../../platform/tasks/outbox.ts';
import { type BusinessSender, htmlOf, sendMailOfAccount, senderOf } from '../../basics/mails/service.ts';
import {
  cancelTexts,
  outsideQuietHours,
  sendTextOfAccount,
  textsAre,
  type TextDeps,
  textStates,
} from '../../basics/texts/service.ts';
import { logoOf } from '../../field/files/service.ts';
import { addRecord } from '../../field/field-records/service.ts';
import { reportToAttach } from '../../field/report-mails/service.ts';
import { driveTo } from '../../field/my-visits/service.ts';
import { holdVisits } from '../../work/visit-states/service.ts';
import { sentStatesOf, visitOf } from '../../work/visits/service.ts';
import type { VisitStory } from './store.ts';
export { movedAfter } from './store.ts';
import {
  dropWaits,
  endWaits,
  findNextVisit,
  listHeld,
  listIds,
  listMessages,
  listToRemind,
  listUnsaid,
  listWaiting,
  listWaitingOf,
  readStories,
  startWaits,
  tellsCustomers,
} from './store.ts';
import { mailedVisitLink } from '../visit-links/service.ts';
import { letterOf, sampleFilling, sampleLetter, textFor } from './templates.ts';

export const customerMessages: TrackedTable<CustomerMessage> = {
  name: 'customer_messages',
  columns: [
    'visit_id',
    'kind',
    'from_at',
    'to_at',
    'zone',
    'to_address',
    'problem',
    'at',
    'agreed',
    'technician_id',
    'recipients',
    'expected_at',
    'dismissed_at',
  ],
  readers: dispatchers,
  writers: dispatchers,
  label: ({ kind }) => messageNames[kind],
  subjects: ({ visit_id }) => [visit_id],
  erased: ({ recipients }) => ({
    to_address: '',
    recipients: recipients.map((one) => ({ ...one, to_address: '' })),
  }),
};

/** The task that tells customers of visits which have been left alone for a while. */
export const CUSTOMERS_TOLD = 'customers told';

export interface CustomersToldTask {
  channel: Channel;
  /** Whose turn it takes. */
  account: Channel;
  token: string;
  visits: string[];
}

/** The task that looks for whom to remind: of all accounts, of one, and one portion of its visits at a time. */
export const REMINDERS_DUE = 'reminders due';
export const ACCOUNT_REMINDS = 'account reminds';
export const CUSTOMERS_REMINDED = 'customers reminded';
/** The task that looks in the morning whether the texts of the night are still true. */
export const CUSTOMERS_REVIEWED = 'customers reviewed';

export interface AccountRemindsTask {
  account: Channel;
}

export interface CustomersRemindedTask extends AccountRemindsTask {
  visits: string[];
}

/** Hands the reminders of an account that are due to the queue, in portions. */
export async function remindOf(db: Tx, account: Channel, at: Date): Promise<void> {
  for (const visits of portionsOf(await listToRemind(db, at))) {
    const task: CustomersRemindedTask = { account, visits };
    await enqueue(db, CUSTOMERS_REMINDED, task);
  }
}

/** About a second's work, so that no other task waits long for its turn. What one customer is told is not taken apart. */
const VISITS_A_TASK = 20;

/** What is told together waits for two minutes at most, and the queue may be busy for another. */
const LONGEST_HELD_SECONDS = 3 * MESSAGE_WAIT_SECONDS;

/**
 * In a while somebody looks whether the customers of these visits are to be told. What was said of those that are gone goes with them.
 * An undo that leaves a visit as it stood before is nothing to tell: one that was dispatched without a word stays without one.
 */
export async function tellCustomersLater(
  write: Writer,
  ids: readonly string[],
  gone: readonly string[],
  withdrawn: readonly string[],
): Promise<void> {
  const { undoes } = write;
  const undone = undoes === null ? undefined : await takenBack(write.db, ids, undoes);
  const news = ids.filter((id) => !undone?.has(id));
  const waits = await startWaits(write.db, news, {
    withdrawn,
    at: write.at,
    together: MESSAGE_WAIT_SECONDS,
  });
  for (const visits of portionsOf(waits)) {
    const { channel, token } = waits[0]!;
    const task: CustomersToldTask = { channel, account: channel, token, visits };
    await enqueue(write.db, CUSTOMERS_TOLD, task, MESSAGE_WAIT_SECONDS);
  }
  await forgetMessages(write, gone);
}

function portionsOf(all: readonly { readonly visit: string; readonly customer: string }[]): string[][] {
  const portions: string[][] = [];
  for (const [, own] of Map.groupBy(all, ({ customer }) => customer)) {
    const last = portions.at(-1);
    const visits = own.map(({ visit }) => visit);
    if (last && last.length + visits.length <= VISITS_A_TASK) last.push(...visits);
    else portions.push(visits);
  }
  return portions;
}

/**
 * Those of these visits that stand as they did before anything happened to them of which something might still wait to be said: all of
 * it was taken back, step by step or forth and back again. Nothing is said of them, as nothing was before.
 */
async function takenBack(db: Tx, ids: readonly string[], undone: number): Promise<Set<string>> {
  const unsaid = await listUnsaid(db, ids, { undone, held: LONGEST_HELD_SECONDS });
  const undoing = { number: Number.POSITIVE_INFINITY, undoes: undone };
  const asBefore = unsaid
    .filter(({ changes }) => stillInForce([undoing, ...changes], changes.at(-1)!.number - 1) === undefined)
    .map(({ id }) => id);
  await dropWaits(db, asBefore);
  return new Set(asBefore);
}

/** What was said of visits that are there no more goes with them, and comes back with them by an undo. */
async function forgetMessages(write: Writer, gone: readonly string[]): Promise<void> {
  if (gone.length === 0) return;
  const ids = await listIds(write.db, gone);
  if (ids.length === 0) return;
  // A text that waits says nothing of what is gone.
  const messages = await listMessages(write.db, customerMessages, gone);
  const waiting = await waitingIn(write.db, messages);
  await unsend(write, messages, waiting);
  await write.removeAll(
    customerMessages,
    ids.map((id) => ({ id })),
  );
}

/**
 * Writes down that somebody runs late, for the customer to hear of it in a while. Refused where that cannot be: who is to be rung
 * instead is said.
 */
export async function tellLate(
  write: Writer,
  deps: Telegraph['deps'],
  visit: string,
  late: number,
): Promise<LateTold> {
  await holdVisits(write.db, [visit]);
  const [story] = await readStories(write.db, [visit]);
  if (!story) {
    await visitOf(write.db, visit);
    throw new Failure('conflict', 'Messages to customers are off in Settings, so call them.');
  }
  if (!tellsOf(story)('late'))
    throw new Failure('conflict', 'Messages about running late are off in Settings, so call them.');
  if (story.starts_at === null || !awaited.has(story.state))
    throw new Failure('conflict', 'Only a booked visit that no one has arrived at yet can run late.');
  const hasTexts = (await textsAre(write.db, deps)) !== 'off';
  const all = recipientsOf({ ...story, site: story.site_id, hasTexts });
  const reached = all.filter((one) => canReach(one, hasTexts));
  if (reached.length === 0) throw new Failure('conflict', whomToRing(story, all, hasTexts));
  const content = { minutes: minutes(late), tell_customer: true };
  const { content: kept } = await addRecord(write, visit, { kind: 'late', content });
  const told = reached.map(({ name }) => name);
  return { visit_id: visit, expected_at: String(kept['expected_at']), told };
}

/** "Kim Cole has no email address. Call Ana Lima, 0412 345 678." */
function whomToRing(story: VisitStory, [first]: readonly Recipient[], hasTexts: boolean): string {
  const [ring] = toRing(story, story.site_id);
  const why = first
    ? `${first.name} has no email address${hasTexts ? ' or mobile number' : ''}.`
    : `${story.customer.name} doesn’t want messages about visits.`;
  return `${why} ${ring ? `Call ${ring.name}, ${ring.phone}.` : 'There’s no phone number either.'}`;
}

/** A visit of which there is something to tell, and to whom. */
interface Telling {
  readonly story: VisitStory;
  readonly due: MessageDue;
  readonly recipients: readonly Recipient[];
  /** What was noted of it last. */
  readonly latest: CustomerMessage | undefined;
  /** How often something was noted of it before. */
  readonly before: number;
  readonly hasTexts: boolean;
}

/**
 * Sends the difference between what the customer was told last and what is true now, of those of a customer's visits to which nothing
 * has happened since the task was made; of the others a later task does. Whoever is to hear of several of them gets one mail. The
 * caller holds the visits, so that two who do so at once wait for each other.
 */
export async function tellCustomer(
  telegraph: Telegraph,
  visits: readonly string[],
  token: string,
): Promise<null> {
  const { write, deps } = telegraph;
  const ended = await endWaits(write.db, visits, token);
  if (ended.length === 0) return null;
  await unsendWhatIsNotTrue(telegraph, ended);
  return tell(telegraph, await tellingsOf(write.db, deps, ended, write.at));
}

/** Reminds a customer of these visits, which the caller holds, unless there is no need any more. */
export async function remindCustomer(telegraph: Telegraph, visits: readonly string[]): Promise<null> {
  const { write, deps } = telegraph;
  // What has just been changed is told by itself.
  const waiting = new Set(await listWaitingOf(write.db, visits));
  const settled = visits.filter((id) => !waiting.has(id));
  return tell(telegraph, await tellingsOf(write.db, deps, settled, write.at, reminderOf));
}

/** Before the texts of the night leave: what is not true any more stays, and what is true instead is told. */
export async function reviewTexts(telegraph: Telegraph, visits: readonly string[]): Promise<null> {
  const { write, deps } = telegraph;
  await unsendWhatIsNotTrue(telegraph, visits);
  const waiting = new Set(await listWaitingOf(write.db, visits));
  const settled = visits.filter((id) => !waiting.has(id));
  return tell(telegraph, await tellingsOf(write.db, deps, settled, write.at));
}

/**
 * Unsends the texts of these visits that wait for the morning and say what is not true any more: it was changed or taken back since.
 * Whoever was to get one was not told by it.
 */
async function unsendWhatIsNotTrue({ write, deps }: Telegraph, visits: readonly string[]): Promise<void> {
  const { db, at } = write;
  const messages = await listMessages(db, customerMessages, visits);
  const waiting = await waitingIn(db, messages);
  if (waiting.size === 0) return;
  const held = messages.filter(({ recipients }) => recipients.some(isIn(waiting)));
  const without = messages.map((message) => asIfUnsaid(message, waiting));
  const due = [
    ...(await tellingsOf(db, deps, visits, at, changeOf, without)),
    ...(held.some(({ kind }) => kind === 'reminder')
      ? await tellingsOf(db, deps, visits, at, reminderOf, without)
      : []),
  ];
  const stale = held.filter(
    (message) =>
      !message.recipients
        .filter(isIn(waiting))
        .every(({ contact_id, to_address }) =>
          due.some(
            (telling) =>
              telling.story.visit_id === message.visit_id &&
              isSame(message, contentOf(telling.due)) &&
              message.technician_id === telling.due.technician &&
              telling.recipients.some(
                (to) =>
                  to.contact_id === contact_id &&
                  maskPhone(to.phone) === to_address &&
                  routeOf(telling, to).ways.includes('text'),
              ),
          ),
        ),
  );
  await unsend(write, stale, waiting);
}

/** Takes back those of the texts of some messages that have not left, and notes that they did not. */
async function unsend(
  write: Writer,
  messages: readonly CustomerMessage[],
  waiting: ReadonlySet<string>,
): Promise<number> {
  const ids = messages.flatMap(({ recipients }) =>
    recipients.filter(isIn(waiting)).map(({ message_id }) => message_id!),
  );
  const unsent = new Set(await cancelTexts(write.db, ids, write.at));
  for (const message of messages) {
    const { recipients, problem, to_address } = withUnsent(message, unsent);
    if (recipients.some(isIn(unsent)))
      await write.update(customerMessages, message.id, { recipients, problem, to_address });
  }
  return unsent.size;
}

const isIn =
  (ids: ReadonlySet<string>) =>
  ({ message_id = null }: Entry): boolean =>
    message_id !== null && ids.has(message_id);

/** A message as it stands where those texts of it have not left. */
function withUnsent(message: CustomerMessage, unsent: ReadonlySet<string>): CustomerMessage {
  const recipients = message.recipients.map((one) =>
    isIn(unsent)(one) && one.problem === null ? { ...one, problem: 'unsent' as const } : one,
  );
  const first = recipients.find(({ problem }) => problem === null) ?? recipients[0];
  return first ? { ...message, recipients, to_address: first.to_address, problem: first.problem } : message;
}

/** A message as if those who have a text of it that waits had heard nothing of it, by whichever way. */
function asIfUnsaid(message: CustomerMessage, waiting: ReadonlySet<string>): CustomerMessage {
  const waits = new Set(message.recipients.filter(isIn(waiting)).map(({ contact_id }) => contact_id));
  const recipients = message.recipients.map((one) =>
    waits.has(one.contact_id) && one.problem === null ? { ...one, problem: 'unsent' as const } : one,
  );
  const problem = recipients.some((one) => one.problem === null) ? null : 'unsent';
  return waits.size === 0 ? message : { ...message, recipients, problem };
}

/** Which texts of some messages wait to leave. */
async function waitingIn(db: Tx, messages: readonly CustomerMessage[]): Promise<ReadonlySet<string>> {
  const ids = messages.flatMap(({ recipients }) =>
    recipients.flatMap(({ way, problem, message_id = null }) =>
      way === 'text' && problem === null && message_id !== null ? [message_id] : [],
    ),
  );
  if (ids.length === 0) return new Set();
  const states = await textStates(db, ids);
  return new Set(ids.filter((id) => states.get(id)?.state === 'waiting'));
}

/** What has left for somebody, or why nothing did. */
type Entry = CustomerMessage['recipients'][number];

/** Somebody who is told something, and how that goes. */
interface Attempt {
  readonly telling: Telling;
  readonly to: Recipient;
  readonly route: Route;
  readonly entries: Entry[];
}

/**
 * Hands over what there is to tell and notes it: a text of each visit, and one mail for each address, whatever number of visits it tells
 * of. What cannot leave by one way goes by the other, where that reaches them.
 */
async function tell({ write, deps, account }: Telegraph, tellings: readonly Telling[]): Promise<null> {
  const attempts = tellings.flatMap((telling) =>
    telling.recipients.map((to): Attempt => ({ telling, to, route: routeOf(telling, to), entries: [] })),
  );
  const sent = new Map<string, Sent>();
  for (const one of attempts) if (one.route.ways.includes('text')) await text(one);
  await mail(attempts.filter(({ route, entries }) => wantsNow('email', route, entries)));
  for (const one of attempts) if (isLost(one) && one.route.instead.includes('text')) await text(one);
  for (const telling of tellings) {
    const own = attempts.filter((one) => one.telling === telling);
    await noteTold(write, telling, own.flatMap(entriesOf));
  }
  return null;

  async function text({ telling: { story, due }, to, entries }: Attempt): Promise<void> {
    // Two who share a number are told once of each visit.
    const key = `${story.visit_id} ${dialled(to.phone)}`;
    if (!sent.has(key)) sent.set(key, await sendText({ write, deps, account }, { story, due, to }));
    entries.push({ ...entryOf(to, 'text', maskPhone(to.phone)), ...sent.get(key)! });
  }

  async function mail(wanted: readonly Attempt[]): Promise<void> {
    // By address, because two may share one; the mail itself is written to whoever is named first.
    for (const [address, together] of Map.groupBy(wanted, ({ to }) => to.email)) {
      const told: Parameters<typeof letterOf>[1][number][] = [];
      for (const telling of new Set(together.map((one) => one.telling)))
        told.push({ ...telling, link: await pageOf({ write, deps, account }, telling.story, telling.due) });
      const [{ to: first, telling }] = together as [Attempt];
      const isAlong = told.length === 1 && telling.due.kind === 'done' && telling.story.sends_report;
      const report = isAlong ? await reportToAttach(write, account, telling.story.visit_id) : undefined;
      const compose = (sender: BusinessSender) => ({
        ...letterOf(first, told, sender, write.at, isAlong),
        ...(report && { report: report.attachment }),
      });
      const letter = { to: address, share: 'visits', at: write.at, write: compose } as const;
      const result = sentOf(await sendMailOfAccount(write.db, account, letter));
      if (report && result.problem === null) await report.noteMailed(first);
      for (const { to, entries } of together)
        entries.push({ ...entryOf(to, 'email', maskEmail(address)), ...result });
    }
  }
}

/** Who is to be told by which ways, and by which others where those fail. */
function routeOf({ story, due, hasTexts }: Telling, to: Recipient): Route {
  return routeTo(to, { way: story.message_ways[due.kind], toldBy: story.customer.told_by, hasTexts });
}

/** Whether a way is to be taken, for itself or because the one before it failed. */
function wantsNow(way: Way, { ways, instead }: Route, entries: readonly Entry[]): boolean {
  return ways.includes(way) || (instead.includes(way) && entries.every(({ problem }) => problem !== null));
}

function isLost({ entries }: Attempt): boolean {
  return entries.length > 0 && entries.every(({ problem }) => problem !== null);
}

/** What is noted of somebody: what has left, or where nothing did, why the first way that was tried failed. */
function entriesOf({ to, route, entries }: Attempt): Entry[] {
  const left = entries.filter(({ problem }) => problem === null);
  if (left.length > 0) return left;
  if (entries.length > 0) return [entries[0]!];
  return [{ contact_id: to.contact_id, to_address: '', problem: route.problem }];
}

type Sent = Pick<Entry, 'problem' | 'message_id' | 'held_until'>;

function entryOf({ contact_id }: Recipient, way: Way, to_address: string): Omit<Entry, 'problem'> {
  return { contact_id, to_address, way };
}

function sentOf(result: { id: string } | { problem: MessageProblem }): Sent {
  return 'id' in result
    ? { problem: null, message_id: result.id }
    : { problem: result.problem, message_id: null };
}

/** Nobody is waited for in the night who is told that somebody is on the way. */
const ofTheMoment: ReadonlySet<MessageKind> = new Set(['on the way', 'late']);

/** Texts wait for the morning, unless they are of the moment or would be of no use by then. */
async function sendText(
  { write, deps, account }: Telegraph,
  { story, due, to }: { story: VisitStory; due: MessageDue; to: Recipient },
): Promise<Sent> {
  const { at, db } = write;
  const morning = ofTheMoment.has(due.kind) ? at : await outsideQuietHours(db, account, at, story.zone);
  const isHeld = morning > at;
  const notAfter = uselessAfter(story, due, { at, isHeld });
  // What happens to the visit in the last minute of the night is known before a text of it leaves.
  const holdUntil = isHeld ? new Date(morning.getTime() + SETTLED_MS) : at;
  if (isHeld && holdUntil >= notAfter) return { problem: 'quiet hours', message_id: null };
  const { business } = await senderOf(db, at);
  const about = {
    kind: due.kind,
    customer: story.customer_id,
    contact: to.contact_id,
    visit: story.visit_id,
  };
  const link = await pageOf({ write, deps, account }, story, due);
  const body = textFor(story, due, { name: to.name, business, link: link ? '{link}' : '', at });
  const result = await sendTextOfAccount(db, deps, account, {
    ...about,
    to: to.phone,
    body,
    link: link !== undefined && body.includes('{link}') ? link : null,
    at,
    holdUntil: isHeld ? holdUntil : null,
    notAfter,
  });
  if ('id' in result) {
    if (isHeld) await reviewLater(write, account, story.visit_id, morning);
    return { ...sentOf(result), ...(isHeld && { held_until: holdUntil.toISOString() }) };
  }
  return sentOf({ problem: result.problem === 'no mobile' ? 'no way' : result.problem });
}

/** The customer's page of a visit; none where there is nothing to be seen on it. */
async function pageOf(
  { write, deps }: Telegraph,
  { visit_id }: VisitStory,
  { kind }: MessageDue,
): Promise<MailedLink | undefined> {
  return pageless.has(kind) ? undefined : mailedVisitLink(write, deps.database.keys, visit_id);
}

/** Longer than a change waits until somebody is told of it. */
const SETTLED_MS = 2 * MESSAGE_WAIT_SECONDS * 1000;
/** Of somebody on the way who isn't said when they arrive. */
const ON_THE_WAY_MS = 30 * MINUTE_MS;

/**
 * Until when a text is of use. One that leaves at once is as long as somebody may still be waiting; one that is held until the morning
 * has to be there before the visit begins, and before the time that it replaces, and what it calls tomorrow has to be.
 */
function uselessAfter(
  { starts_at, zone }: VisitStory,
  { kind, from, to, was, expected }: MessageDue,
  { at, isHeld }: { at: Date; isHeld: boolean },
): Date {
  const moment = (minute: EpochMinutes) => minute * MINUTE_MS;
  if (kind === 'done' || kind === 'could not complete') return new Date(at.getTime() + DAY_MS);
  if (expected !== null) return new Date(moment(expected));
  if (ofTheMoment.has(kind)) return new Date(Math.max(moment(to), at.getTime() + ON_THE_WAY_MS));
  if (kind === 'reminder') return new Date(moment(startOfDay(dateAt(from, zone), zone)));
  if (!isHeld || kind === 'cancelled' || kind === 'another time') return new Date(moment(to));
  const begins = starts_at === null ? moment(from) : Date.parse(starts_at);
  return new Date(Math.min(begins, was === undefined ? begins : moment(was.from)));
}

/** At the end of the night somebody looks again whether what waits is still true, and for whom. */
async function reviewLater(
  { db, at }: Writer,
  account: AccountId,
  visit: string,
  morning: Date,
): Promise<void> {
  const task: CustomersRemindedTask = { account: channelOf(account), visits: [visit] };
  await enqueue(db, CUSTOMERS_REVIEWED, task, Math.ceil((morning.getTime() - at.getTime()) / 1000));
}

async function noteTold(write: Writer, { story, due, latest }: Telling, recipients: Entry[]): Promise<void> {
  const first = recipients.find(({ problem }) => problem === null) ?? recipients[0]!;
  const message = {
    visit_id: story.visit_id,
    ...contentOf(due),
    zone: story.zone,
    agreed: agreedIn(story),
    technician_id: due.technician,
    recipients,
    to_address: first.to_address,
    problem: first.problem,
  };
  // What could not be told before, for the same reason, is not noted twice.
  if (first.problem !== null && latest?.problem === first.problem && isSame(latest, message)) return;
  await write.insert(customerMessages, [{ ...message, at: write.at.toISOString(), dismissed_at: null }]);
  write.concern([story.job_id, story.customer_id]);
}

/** What it takes to tell somebody something. */
export interface Telegraph {
  readonly write: Writer;
  readonly deps: TextDeps;
  readonly account: AccountId;
}

/** What there is to be told of a visit, by what was told of it before. */
type DueOf = (
  story: VisitStory,
  messages: readonly CustomerMessage[],
  now: EpochMinutes,
) => MessageDue | undefined;

const changeOf: DueOf = (story, messages, now) =>
  messageDue(toldIn(messages)[0], nowOf(story, messages), now, tellsOf(story));

/** What would have to be told if the visit were dispatched. */
const dispatchOf: DueOf = (story, messages, now) =>
  messageDue(toldIn(messages)[0], { ...nowOf(story, messages), state: 'dispatched' }, now, tellsOf(story));

const reminderOf: DueOf = (story, messages, now) =>
  reminderDue(toldIn(messages), nowOf(story, messages), now, {
    at: story.reminder_at,
    zone: story.zone,
    tells: tellsOf(story),
  });

function tellsOf({ message_ways }: VisitStory): Tells {
  return (kind) => message_ways[kind] !== 'off';
}

/**
 * What there is to be told of these visits, in the order of their starts. It may not be the same for everybody: what never left for
 * somebody was not told to them.
 */
async function tellingsOf(
  db: Tx,
  deps: Telegraph['deps'],
  visits: readonly string[],
  at: Date,
  dueOf: DueOf = changeOf,
  known?: readonly CustomerMessage[],
): Promise<Telling[]> {
  const messagesBefore = known ?? (await listMessages(db, customerMessages, visits));
  const before = Map.groupBy(messagesBefore, ({ visit_id }) => visit_id);
  const hasTexts = (await textsAre(db, deps)) !== 'off';
  const tellings: Telling[] = [];
  for (const story of await readStories(db, visits)) {
    const messages = before.get(story.visit_id) ?? [];
    const recipients = recipientsOf({ ...story, site: story.site_id, hasTexts });
    const dues = recipients.map((to) => ({ to, due: dueOf(story, toldTo(to, messages), minuteAt(at)) }));
    for (const [, alike] of Map.groupBy(dues, ({ due }) => JSON.stringify(due))) {
      const { due } = alike[0]!;
      if (!due) continue;
      const byDrive = due.kind === 'on the way' && due.expected === null;
      const expected = byDrive ? await arrivalByDrive(db, story, at) : due.expected;
      tellings.push({
        story,
        due: { ...due, expected },
        recipients: alike.map(({ to }) => to),
        latest: messages[0],
        before: messages.length,
        hasTexts,
      });
    }
  }
  return tellings;
}

/** What was told so that this one heard of it: a message that was for them and never left was not. */
function toldTo({ contact_id }: Recipient, messages: readonly CustomerMessage[]): CustomerMessage[] {
  return messages.filter(({ recipients, problem }) => {
    const own = recipients.filter((one) => one.contact_id === contact_id);
    return problem === null && (own.length === 0 || own.some((one) => one.problem === null));
  });
}

/** When whoever has set out is there, by the drive that the board reckons with: nobody's position is known. Null where that is past. */
async function arrivalByDrive(
  db: Tx,
  { visit_id, technician_id, en_route_at }: VisitStory,
  at: Date,
): Promise<EpochMinutes | null> {
  if (technician_id === null || en_route_at === null) return null;
  const drive = await driveTo(db, technician_id, visit_id, at);
  if (drive === undefined) return null;
  const there = minutesAfter(minuteOf(en_route_at), drive);
  return there > minuteAt(at) ? there : null;
}

/** Visits of one portion, between which other requests have their turn. */
const VISITS_A_PORTION = 200;

/** Which customers would be mailed if these visits were dispatched now, each named once, and which cannot be. */
export async function mailsOnDispatch(
  db: Tx,
  deps: Telegraph['deps'],
  visits: readonly string[],
  at: Date,
): Promise<DispatchPreview['customers']> {
  const told = { confirmed: new Set<string>(), changed: new Set<string>(), without: new Set<string>() };
  // Whatever one address hears of one customer is one mail; each visit is a text of its own.
  const mails = new Set<string>();
  const texts = new Set<string>();
  for (let first = 0; first < visits.length; first += VISITS_A_PORTION) {
    const portion = visits.slice(first, first + VISITS_A_PORTION);
    for (const telling of await tellingsOf(db, deps, portion, at, dispatchOf)) {
      const { story, due } = telling;
      for (const to of telling.recipients) {
        const { ways } = routeOf(telling, to);
        if (ways.includes('email')) mails.add(`${story.customer_id} ${to.email}`);
        if (ways.includes('text')) texts.add(`${story.visit_id} ${dialled(to.phone)}`);
        if (ways.length === 0) told.without.add(to.name);
        else told[due.kind === 'changed' ? 'changed' : 'confirmed'].add(story.customer.name);
      }
    }
  }
  return {
    is_on: await tellsCustomers(db),
    emails: mails.size,
    texts: texts.size,
    confirmed: [...told.confirmed],
    changed: [...told.changed],
    without_address: [...told.without],
  };
}

/** The customers who would be mailed of visits that a change is about, and have not been yet. */
export async function listUnwritten(
  db: Tx,
  change: number,
  at: Date,
  deps: Telegraph['deps'],
): Promise<string[]> {
  const names = new Set(await listHeld(db, change));
  const waiting = await listWaiting(db, change);
  for (let first = 0; first < waiting.length; first += VISITS_A_PORTION)
    for (const telling of await tellingsOf(db, deps, waiting.slice(first, first + VISITS_A_PORTION), at))
      if (telling.recipients.some((to) => routeOf(telling, to).ways.length > 0))
        names.add(telling.story.customer.name);
  return [...names].toSorted();
}

/** What the customer was told, the latest first. */
function toldIn(messages: readonly CustomerMessage[]): ToldBefore[] {
  return messages.map(({ kind, technician_id, expected_at, at, from_at, to_at }) => ({
    kind,
    technician: technician_id,
    expected: expected_at === null ? null : minuteOf(expected_at),
    at: minuteOf(at),
    from: minuteOf(from_at),
    to: minuteOf(to_at),
  }));
}

function agreedIn({ on_date, window_from, window_to }: VisitStory): Agreed {
  return { on_date, window_from, window_to };
}

/** What was mailed stands as long as the visit is planned for it: whoever is moved within it hears nothing new. */
function nowOf(story: VisitStory, messages: readonly CustomerMessage[]): VisitNow {
  const { state, starts_at, en_route_at, zone, on_date, window_from } = story;
  const promised = standingPromise(story, messages);
  const start = starts_at === null ? undefined : minuteOf(starts_at);
  const arrival = start === undefined ? undefined : arrivalOf(promised, start, zone);
  return {
    state,
    arrival,
    start,
    enRouteAt: en_route_at === null ? undefined : minuteOf(en_route_at),
    isAstray: story.is_astray,
    technician: story.technician_id,
    late: lateIn(story),
    agreed: agreedArrival(story),
    endedAt: story.ended_at === null ? undefined : minuteOf(story.ended_at),
    isConfirmedEarly:
      story.confirms_bookings &&
      on_date !== null &&
      window_from !== null &&
      start !== undefined &&
      isKept(story, start),
  };
}

/** The day and the window that were agreed, where both were. */
function agreedArrival({ on_date, window_from, window_to, zone }: VisitStory): Arrival | undefined {
  if (on_date === null || window_from === null || window_to === null) return undefined;
  const [from, to] = [window_from, window_to].map((time) =>
    momentOf(on_date as LocalDate, time as LocalTime, zone),
  ) as [EpochMinutes, EpochMinutes];
  return { from, to };
}

/** Whether a start is as it was agreed. */
function isKept(story: VisitStory, start: EpochMinutes): boolean {
  const { from, to } = arrivalOf(story, start, story.zone);
  const agreed = {
    date: dateAt(from, story.zone),
    from: timeAt(from, story.zone),
    to: timeAt(to, story.zone),
  };
  return agreed.date === story.on_date && agreed.from === story.window_from && agreed.to === story.window_to;
}

/** It means nothing any more once the visit is planned for then, and where somebody else has it. */
function lateIn({ late, starts_at, technician_id }: VisitStory): LateWord | undefined {
  if (late === null || late.expected_at === null || starts_at === null) return undefined;
  if (late.technician_id !== technician_id) return undefined;
  const [expected, start] = [minuteOf(late.expected_at), minuteOf(starts_at)];
  return expected > start ? { expected, saidAt: minuteOf(late.said_at) } : undefined;
}

function minuteAt(at: Date) {
  return minuteOf(at.toISOString());
}

type Content = Pick<CustomerMessage, 'kind' | 'from_at' | 'to_at' | 'expected_at'>;

function contentOf(due: MessageDue): Content {
  return {
    kind: due.kind,
    from_at: momentText(due.from),
    to_at: momentText(due.to),
    expected_at: due.expected === null ? null : momentText(due.expected),
  };
}

/** Moments are written in more than one way. */
function isSame(a: Content, b: Content): boolean {
  const minute = (moment: string | null) => (moment === null ? null : minuteOf(moment));
  return (
    a.kind === b.kind &&
    minute(a.from_at) === minute(b.from_at) &&
    minute(a.to_at) === minute(b.to_at) &&
    minute(a.expected_at) === minute(b.expected_at)
  );
}

/** A mail with settings that are not saved yet, as a page. */
export async function previewMail(
  deps: Pick<Deps, 'database' | 'files' | 'settings'>,
  account: AccountId,
  { theme, name = '', phone = '', abn = '', trade_licence = '', colour, logo }: LetterheadPreview,
  at: Date,
): Promise<string> {
  const { zone } = await withAccount(deps.database.db, account, (db) => readSettings(db, account));
  const picture = logo === undefined ? undefined : await logoOf(deps, account, logo);
  const registered = { abn: storedAbn(abn), trade_licence };
  const letterhead = {
    colour: colour ?? null,
    logo: picture ?? null,
    registration: registrationWords(registered),
  };
  return htmlOf(deps, sampleLetter({ name, phone, zone }, letterhead, at), { logo: picture?.content, theme });
}

/** What a message of a kind is filled in with, to be looked at: for the next visit of the business, or a made-up one. */
export async function sampleOfKind(
  db: Tx,
  account: AccountId,
  kind: MessageKind,
  at: Date,
): Promise<MessageSample> {
  const business = await readSettings(db, account);
  const next = await findNextVisit(db, at);
  const [story] = next === undefined ? [] : await readStories(db, [next], { isLook: true });
  const arrival = story && nowOf(story, await listMessages(db, customerMessages, [story.visit_id])).arrival;
  const given = story && arrival ? { story, arrival } : undefined;
  const filling = sampleFilling(kind, given, business, at);
  return { filling, of: given ? `the next visit, ${given.story.customer.name}` : null };
}

/** A message that nobody else decides about meanwhile, with all that was told of its visit, the latest first. */
async function heldMessage(
  { db }: Writer,
  id: string,
): Promise<{ message: CustomerMessage; all: readonly CustomerMessage[] }> {
  const [found] = await readRows(db, customerMessages, [id]);
  if (!found) throw new Failure('notFound');
  await holdVisits(db, [found.visit_id]);
  const all = await listMessages(db, customerMessages, [found.visit_id]);
  const message = all.find((one) => one.id === id);
  if (!message) throw new Failure('notFound');
  return { message, all };
}

/** Tells those whom a message did not reach, or may not have reached, the same once more. */
export async function sendAgain(telegraph: Telegraph, id: string): Promise<CustomerMessage> {
  const { write, deps } = telegraph;
  const { db, at } = write;
  const { message, all } = await heldMessage(write, id);
  if (all[0] !== message)
    throw new Failure('conflict', 'The customer has been sent something newer about this visit since.');
  const isEnding = message.kind === 'done' || message.kind === 'could not complete';
  if (!isEnding && Date.parse(message.to_at) <= at.getTime())
    throw new Failure('conflict', 'That time is over, so call them instead.');
  const [story] = await readStories(db, [message.visit_id]);
  if (!story) throw new Failure('conflict', 'Messages to customers are off in Settings, so call them.');
  const missed = new Set<string | null>();
  const states = await sentStatesOf(db, message.recipients);
  for (const one of message.recipients)
    if (isUnsure({ ...one, state: states.get(one.message_id ?? '') ?? null })) missed.add(one.contact_id);
  const hasTexts = (await textsAre(db, deps)) !== 'off';
  const recipients = recipientsOf({ ...story, site: story.site_id, hasTexts }).filter(({ contact_id }) =>
    missed.has(contact_id),
  );
  if (recipients.length === 0)
    throw new Failure('conflict', 'There’s no one to send it to again: it has left for everyone it’s for.');
  const [due] = toldIn([message]);
  const before = all.find((one) => one !== message && one.problem === null);
  const was =
    before && message.kind === 'changed'
      ? { from: minuteOf(before.from_at), to: minuteOf(before.to_at) }
      : undefined;
  await tell(telegraph, [
    {
      story,
      due: { ...due!, ...(was && { was }) },
      recipients,
      latest: undefined,
      before: all.length,
      hasTexts,
    },
  ]);
  const [again] = await listMessages(db, customerMessages, [message.visit_id]);
  if (again!.problem !== null)
    throw new Failure('conflict', `${unsentInWords(again!.problem)}. Call them instead.`);
  return again!;
}

/** Takes back what of a message has not left. */
export async function takeBackTexts(write: Writer, id: string): Promise<CustomerMessage> {
  const { message } = await heldMessage(write, id);
  const waiting = await waitingIn(write.db, [message]);
  if ((await unsend(write, [message], waiting)) === 0)
    throw new Failure('conflict', 'It has already left, so it can’t be taken back.');
  write.concern([message.visit_id]);
  const [now] = await readRows(write.db, customerMessages, [id]);
  return now!;
}

/** Nothing more is to be done about what did not arrive. */
export async function dismissMessage(write: Writer, id: string): Promise<CustomerMessage> {
  await heldMessage(write, id);
  return write.update(customerMessages, id, { dismissed_at: write.at.toISOString() });
}

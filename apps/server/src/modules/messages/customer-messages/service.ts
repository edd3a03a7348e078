import { stillInForce } from '@muster/domain/basics/changes/rules';
import { type Recipient, recipientsOf, toRing } from '@muster/domain/work/contacts/rules';
import {
  type Arrival,
  arrivalOf,
  type LateWord,
  MESSAGE_WAIT_SECONDS,
  type MessageDue,
  messageDue,
  messageNames,
  reminderDue,
  type Tells,
  type ToldBefore,
  type VisitNow,
} from '@muster/domain/messages/customer-messages/rules';
import type { LateTold, LetterheadPreview } from '@muster/domain/messages/customer-messages/schema';
import type { DispatchPreview } from '@muster/domain/messages/dispatch-previews/schema';
import { maskEmail } from '@muster/domain/values/email';
import type { AccountId } from '@muster/domain/values/ids';
import { dateAt, type LocalDate, type LocalTime, momentOf, timeAt } from '@muster/domain/values/local-time';
import { type EpochMinutes, minutes, minutesAfter } from '@muster/domain/values/minutes';
import { minuteOf, momentText } from '@muster/domain/work/assignments/rules';
import { awaited } from '@muster/domain/work/visits/late';
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
import type { Channel } from '../../../platform/live/event-log.ts';
import { Failure } from '../../../platform/http/answers/errors.ts';
import { enqueue } from '../../../platform/tasks/outbox.ts';
import { type BusinessSender, htmlOf, sendMailOfAccount } from '../../basics/mails/service.ts';
import { logoOf } from '../../field/files/service.ts';
import { addRecord } from '../../field/field-records/service.ts';
import { driveTo } from '../../field/my-visits/service.ts';
import { holdVisits } from '../../work/visit-states/service.ts';
import { visitOf } from '../../work/visits/service.ts';
import type { VisitStory } from './store.ts';
export { movedAfter } from './store.ts';
import {
  dropWaits,
  endWaits,
  listIds,
  listMessages,
  listToRemind,
  listUnsaid,
  listWaiting,
  readStories,
  startWaits,
  tellsCustomers,
} from './store.ts';
import { letterOf, sampleLetter } from './templates.ts';

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
): Promise<void> {
  const { undoes } = write;
  const undone = undoes === null ? undefined : await takenBack(write.db, ids, undoes);
  const news = ids.filter((id) => !undone?.has(id));
  const waits = await startWaits(write.db, news, { at: write.at, together: MESSAGE_WAIT_SECONDS });
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
  await write.removeAll(
    customerMessages,
    ids.map((id) => ({ id })),
  );
}

/**
 * Writes down that somebody runs late, for the customer to hear of it in a while. Refused where that cannot be: who is to be rung
 * instead is said.
 */
export async function tellLate(write: Writer, visit: string, late: number): Promise<LateTold> {
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
  const all = recipientsOf({ ...story, site: story.site_id });
  const reached = all.filter(({ email }) => email !== '');
  if (reached.length === 0) throw new Failure('conflict', whomToRing(story, all));
  const content = { minutes: minutes(late), tell_customer: true };
  const { content: kept } = await addRecord(write, visit, { kind: 'late', content });
  const told = reached.map(({ name }) => name);
  return { visit_id: visit, expected_at: String(kept['expected_at']), told };
}

/** "Kim Cole has no email address. Call Ana Lima, 0412 345 678." */
function whomToRing(story: VisitStory, [first]: readonly Recipient[]): string {
  const [ring] = toRing(story, story.site_id);
  const why = first
    ? `${first.name} has no email address.`
    : `${story.customer.name} isn’t to be emailed about visits.`;
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
}

/**
 * Sends the difference between what the customer was told last and what is true now, of those of a customer's visits to which nothing
 * has happened since the task was made; of the others a later task does. Whoever is to hear of several of them gets one mail. The
 * caller holds the visits, so that two who do so at once wait for each other.
 */
export async function tellCustomer(
  write: Writer,
  account: AccountId,
  visits: readonly string[],
  token: string,
): Promise<null> {
  const ended = await endWaits(write.db, visits, token);
  return ended.length === 0 ? null : tell(write, account, await tellingsOf(write.db, ended, write.at));
}

/** Reminds a customer of these visits, which the caller holds, unless there is no need any more. */
export async function remindCustomer(
  write: Writer,
  account: AccountId,
  visits: readonly string[],
): Promise<null> {
  return tell(write, account, await tellingsOf(write.db, visits, write.at, reminderOf));
}

/** Hands over what there is to tell, one mail for each address, and notes it. */
async function tell(write: Writer, account: AccountId, tellings: readonly Telling[]): Promise<null> {
  // By address, because two may share one; the mail itself is written to whoever is named first.
  const problems = new Map<string, CustomerMessage['problem']>();
  const byAddress = Map.groupBy(
    tellings.flatMap((telling) => telling.recipients.map((to) => ({ ...telling, to }))),
    ({ to }) => to.email,
  );
  for (const [address, told] of byAddress) {
    const compose = (sender: BusinessSender) => letterOf(told[0]!.to, told, sender, write.at);
    const mail = { to: address, share: 'visits', at: write.at, write: compose } as const;
    problems.set(address, await sendMailOfAccount(write.db, account, mail));
  }
  for (const telling of tellings) await noteTold(write, telling, problems);
  return null;
}

async function noteTold(
  write: Writer,
  { story, due, recipients, latest }: Telling,
  problems: ReadonlyMap<string, CustomerMessage['problem']>,
): Promise<void> {
  const reached = recipients.map(({ contact_id, email }) => ({
    contact_id,
    to_address: email === '' ? '' : maskEmail(email),
    problem: problems.get(email) ?? null,
  }));
  const first = reached.find(({ problem }) => problem === null) ?? reached[0]!;
  const message = {
    visit_id: story.visit_id,
    kind: due.kind,
    from_at: momentText(due.from),
    to_at: momentText(due.to),
    zone: story.zone,
    agreed: agreedIn(story),
    technician_id: due.technician,
    expected_at: due.expected === null ? null : momentText(due.expected),
    recipients: reached,
    to_address: first.to_address,
    problem: first.problem,
  };
  // What could not be told before, for the same reason, is not noted twice.
  if (first.problem !== null && latest?.problem === first.problem && isSame(latest, message)) return;
  await write.insert(customerMessages, [{ ...message, at: write.at.toISOString() }]);
  write.concern([story.job_id, story.customer_id]);
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

/** What there is to be told of these visits, in the order of their starts. */
async function tellingsOf(
  db: Tx,
  visits: readonly string[],
  at: Date,
  dueOf: DueOf = changeOf,
): Promise<Telling[]> {
  const before = Map.groupBy(await listMessages(db, customerMessages, visits), ({ visit_id }) => visit_id);
  const tellings: Telling[] = [];
  for (const story of await readStories(db, visits)) {
    const messages = before.get(story.visit_id) ?? [];
    const due = dueOf(story, messages, minuteAt(at));
    const recipients = recipientsOf({ ...story, site: story.site_id });
    if (!due || recipients.length === 0) continue;
    const expected =
      due.kind === 'on the way' ? (due.expected ?? (await arrivalByDrive(db, story, at))) : due.expected;
    tellings.push({
      story,
      due: { ...due, expected },
      recipients,
      latest: messages[0],
      before: messages.length,
    });
  }
  return tellings;
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
  visits: readonly string[],
  at: Date,
): Promise<DispatchPreview['customers']> {
  const told = { confirmed: new Set<string>(), changed: new Set<string>(), without: new Set<string>() };
  // Whatever one address hears of one customer is one mail.
  const mails = new Set<string>();
  for (let first = 0; first < visits.length; first += VISITS_A_PORTION) {
    const portion = visits.slice(first, first + VISITS_A_PORTION);
    for (const { story, due, recipients } of await tellingsOf(db, portion, at, dispatchOf)) {
      const reached = recipients.filter(({ email }) => email !== '');
      for (const { email } of reached) mails.add(`${story.customer_id} ${email}`);
      if (reached.length > 0) told[due.kind === 'changed' ? 'changed' : 'confirmed'].add(story.customer.name);
      for (const { email, name } of recipients) if (email === '') told.without.add(name);
    }
  }
  return {
    is_on: await tellsCustomers(db),
    emails: mails.size,
    confirmed: [...told.confirmed],
    changed: [...told.changed],
    without_address: [...told.without],
  };
}

/** The customers who would be mailed of visits that a change is about, and have not been yet. */
export async function listUnwritten(db: Tx, change: number, at: Date): Promise<string[]> {
  const names = new Set<string>();
  const waiting = await listWaiting(db, change);
  for (let first = 0; first < waiting.length; first += VISITS_A_PORTION)
    for (const { story, recipients } of await tellingsOf(
      db,
      waiting.slice(first, first + VISITS_A_PORTION),
      at,
    ))
      if (recipients.some(({ email }) => email !== '')) names.add(story.customer.name);
  return [...names].toSorted();
}

/** What the customer was told, the latest first. */
function toldIn(messages: readonly CustomerMessage[]): ToldBefore[] {
  return messages
    .filter(({ problem }) => problem === null)
    .map(({ kind, technician_id, expected_at, at, from_at, to_at }) => ({
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

function isSame(a: Content, b: Content): boolean {
  return (
    a.kind === b.kind && a.from_at === b.from_at && a.to_at === b.to_at && a.expected_at === b.expected_at
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

import { stillInForce } from '@muster/domain/basics/changes/rules';
import { type Recipient, recipientsOf, toRing } from '@muster/domain/work/contacts/rules';
import {
  arrivalOf,
  type LateWord,
  MESSAGE_WAIT_SECONDS,
  type MessageDue,
  messageDue,
  messageNames,
  type VisitNow,
} from '@muster/domain/messages/customer-messages/rules';
import type { LateTold, LetterheadPreview } from '@muster/domain/messages/customer-messages/schema';
import type { DispatchPreview } from '@muster/domain/messages/dispatch-previews/schema';
import { maskEmail } from '@muster/domain/values/email';
import type { AccountId } from '@muster/domain/values/ids';
import { dateAt, timeAt } from '@muster/domain/values/local-time';
import { type EpochMinutes, minutes } from '@muster/domain/values/minutes';
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
import { holdVisits } from '../../work/visit-states/service.ts';
import { visitOf } from '../../work/visits/service.ts';
import type { VisitStory } from './store.ts';
import {
  dropWaits,
  endWaits,
  listIds,
  listMessages,
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
  const tasks: string[][] = [];
  for (const [, own] of Map.groupBy(waits, ({ customer }) => customer)) {
    const last = tasks.at(-1);
    const visits = own.map(({ visit }) => visit);
    if (last && last.length + visits.length <= VISITS_A_TASK) last.push(...visits);
    else tasks.push(visits);
  }
  for (const visits of tasks) {
    const { channel, token } = waits[0]!;
    const task: CustomersToldTask = { channel, account: channel, token, visits };
    await enqueue(write.db, CUSTOMERS_TOLD, task, MESSAGE_WAIT_SECONDS);
  }
  await forgetMessages(write, gone);
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
    throw new Failure('conflict', 'Emails to customers are off in Settings, so call them.');
  }
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
  if (ended.length === 0) return null;
  const tellings = await tellingsOf(write.db, ended, write.at);
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

/** What there is to be told of these visits, in the order of their starts; of one state rather than their own, where that is asked for. */
async function tellingsOf(
  db: Tx,
  visits: readonly string[],
  at: Date,
  as?: VisitNow['state'],
): Promise<Telling[]> {
  const before = Map.groupBy(await listMessages(db, customerMessages, visits), ({ visit_id }) => visit_id);
  return (await readStories(db, visits)).flatMap((story) => {
    const messages = before.get(story.visit_id) ?? [];
    const now = nowOf(story, messages);
    const due = messageDue(toldIn(messages), as === undefined ? now : { ...now, state: as }, minuteAt(at));
    const recipients = recipientsOf({ ...story, site: story.site_id });
    return due && recipients.length > 0
      ? [{ story, due, recipients, latest: messages[0], before: messages.length }]
      : [];
  });
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
    for (const { story, due, recipients } of await tellingsOf(db, portion, at, 'dispatched')) {
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

/** What the customer was told last. */
function toldIn(messages: readonly CustomerMessage[]): Parameters<typeof messageDue>[0] {
  const told = messages.find(({ problem }) => problem === null);
  if (!told) return undefined;
  const { kind, technician_id, expected_at, at } = told;
  const expected = expected_at === null ? null : minuteOf(expected_at);
  return { kind, technician: technician_id, expected, at: minuteOf(at), ...rangeOf(told) };
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
    isConfirmedEarly:
      story.confirms_bookings &&
      on_date !== null &&
      window_from !== null &&
      start !== undefined &&
      isKept(story, start),
  };
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

function rangeOf({ from_at, to_at }: Pick<CustomerMessage, 'from_at' | 'to_at'>) {
  return { from: minuteOf(from_at), to: minuteOf(to_at) };
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

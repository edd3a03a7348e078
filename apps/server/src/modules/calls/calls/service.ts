import { callerNumber, writtenForms } from '@muster/domain/calls/calls/numbers';
import { type CallEvent, type CallFacts, callOf, usualCallSettings } from '@muster/domain/calls/calls/rules';
import {
  type Call,
  type CallFilter,
  type CallPerson,
  type CallSettings,
  type CallSettingsEdit,
  type RingingCall,
  SettledCall,
} from '@muster/domain/calls/calls/schema';
import type { AccountId } from '@muster/domain/values/ids';
import { addDays, type LocalDate, startOfDay } from '@muster/domain/values/local-time';
import { dateOf, DAY_MS } from '@muster/domain/values/minutes';
import { owners, readersOfWork } from '../../../platform/changes/from-request.ts';
import { columnsIn } from '../../../platform/changes/record.ts';
import type { TrackedTable, Writer } from '../../../platform/changes/tracked.ts';
import { withAccount } from '../../../platform/db/account.ts';
import type { Db, Tx } from '../../../platform/db/executor.ts';
import { createHook } from '../../../platform/hook.ts';
import { Failure } from '../../../platform/http/answers/errors.ts';
import { channelOf, tellOf } from '../../../platform/live/event-log.ts';
import { accountNamedBy } from '../../../platform/sign-in/person.ts';
import {
  blankCalls,
  deleteBefore,
  findCall,
  type FoundCall,
  findCallSettings,
  holdCall,
  insertEvent,
  isKnown,
  listAccounts,
  listCalls,
  listCampaignNumbers,
  listEvents,
  listHaving,
  listPeople,
  listRinging,
  type Meant,
  readOwn,
  writeCall,
  writeCustomer,
  writeTaken,
} from './store.ts';

export { claimCalls } from './store.ts';

export const settledCalls: TrackedTable<SettledCall> = {
  name: 'settled_calls',
  columns: columnsIn('settled_calls', SettledCall),
  readers: readersOfWork,
  writers: readersOfWork,
  label: () => 'a missed call',
  subjects: ({ customer_id }) => [customer_id],
};

export const callSettings: TrackedTable<CallSettings> = {
  name: 'call_settings',
  columns: ['keep_days', 'ring_with'],
  readers: readersOfWork,
  writers: owners,
  label: () => 'calls',
};

/** What streams of the office are told of a call, beside the log: its id. Whoever wants to know more reads it. */
const CALL = 'call';

/** Those who sit in the office hear of calls. */
function tellOfCall(db: Tx, account: AccountId, id: string): void {
  tellOf(db, channelOf(account), { event: CALL, id, readers: readersOfWork });
}

/** An exchange that says more of one call goes in circles, and each of its words would have all of them read again. */
const MOST_EVENTS = 200;

/**
 * Notes what an exchange tells of a call, in the caller's transaction, and writes what all of its events come to. False: it was known, or there
 * were too many.
 */
export async function noteCallEvent(
  db: Tx,
  account: AccountId,
  connection: string,
  event: CallEvent,
  at: Date,
): Promise<boolean> {
  if (await isKnown(db, connection, event.id)) return false;
  const held = await holdCall(db, { connection, call: event.call, at: event.at });
  const others = await listEvents(db, connection, event.call);
  if (others.length >= MOST_EVENTS) return false;
  const said = held.isErased ? { ...event, from: null, to: null, by: null } : event;
  if (!(await insertEvent(db, connection, said, at))) return false;
  const facts = callOf([said, ...others]);
  const known = { forms: [], customer: held.customer, campaign: held.campaign };
  if (held.isErased) await writeCall(db, held.id, { ...facts, number: null, by: '' }, known);
  else await writeCall(db, held.id, facts, await meantBy(db, facts, known));
  tellOfCall(db, account, held.id);
  return true;
}

/** Whose number it is, as far as that can be told when it rings; the business's own are nobody's. */
async function meantBy(db: Tx, { number, called, direction }: CallFacts, known: Meant): Promise<Meant> {
  const own = await readOwn(db);
  const campaigns = await listCampaignNumbers(db);
  const campaign =
    known.campaign ??
    (direction === 'in' ? (campaigns.find((one) => one.number === called)?.id ?? null) : null);
  const isOwn =
    number === null || number === callerNumber(own.phone) || campaigns.some((one) => one.number === number);
  if (isOwn) return { ...known, campaign };
  const forms = writtenForms(number, own.region);
  const [only, another] = known.customer === null ? await listHaving(db, forms) : [];
  return { forms, customer: known.customer ?? (another === undefined ? (only ?? null) : null), campaign };
}

/** The latest message to or from a customer, or null: asked of the district that has them. */
export const lastMessageOf = createHook<
  [db: Tx, of: { customer: string; hasMoney: boolean }],
  CallPerson['last_words']
>('last message of a customer');

/** What rings, and is talked through, with who may be meant. */
export async function ringingCalls(
  db: Tx,
  { hasMoney, at }: { hasMoney: boolean; at: Date },
): Promise<RingingCall[]> {
  const shown: RingingCall[] = [];
  for (const call of await listRinging(db, at)) shown.push(await withPeople(db, call, { hasMoney, at }));
  return shown;
}

async function withPeople(
  db: Tx,
  { forms, ...call }: FoundCall,
  { hasMoney, at }: { hasMoney: boolean; at: Date },
): Promise<RingingCall> {
  const people = [];
  for (const person of await listPeople(db, { customer: call.customer_id, forms }, { hasMoney, at })) {
    const message = await lastMessageOf.run(db, { customer: person.customer_id, hasMoney });
    people.push({ ...person, last_words: laterOf(message, person.last_words) });
  }
  return { ...call, people };
}

function laterOf(one: CallPerson['last_words'], other: CallPerson['last_words']): CallPerson['last_words'] {
  if (one === null || other === null) return one ?? other;
  return Date.parse(one.at) > Date.parse(other.at) ? one : other;
}

/** A day is one of the business. */
export async function pageCalls(
  db: Tx,
  { day, ...which }: CallFilter,
  page: { cursor?: string | undefined; limit?: number | undefined; at: Date },
): Promise<{ rows: Call[]; next: string | null }> {
  if (day === undefined) return listCalls(db, which, page);
  const { zone } = await readOwn(db);
  const on = day as LocalDate;
  const [from, until] = [startOfDay(on, zone), startOfDay(addDays(on, 1), zone)].map(dateOf);
  return listCalls(db, { ...which, from, until }, page);
}

/** One call, with who may be meant. */
export async function describeCall(
  db: Tx,
  id: string,
  { hasMoney, at }: { hasMoney: boolean; at: Date },
): Promise<RingingCall> {
  const call = await findCall(db, id, at);
  if (!call) throw new Failure('notFound');
  return withPeople(db, call, { hasMoney, at });
}

async function callToChange(write: Writer, id: string): Promise<Call> {
  const call = await findCall(write.db, id, write.at);
  if (!call) throw new Failure('notFound');
  const { forms: _, ...row } = call;
  return row;
}

/** Answers are kept, so they say nothing of who rang. "I've got it": every card says so. Whoever says it later than a colleague is told who was first. */
export async function takeCall(write: Writer, account: AccountId, id: string): Promise<{ id: string }> {
  const call = await callToChange(write, id);
  const { user } = write.author;
  if (call.taken_by !== null && call.taken_by.id !== user)
    throw new Failure('conflict', `${call.taken_by.name} already has this call.`);
  await writeTaken(write.db, id, user, write.at);
  tellOfCall(write.db, account, id);
  return { id };
}

/** Somebody has dealt with a missed call: it waits no more. */
export async function settleCall(
  write: Writer,
  account: AccountId,
  id: string,
  how: SettledCall['how'],
): Promise<SettledCall> {
  const { customer_id, settled, state } = await callToChange(write, id);
  if (settled === 'rang back' || settled === 'done')
    throw new Failure('conflict', 'Someone has already dealt with this call.');
  if (state !== 'missed') throw new Failure('conflict', 'This call isn’t a missed one.');
  const done = { id, customer_id, how, done_at: write.at.toISOString(), done_by: write.author.user };
  const [row] = await write.insert(settledCalls, [done]);
  tellOfCall(write.db, account, id);
  return row!;
}

/** Somebody knows who it was: one of several with the number, or a customer who rang from another. */
export async function chooseCustomer(
  write: Writer,
  account: AccountId,
  id: string,
  customer: string,
): Promise<{ id: string }> {
  const call = await callToChange(write, id);
  if (call.is_erased) throw new Failure('conflict', 'The number of this call was erased.');
  if (!(await writeCustomer(write.db, id, customer))) throw new Failure('notFound');
  tellOfCall(write.db, account, id);
  return { id };
}

export async function readCallSettings(db: Tx, account: AccountId): Promise<CallSettings> {
  return (await findCallSettings(db)) ?? { id: account, version: 0, ...usualCallSettings };
}

export async function editCallSettings(
  write: Writer,
  account: AccountId,
  { version, ...fields }: CallSettingsEdit,
): Promise<CallSettings> {
  if (version > 0 || (await findCallSettings(write.db)))
    return write.update(callSettings, account, fields, version);
  const [row] = await write.insert(callSettings, [{ id: account, ...usualCallSettings, ...fields }]);
  return row!;
}

/** Who rang goes from all calls of somebody who is erased; that it rang, and when, stays. */
export async function forgetCalls(
  db: Tx,
  { customers, phones }: { customers: readonly string[]; phones: readonly string[] },
  at: Date,
): Promise<void> {
  const { region } = await readOwn(db);
  const digits = phones.flatMap((phone) => {
    const number = callerNumber(phone);
    return number === null ? [] : writtenForms(number, region);
  });
  await blankCalls(db, { customers, digits }, at);
}

/** An hour's look deletes so many of an account. */
const DELETED_AT_ONCE = 5_000;

/** Deletes the calls that are older than their business wants to keep them. */
export async function deleteOldCalls(db: Db, now: Date): Promise<void> {
  for (const row of await listAccounts(db)) {
    const account = accountNamedBy(row);
    await withAccount(db, account, async (db) => {
      const { keep_days } = await readCallSettings(db, account);
      await deleteBefore(db, new Date(now.getTime() - keep_days * DAY_MS), DELETED_AT_ONCE);
    });
  }
}

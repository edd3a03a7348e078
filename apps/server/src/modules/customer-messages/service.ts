import { minuteOf, momentText } from '@muster/domain/assignments/rules';
import { arrivalOf, MESSAGE_WAIT_SECONDS, messageDue } from '@muster/domain/customer-messages/rules';
import type { CustomerMessage } from '@muster/domain/customer-messages/schema';
import { messageNames } from '@muster/domain/customer-messages/words';
import { maskEmail } from '@muster/domain/values/email';
import { dispatchers } from '../../platform/changes/from-request.ts';
import type { TrackedTable, Writer } from '../../platform/changes/tracked.ts';
import type { Channel } from '../../platform/live/event-log.ts';
import { enqueue } from '../../platform/tasks/outbox.ts';
import { sendMailForAnybody } from '../messages/service.ts';
import { endWait, listIds, listMessages, readStory, startWaits, type VisitStory } from './store.ts';
import { letterOf } from './templates.ts';

export const customerMessages: TrackedTable<CustomerMessage> = {
  name: 'customer_messages',
  columns: ['visit_id', 'kind', 'from_at', 'to_at', 'zone', 'to_address', 'problem', 'at'],
  readers: dispatchers,
  writers: dispatchers,
  label: ({ kind }) => messageNames[kind],
  subjects: ({ visit_id }) => [visit_id],
  erased: () => ({ to_address: '' }),
};

/** The task that tells customers of visits which have been left alone for a while. */
export const CUSTOMERS_TOLD = 'customers told';

export interface CustomersToldTask {
  channel: Channel;
  token: string;
  visits: string[];
}

/** About a second's work, so that no other task waits long for its turn. */
const VISITS_A_TASK = 20;

/** Whatever became of these visits, by whichever way: in a while somebody looks whether their customers are to be told. */
export async function followCustomers(write: Writer, ids: readonly string[]): Promise<void> {
  const waits = await startWaits(write.db, ids);
  for (let at = 0; at < waits.length; at += VISITS_A_TASK) {
    const { channel, token } = waits[at]!;
    const visits = waits.slice(at, at + VISITS_A_TASK).map(({ visit }) => visit);
    const task: CustomersToldTask = { channel, token, visits };
    await enqueue(write.db, CUSTOMERS_TOLD, task, MESSAGE_WAIT_SECONDS);
  }
}

/** What was said of visits that are there no more goes with them, and comes back with them by an undo. */
export async function forgetMessages(write: Writer, gone: readonly string[]): Promise<void> {
  if (gone.length === 0) return;
  const ids = await listIds(write.db, gone);
  if (ids.length === 0) return;
  await write.removeAll(
    customerMessages,
    ids.map((id) => ({ id })),
  );
}

/**
 * Sends the difference between what the customer was told last and what is true now, if nothing has happened to the visit since the
 * task was made; otherwise a later task does. The caller holds the visit, so that two who do so at once wait for each other.
 */
export async function tellCustomer(write: Writer, visit: string, token: string): Promise<null> {
  if (!(await endWait(write.db, visit, token))) return null;
  const story = await readStory(write.db, visit);
  if (!story) return null;
  const messages = await listMessages(write.db, customerMessages, visit);
  const told = messages.find(({ problem }) => problem === null);
  const due = messageDue(told && { kind: told.kind, ...rangeOf(told) }, nowOf(story), minuteAt(write.at));
  if (!due) return null;
  const message = {
    visit_id: visit,
    kind: due.kind,
    from_at: momentText(due.from),
    to_at: momentText(due.to),
    zone: story.zone,
  };
  const problem = await send(write, story, due);
  const [latest] = messages;
  // What could not be told before, for the same reason, is not noted twice.
  if (problem !== null && latest?.problem === problem && isSame(latest, message)) return null;
  const to_address = story.email === '' ? '' : maskEmail(story.email);
  await write.insert(customerMessages, [{ ...message, to_address, problem, at: write.at.toISOString() }]);
  write.concern([story.job_id, story.customer_id]);
  return null;
}

async function send(
  write: Writer,
  story: VisitStory,
  due: NonNullable<ReturnType<typeof messageDue>>,
): Promise<CustomerMessage['problem']> {
  if (story.email === '') return 'no address';
  const isSent = await sendMailForAnybody(write.db, letterOf(story, due), 'visits', write.at);
  return isSent ? null : 'too many';
}

function nowOf(story: VisitStory): Parameters<typeof messageDue>[1] {
  const { state, starts_at, en_route_at, zone } = story;
  return {
    state,
    arrival: starts_at === null ? undefined : arrivalOf(story, minuteOf(starts_at), zone),
    enRouteAt: en_route_at === null ? undefined : minuteOf(en_route_at),
  };
}

function minuteAt(at: Date) {
  return minuteOf(at.toISOString());
}

function rangeOf({ from_at, to_at }: Pick<CustomerMessage, 'from_at' | 'to_at'>) {
  return { from: minuteOf(from_at), to: minuteOf(to_at) };
}

type Content = Pick<CustomerMessage, 'kind' | 'from_at' | 'to_at'>;

function isSame(a: Content, b: Content): boolean {
  return a.kind === b.kind && a.from_at === b.from_at && a.to_at === b.to_at;
}

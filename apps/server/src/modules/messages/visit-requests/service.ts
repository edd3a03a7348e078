import {
  needsDecision,
  requestLimits,
  type RequestKind,
  WORD_OPEN_MS,
} from '@muster/domain/messages/visit-requests/rules';
import type {
  RequestContent,
  ShownVisitRequest,
  VisitRequest,
} from '@muster/domain/messages/visit-requests/schema';
import { dateInWords } from '@muster/domain/values/clock-words';
import { dateAt } from '@muster/domain/values/local-time';
import { minuteAt } from '@muster/domain/values/minutes';
import { minuteOf } from '@muster/domain/work/assignments/rules';
import { isStillConfirmed } from '@muster/domain/work/visits/promise';
import { dispatchers } from '../../../platform/changes/from-request.ts';
import { holdRows, readRows } from '../../../platform/changes/rows.ts';
import type { TrackedTable, Writer } from '../../../platform/changes/tracked.ts';
import type { Tx } from '../../../platform/db/executor.ts';
import { Failure } from '../../../platform/http/answers/errors.ts';
import { cancelVisit } from '../../dispatch/cancellations/service.ts';
import { scheduleAll } from '../../dispatch/scheduling/service.ts';
import { jobOf } from '../../work/jobs/service.ts';
import { noteAccess } from '../../work/sites/service.ts';
import { changeVisit, tellVisit, visitOf } from '../../work/visits/service.ts';
import {
  countRequests,
  listConfirmed,
  listOpenRequests,
  listRequestsOfJob,
  listRequestsOfVisit,
  readPageSettings,
  readVisitPlace,
  type VisitPlace,
} from './store.ts';

export { listOpenRequests, listRequestsOfVisit, readPageSettings };

const names: Record<RequestKind, string> = {
  'another time': 'request for another time',
  cancel: 'request to cancel',
  note: 'note',
  'gate code': 'way to get in',
  word: 'word about how it was',
};

export const visitRequests: TrackedTable<VisitRequest> = {
  name: 'visit_requests',
  columns: ['visit_id', 'kind', 'content', 'made_at', 'decision', 'decided_at', 'decided_by', 'reply'],
  readers: dispatchers,
  writers: dispatchers,
  label: ({ kind }) => names[kind],
  subjects: ({ visit_id }) => [visit_id],
  erased: ({ content: { text, ...content } }) => ({
    content: text === undefined ? content : { ...content, text: '' },
    reply: '',
  }),
};

async function placeOf(write: Writer, visit: string): Promise<VisitPlace> {
  const place = await readVisitPlace(write.db, visit);
  if (!place) throw new Failure('notFound');
  write.concern([place.job_id, place.customer_id]);
  return place;
}

/** Writes down what a customer asked for or told. */
async function addRequest(
  write: Writer,
  visit: string,
  kind: RequestKind,
  content: RequestContent,
  { isDecided = false }: { isDecided?: boolean } = {},
): Promise<VisitRequest> {
  const at = write.at.toISOString();
  const isOpen = !isDecided && needsDecision(kind, content);
  const [request] = await write.insert(visitRequests, [
    {
      visit_id: visit,
      kind,
      content,
      made_at: at,
      ...(!isOpen && { decision: isDecided ? 'accepted' : 'done', decided_at: at }),
    },
  ]);
  return request!;
}

async function refuseMore(write: Writer, visit: string, kind: RequestKind, most: number): Promise<void> {
  if ((await countRequests(write.db, visit, kind)) >= most)
    throw new Failure('unprocessable', 'You’ve sent as many of these as this page can take. Please call us.');
}

/** Words for whoever comes: among the notes of the visit, where the technician looks. */
export async function sendNote(
  write: Writer,
  visit: string,
  { text, file }: { text: string; file: string | undefined },
): Promise<null> {
  const place = await placeOf(write, visit);
  await refuseMore(write, visit, 'note', requestLimits.notes);
  if (text !== '') {
    const note = [place.note, `From ${place.customer}: ${text}`].filter(Boolean).join('\n');
    await changeVisit(write, visit, { note });
  }
  const content = { ...(text !== '' && { text }), ...(file !== undefined && { file_id: file }) };
  await addRequest(write, visit, 'note', content);
  return null;
}

/** How to get in: among the site's access notes, which the technician has, and nowhere else. */
export async function giveGateCode(write: Writer, visit: string, code: string, zone: string): Promise<null> {
  const place = await placeOf(write, visit);
  await refuseMore(write, visit, 'gate code', requestLimits.gateCodes);
  const when = dateInWords(dateAt(minuteAt(write.at), zone));
  await noteAccess(write, place.site_id, `From ${place.customer}, ${when}: ${code}`);
  await addRequest(write, visit, 'gate code', {});
  return null;
}

export async function askToCancel(write: Writer, visit: string, text: string): Promise<null> {
  await placeOf(write, visit);
  const open = (await listRequestsOfVisit(write.db, visit)).some(isOpenFor('cancel'));
  if (open) throw new Failure('conflict', 'You’ve already asked us to cancel. We’ll be in touch.');
  await addRequest(write, visit, 'cancel', text === '' ? {} : { text });
  return null;
}

/** A time that was offered, or words where none of them suits. One such request waits at a time: the next takes its place. */
export async function askForTime(
  write: Writer,
  visit: string,
  content: RequestContent,
  { isTaken = false }: { isTaken?: boolean } = {},
): Promise<null> {
  await placeOf(write, visit);
  const { most_changes } = await readPageSettings(write.db);
  await refuseMore(write, visit, 'another time', most_changes);
  for (const before of (await listRequestsOfVisit(write.db, visit)).filter(isOpenFor('another time')))
    await settleRequest(write, before.id, 'done');
  await addRequest(write, visit, 'another time', content, { isDecided: isTaken });
  return null;
}

function isOpenFor(kind: RequestKind) {
  return (request: ShownVisitRequest) => request.kind === kind && request.decision === null;
}

/** How it was: once, and to be changed for a while. */
export async function giveWord(
  write: Writer,
  visit: string,
  content: { score: number; text?: string },
): Promise<null> {
  await placeOf(write, visit);
  const before = (await listRequestsOfVisit(write.db, visit)).find(({ kind }) => kind === 'word');
  if (!before) {
    await addRequest(write, visit, 'word', content);
    return null;
  }
  if (!isWordOpen(before, write.at))
    throw new Failure('conflict', 'Your feedback can’t be changed any more. Please call us.');
  const isOpen = needsDecision('word', content);
  await write.update(visitRequests, before.id, {
    content,
    decision: isOpen ? null : 'done',
    decided_at: isOpen ? null : write.at.toISOString(),
    decided_by: null,
  });
  return null;
}

export function isWordOpen({ made_at }: { made_at: string }, at: Date): boolean {
  return at.getTime() - Date.parse(made_at) < WORD_OPEN_MS;
}

/** The visit goes to a time that its customer chose: that day and arrival are agreed, and confirmed by the choice. */
export async function bookChosen(
  write: Writer,
  visit: string,
  { starts_at = '', technicians = [], ...chosen }: RequestContent,
  seen?: readonly { readonly id: string; readonly version: number }[],
): Promise<void> {
  const { version } = await visitOf(write.db, visit);
  const booking = { visit_id: visit, version, technicians, starts_at, agreed: true };
  await scheduleAll(write, [{ ...booking, ...(seen && { seen: [...seen] }) }]);
  const { on_date = null, window_from = null, window_to = null } = chosen;
  const agreed = { on_date, window_from, window_to };
  const confirmed_at = write.at.toISOString();
  await changeVisit(write, visit, { ...agreed, confirmed_at, confirmed_for: agreed });
}

type Decision = NonNullable<VisitRequest['decision']>;

async function settleRequest(
  write: Writer,
  id: string,
  decision: Decision,
  reply = '',
): Promise<VisitRequest> {
  const [request] = await holdRows(write.db, visitRequests, [id]);
  if (!request) throw new Failure('notFound');
  if (request.decision !== null) throw new Failure('conflict', 'Someone has already decided this.');
  return write.update(visitRequests, id, {
    decision,
    decided_at: write.at.toISOString(),
    decided_by: write.author.user,
    reply: reply.trim(),
  });
}

/** What was asked for is done as the office would do it, and is refused as it would be. */
export async function acceptRequest(write: Writer, id: string): Promise<VisitRequest> {
  const { kind, content, visit_id } = await openRequest(write, id);
  if (kind === 'cancel') await cancelVisit(write, visit_id, content.text ?? 'The customer asked to cancel');
  else if (kind === 'another time' && content.starts_at !== undefined)
    await bookChosen(write, visit_id, content);
  else throw new Failure('unprocessable', 'There’s nothing to accept here. Mark it as done instead.');
  return settleRequest(write, id, 'accepted');
}

export async function declineRequest(write: Writer, id: string, reply: string): Promise<VisitRequest> {
  const { kind } = await openRequest(write, id);
  if (kind !== 'another time' && kind !== 'cancel')
    throw new Failure('unprocessable', 'There’s nothing to decline here. Mark it as done instead.');
  return settleRequest(write, id, 'declined', reply);
}

export async function dismissRequest(write: Writer, id: string): Promise<VisitRequest> {
  await openRequest(write, id);
  return settleRequest(write, id, 'done');
}

async function openRequest(write: Writer, id: string): Promise<VisitRequest> {
  const [request] = await readRows(write.db, visitRequests, [id]);
  if (!request) throw new Failure('notFound');
  if (request.decision !== null) throw new Failure('conflict', 'Someone has already decided this.');
  await placeOf(write, request.visit_id);
  return request;
}

export async function requestsOfJob(db: Tx, job: string): Promise<ShownVisitRequest[]> {
  await jobOf(db, job);
  return listRequestsOfJob(db, job);
}

/** What a customer confirmed is void once the visit asks for another time, or is planned for one. An undo of that brings it back. */
export async function voidConfirmations(write: Writer, visits: readonly string[]): Promise<void> {
  for (const { id, confirmed_for, agreed, starts_at, zone } of await listConfirmed(write.db, visits)) {
    const start = starts_at === null ? null : minuteOf(starts_at);
    if (!isStillConfirmed(confirmed_for, agreed, start, zone))
      await tellVisit(write, id, { confirmed_at: null, confirmed_for: null });
  }
}

import { answersOf, isGiven, missingItems, standing } from '@muster/domain/field-records/rules';
import type {
  FieldRecord,
  NamedFieldRecord,
  NewFieldRecord,
  NoteChoice,
} from '@muster/domain/field-records/schema';
import { type Correction, correctionIn, isCorrection, timesOnSite } from '@muster/domain/field-records/times';
import { minuteOf, momentText, rowMoment } from '@muster/domain/assignments/rules';
import { minutes, minutesAfter } from '@muster/domain/values/minutes';
import type { VisitRecord } from '@muster/domain/visits/schema';
import { isOver } from '@muster/domain/visits/states';
import { dispatchers } from '../../platform/changes/from-request.ts';
import type { TrackedTable, Writer } from '../../platform/changes/tracked.ts';
import type { Tx } from '../../platform/db/executor.ts';
import { Failure } from '../../platform/http/errors.ts';
import { holdCrews, tellOfCrew } from '../assignments/service.ts';
import { deleteFileWith, filesOfVisit } from '../files/service.ts';
import { hasVisit } from '../my-visits/service.ts';
import { settledVisit, tellVisit, visitOf } from '../visits/service.ts';
import { findRecord, isSignatureOf, listNamedRecords, listRecords } from './store.ts';

/** What it is called in a history: what it says is told where it belongs. */
const labels: Record<FieldRecord['kind'], string> = {
  note: 'a note',
  check: 'an answer of the check list',
  part: 'a part',
  signature: 'a signature',
  late: 'a delay',
  time: 'corrected times',
};

export const fieldRecords: TrackedTable<FieldRecord> = {
  name: 'field_records',
  columns: ['visit_id', 'kind', 'content', 'noted_at', 'created_by', 'created_at', 'retracted_at'],
  readers: dispatchers,
  writers: dispatchers,
  label: ({ kind }) => labels[kind],
  subjects: ({ visit_id }) => [visit_id],
  erased: () => ({ content: {} }),
  refusals: { field_records_pkey: 'This was noted before. Send what is new with a key of its own.' },
};

const AHEAD_MS = 10 * 60_000;

/** A clock that is a few minutes ahead is believed; one that is days ahead is not, or what it tells would stay the latest for ever. */
export function believed(write: Writer, told: string | undefined): string {
  const now = write.at.getTime();
  const moment = told === undefined ? now : Date.parse(told);
  if (Number.isNaN(moment)) throw new Failure('unprocessable', 'That moment does not exist.');
  return new Date(Math.min(moment, now + AHEAD_MS)).toISOString();
}

/** Somebody tells of their own work, from a phone that may have given the record its id. */
interface Own {
  id: string | undefined;
}

/**
 * Writes down what was noted at a visit, by whoever did the work or else by the office. A fact is never refused for what has become of
 * the visit meanwhile: it was noted, whoever has the visit now.
 */
export async function addRecord(
  write: Writer,
  visit_id: string,
  { kind, content, noted_at }: NewFieldRecord,
  own?: Own,
): Promise<FieldRecord> {
  const { assignments } = await visitOf(write.db, visit_id);
  if (kind === 'signature' && !(await isSignatureOf(write.db, visit_id, content.file_id)))
    throw new Failure('unprocessable', 'The picture of the signature has not arrived. Send it first.');
  const kept = kind === 'time' ? await correctTimes(write, visit_id, content, own) : content;
  const expected =
    kind === 'late' && expectedIn(content.minutes, await leadMeant(write, visit_id, assignments, own));
  const [record] = await write.insert(fieldRecords, [
    {
      ...(own?.id === undefined ? {} : { id: own.id }),
      visit_id,
      kind,
      content: { ...kept, ...expected },
      noted_at: believed(write, noted_at),
      created_by: write.author.user,
      created_at: write.at.toISOString(),
    },
  ]);
  if (kind === 'check') await followAnswers(write, visit_id);
  return record!;
}

const arrivals = { 'en route': 'On the way', 'on site': 'Arrived' } as const;

/** Where somebody was who does not have the visit any more is a fact all the same: it is kept as a note, and the visit stays as it is. */
export async function noteProgress(
  write: Writer,
  visit: string,
  progress: keyof typeof arrivals,
  noted_at: string,
): Promise<Pick<VisitRecord, 'state'>> {
  await addRecord(write, visit, { kind: 'note', content: { text: arrivals[progress] }, noted_at });
  const { state } = await visitOf(write.db, visit);
  return { state };
}

/** Whom a delay is of: nobody, where it is told of one's own visit that somebody else has by now, who may well be on time. */
async function leadMeant(
  write: Writer,
  visit: string,
  [lead]: VisitRecord['assignments'],
  own: Own | undefined,
) {
  return own === undefined || (await hasVisit(write.db, write.author.user!, visit)) ? lead : undefined;
}

/** When the lead will be there: once the visit is planned for then, or is somebody else's, nobody is late. */
function expectedIn(late: number, lead: VisitRecord['assignments'][number] | undefined) {
  if (!lead) return { expected_at: null };
  const expected = minutesAfter(minuteOf(lead.starts_at), minutes(late));
  return { expected_at: momentText(expected), technician_id: lead.technician_id };
}

/**
 * Corrects the times of whoever is on the visit now; of somebody else's it is a note alone. What was measured is written down with the
 * correction, because the bookings carry what counts. Whoever did the work corrects what has been, the office whatever it knows.
 */
async function correctTimes(
  write: Writer,
  visit: string,
  content: Extract<NewFieldRecord, { kind: 'time' }>['content'],
  own: Own | undefined,
): Promise<Correction> {
  if (Date.parse(content.done_at) < Date.parse(content.on_site_at))
    throw new Failure('unprocessable', 'The end is before the beginning.');
  if (own) {
    if (Date.parse(content.done_at) > write.at.getTime() + AHEAD_MS)
      throw new Failure(
        'unprocessable',
        'These times lie ahead. Say when you arrived and when you were done.',
      );
    if (!(await hasVisit(write.db, write.author.user!, visit))) return { ...content, measured: null };
    if (!isOver((await visitOf(write.db, visit)).state))
      throw new Failure('unprocessable', 'The visit is not done yet. Correct its times when it is.');
  }
  const times = await timesNow(write.db, visit);
  const { arrived_at, done_at } = times.measured ?? times;
  await tellTimes(write, visit, content);
  return { ...content, measured: { on_site_at: arrived_at, done_at } };
}

/** A crew moves as one: the times of its lead are those of all. */
async function timesNow(db: Tx, visit: string) {
  const { assignments } = await visitOf(db, visit);
  const told = assignments[0] ?? { on_site_at: null, done_at: null };
  return timesOnSite(told, await listRecords(db, fieldRecords, visit));
}

async function tellTimes(
  write: Writer,
  visit: string,
  { on_site_at, done_at }: Pick<Correction, 'on_site_at' | 'done_at'>,
): Promise<void> {
  const moment = (at: string | null) => at && rowMoment(new Date(at));
  await tellOfCrew(write, visit, () => ({ on_site_at: moment(on_site_at), done_at: moment(done_at) }));
}

/**
 * Has somebody tell how far a visit is. While a correction stands, what they tell was measured, however late it comes: it is written
 * down with the correction, and the bookings go on to carry what counts.
 */
export async function besideCorrection(
  write: Writer,
  visit: string,
  tell: () => Promise<VisitRecord>,
): Promise<VisitRecord> {
  await holdCrews(write, [visit]);
  const records = standing(await listRecords(write.db, fieldRecords, visit));
  const corrections = records.filter(({ kind, content }) => kind === 'time' && isCorrection(content));
  const correction = correctionIn(corrections);
  const before = await timesNow(write.db, visit);
  if (!correction || before.measured === null) return tell();
  await tellTimes(write, visit, { on_site_at: before.measured.arrived_at, done_at: before.measured.done_at });
  const [lead] = (await tell()).assignments;
  const measured = { on_site_at: lead?.on_site_at ?? null, done_at: lead?.done_at ?? null };
  for (const { id, content } of corrections)
    await write.update(fieldRecords, id, { content: { ...content, measured } });
  await tellTimes(write, visit, correction);
  return settledVisit(write, visit);
}

/** After a correction was taken back the one before it counts again, or what was measured. */
async function takeBackTimes(
  write: Writer,
  { visit_id, content }: FieldRecord,
  before: Awaited<ReturnType<typeof timesNow>>,
): Promise<void> {
  if (!isCorrection(content) || before.measured === null) return;
  const counting = correctionIn(await listRecords(write.db, fieldRecords, visit_id));
  const { arrived_at, done_at } = before.measured;
  await tellTimes(write, visit_id, counting ?? { on_site_at: arrived_at, done_at });
}

/** The check list shows what was answered last, by the clock of whoever answered. */
async function followAnswers(write: Writer, visit: string): Promise<void> {
  const { check_list } = await visitOf(write.db, visit);
  const records = await listRecords(write.db, fieldRecords, visit);
  const asked = new Set(records.filter(({ kind }) => kind === 'check').map(({ content }) => content['item']));
  const answers = answersOf(records);
  await tellVisit(write, visit, {
    check_list: check_list.map((item) =>
      asked.has(item.text) ? Object.assign({}, item, { done: isGiven(answers.get(item.text)) }) : item,
    ),
  });
}

/** Takes back what was noted by mistake; whoever noted it does, or the office. */
export async function retractRecord(write: Writer, id: string): Promise<FieldRecord> {
  const record = await findRecord(write.db, fieldRecords, id);
  if (!record) throw new Failure('notFound');
  if (record.retracted_at !== null) return record;
  const before = await timesNow(write.db, record.visit_id);
  const retracted = await write.update(fieldRecords, id, { retracted_at: write.at.toISOString() });
  if (record.kind === 'check') await followAnswers(write, record.visit_id);
  if (record.kind === 'time') await takeBackTimes(write, record, before);
  if (record.kind === 'signature') await deletePicture(write, record);
  return retracted;
}

/** A signature goes with its picture, which is nothing without the name; unless another one that stands has the same. */
async function deletePicture(write: Writer, { visit_id, content }: FieldRecord): Promise<void> {
  const { file_id } = content;
  const others = standing(await listRecords(write.db, fieldRecords, visit_id));
  if (typeof file_id !== 'string' || others.some(({ content }) => content['file_id'] === file_id)) return;
  await deleteFileWith(write, file_id);
}

/** Whether the customer reads a note in the report of the visit is for the office to say: until then it stays inside. */
export async function showNote(
  write: Writer,
  id: string,
  { for_customer }: NoteChoice,
): Promise<FieldRecord> {
  const { kind, content } = await recordOf(write.db, id);
  if (kind !== 'note') throw new Failure('unprocessable', 'Only notes are chosen for the customer.');
  return write.update(fieldRecords, id, { content: { ...content, for_customer } });
}

/** What was noted at a visit, and by whom. */
export async function recordsOf(db: Tx, visit: string): Promise<NamedFieldRecord[]> {
  await visitOf(db, visit);
  return listNamedRecords(db, fieldRecords, visit);
}

export async function recordOf(db: Tx, id: string): Promise<FieldRecord> {
  const record = await findRecord(db, fieldRecords, id);
  if (!record) throw new Failure('notFound');
  return record;
}

/** A visit is complete when everything is answered that has to be. */
export async function refuseUnanswered(db: Tx, visit: string): Promise<void> {
  const { check_list } = await visitOf(db, visit);
  const records = await listRecords(db, fieldRecords, visit);
  const missing = missingItems(check_list, records, await filesOfVisit(db, visit));
  if (missing.length > 0)
    throw new Failure('unprocessable', `The check list is not finished: ${missing.join(', ')}.`);
}

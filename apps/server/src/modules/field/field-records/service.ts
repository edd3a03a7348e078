import type { Correction } from '@muster/domain/field/field-records/rules';
import {
  answersOf,
  isGiven,
  missingItems,
  standing,
  correctionIn,
  isCorrection,
  whoseTimes,
} from '@muster/domain/field/field-records/rules';
import type {
  FieldRecord,
  NamedFieldRecord,
  NewFieldRecord,
  NoteChoice,
} from '@muster/domain/field/field-records/schema';
import { clockOff, countingTimes, measuredTimes, type Times } from '@muster/domain/field/progress/rules';
import { minutes, minutesAfter, MINUTE_MS } from '@muster/domain/values/minutes';
import { minuteOf, momentText, rowMoment } from '@muster/domain/work/assignments/rules';
import type { PinReport } from '@muster/domain/work/sites/schema';
import type { VisitRecord } from '@muster/domain/work/visits/schema';
import { isOver } from '@muster/domain/work/visits/states';
import { dispatchers } from '../../../platform/changes/from-request.ts';
import type { TrackedTable, Writer } from '../../../platform/changes/tracked.ts';
import type { Tx } from '../../../platform/db/executor.ts';
import { Failure } from '../../../platform/http/answers/errors.ts';
import { holdCrews, tellOfCrews } from '../../work/assignments/service.ts';
import { tellCrews } from '../../work/crews/service.ts';
import { technicianOf } from '../../work/technicians/service.ts';
import { followCustomers } from '../../work/visit-states/service.ts';
import { tellVisit, visitOf } from '../../work/visits/service.ts';
import { pinSite } from '../../work/sites/service.ts';
import { deleteFileWith, filesOfVisit } from '../files/service.ts';
import { hasVisit } from '../my-visits/service.ts';
import { reportedNow } from '../report-contents/service.ts';
import { findRecord, isSignatureOf, listNamedRecords, listRecords, listTaps, readSiteOf } from './store.ts';

/** What it is called in a history: what it says is told where it belongs. */
const labels: Record<FieldRecord['kind'], string> = {
  note: 'a note',
  check: 'a checklist answer',
  part: 'a part',
  signature: 'a signature',
  late: 'a delay',
  time: 'corrected times',
};

export const fieldRecords: TrackedTable<FieldRecord> = {
  name: 'field_records',
  columns: [
    'visit_id',
    'kind',
    'content',
    'noted_at',
    'clock_off',
    'created_by',
    'created_at',
    'retracted_at',
  ],
  readers: dispatchers,
  writers: dispatchers,
  label: ({ kind }) => labels[kind],
  subjects: ({ visit_id }) => [visit_id],
  // When somebody was there is no matter of the customer's: it stays, without the words.
  erased: ({ kind, content }) => ({ content: kind === 'time' ? { ...content, reason: '' } : {} }),
  refusals: { field_records_pkey: 'This was already recorded. Send new records with a new key.' },
  async settle(write, touched) {
    await tellCrews(write, { visits: touched.map(({ before, after }) => (after ?? before)!.visit_id) });
    // Delays that the customer is to hear of, or that were taken back.
    const delays = touched.flatMap(({ before, after }) => {
      const { kind, content, visit_id } = (after ?? before)!;
      return kind === 'late' && content['tell_customer'] === true ? [visit_id] : [];
    });
    if (delays.length > 0) await followCustomers.run(write, delays, [], []);
  },
};

const AHEAD_MS = 10 * MINUTE_MS;

/** A clock that is a few minutes ahead is believed; one that is days ahead is not, or what it tells would stay the latest for ever. */
export function believed(write: Writer, told: string | undefined, off: number | null = null): string {
  const now = write.at.getTime();
  const moment = told === undefined ? now : Date.parse(told) - (off ?? 0) * 1_000;
  if (Number.isNaN(moment)) throw new Failure('unprocessable', 'That date and time isn’t valid.');
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
  told: NewFieldRecord,
  own?: Own,
): Promise<FieldRecord> {
  const { kind } = told;
  if (kind === 'time') return keepingTimes(write, visit_id, () => insertRecord(write, visit_id, told, own));
  const record = await insertRecord(write, visit_id, told, own);
  if (kind === 'check') await followAnswers(write, visit_id);
  return record;
}

/** Whoever stands at the site of a visit says where that is. */
export async function pinSiteOf(write: Writer, visit: string, { seen, ...pin }: PinReport): Promise<void> {
  const site = await readSiteOf(write.db, visit);
  if (site === undefined) throw new Failure('notFound');
  await pinSite(write, site, pin, seen);
}

async function insertRecord(
  write: Writer,
  visit_id: string,
  { kind, content, noted_at, off_by }: NewFieldRecord,
  own: Own | undefined,
): Promise<FieldRecord> {
  const { assignments } = await visitOf(write.db, visit_id);
  if (kind === 'signature' && !(await isSignatureOf(write.db, visit_id, content.file_id)))
    throw new Failure('unprocessable', 'The signature picture hasn’t arrived. Send it first.');
  const kept =
    kind === 'time'
      ? await correctionOf(write, visit_id, content, own)
      : kind === 'signature'
        ? await withSigned(write, visit_id, content, own)
        : content;
  const clock_off = clockOff(off_by);
  const expected =
    kind === 'late' && expectedIn(content.minutes, await leadMeant(write, visit_id, assignments, own));
  const [record] = await write.insert(fieldRecords, [
    {
      ...(own?.id === undefined ? {} : { id: own.id }),
      visit_id,
      kind,
      content: { ...kept, ...expected },
      noted_at: believed(write, noted_at, clock_off),
      clock_off,
      created_by: write.author.user,
      created_at: write.at.toISOString(),
    },
  ]);
  return record!;
}

/**
 * A signature is kept with what was signed. A phone says what it showed, with the times of whoever holds it. Of a program that does not
 * say it, that is what the report tells when the signature arrives.
 */
async function withSigned(
  write: Writer,
  visit: string,
  { signed, ...content }: Extract<NewFieldRecord, { kind: 'signature' }>['content'],
  own: Own | undefined,
) {
  if (!signed) {
    const now = await reportedNow(write.db, visit, await listRecords(write.db, fieldRecords, visit));
    return { ...content, signed: now.content };
  }
  const teller = (own && (await technicianOf(write.db, write.author.user!))) ?? null;
  const stays = signed.stays.map((stay) =>
    Object.assign({}, stay, { technician_id: stay.technician_id ?? teller }),
  );
  return { ...content, signed: { ...signed, stays } };
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
 * What is written down of a correction: what was measured goes with it, because the bookings carry what counts. Whoever did the work
 * corrects their own times, and what has been; the office those of the crew or of one of it, and whatever it knows.
 */
async function correctionOf(
  write: Writer,
  visit: string,
  { technician_id, ...content }: Extract<NewFieldRecord, { kind: 'time' }>['content'],
  own: Own | undefined,
): Promise<Correction> {
  const { on_site_at, done_at } = content;
  if (done_at !== null && Date.parse(done_at) < Date.parse(on_site_at))
    throw new Failure('unprocessable', 'The end can’t be before the start.');
  const whose = (own ? await technicianOf(write.db, write.author.user!) : technician_id) ?? null;
  if (own) {
    if (Date.parse(done_at ?? on_site_at) > write.at.getTime() + AHEAD_MS)
      throw new Failure(
        'unprocessable',
        'These times are in the future. Enter when you arrived and when you finished.',
      );
    if (!(await hasVisit(write.db, write.author.user!, visit)))
      return { ...content, technician_id: whose, measured: null };
    if (done_at !== null && !isOver((await visitOf(write.db, visit)).state))
      throw new Failure('unprocessable', 'The visit isn’t finished yet. Correct the times once it is.');
  }
  const known = await measuredNow(write.db, visit);
  const measured = known.get(whose ?? '') ?? [...known.values()][0];
  return {
    ...content,
    technician_id: whose,
    measured: { on_site_at: measured?.on_site_at ?? null, done_at: measured?.done_at ?? null },
  };
}

/** What was measured of each of the crew, the lead first. */
async function measuredNow(db: Tx, visit: string): Promise<Map<string, Times>> {
  const { assignments } = await visitOf(db, visit);
  const [records, taps] = [await listRecords(db, fieldRecords, visit), await listTaps(db, visit)];
  return new Map(
    assignments.map((row) => {
      const correction = correctionIn(records, whoseTimes(row.technician_id, assignments, taps, records));
      const known = { ...timesIn(row), ...correction?.measured };
      return [row.technician_id, measuredTimes(row.technician_id, assignments, taps, known)];
    }),
  );
}

function timesIn({ en_route_at, on_site_at, done_at }: Times): Times {
  return { en_route_at, on_site_at, done_at };
}

/**
 * Does something that may change when the crew of a visit was there: a tap, a correction, or taking one back. It is told what was
 * measured of each before. Afterwards the bookings
 * carry what counts for each, and each correction that stands says what was measured.
 */
export async function keepingTimes<T>(
  write: Writer,
  visit: string,
  change: (measured: ReadonlyMap<string, Times>) => Promise<T>,
): Promise<T> {
  await holdCrews(write, [visit]);
  const before = await measuredNow(write.db, visit);
  const result = await change(before);
  const { assignments: crew } = await visitOf(write.db, visit);
  const taps = await listTaps(write.db, visit);
  const unknown: Times = { en_route_at: null, on_site_at: null, done_at: null };
  const measured = new Map(
    crew.map(({ technician_id: id }) => [id, measuredTimes(id, crew, taps, before.get(id) ?? unknown)]),
  );
  await tellMeasured(write, visit, measured);
  const records = await listRecords(write.db, fieldRecords, visit);
  await tellOfCrews(write, [visit], (row) => {
    const correction = correctionIn(records, whoseTimes(row.technician_id, crew, taps, records));
    const { en_route_at, on_site_at, done_at } = countingTimes(measured.get(row.technician_id)!, correction);
    const moment = (at: string | null) => at && rowMoment(new Date(at));
    return { en_route_at: moment(en_route_at), on_site_at: moment(on_site_at), done_at: moment(done_at) };
  });
  return result;
}

/** What is told after a correction is written down with it. */
async function tellMeasured(
  write: Writer,
  visit: string,
  measured: ReadonlyMap<string, Times>,
): Promise<void> {
  const lead = [...measured.values()][0];
  for (const { id, kind, content } of standing(await listRecords(write.db, fieldRecords, visit))) {
    if (kind !== 'time' || !isCorrection(content) || content['measured'] === null) continue;
    const own = measured.get(String(content['technician_id'])) ?? lead;
    const told = { on_site_at: own?.on_site_at ?? null, done_at: own?.done_at ?? null };
    if (JSON.stringify(told) !== JSON.stringify(content['measured']))
      await write.update(fieldRecords, id, { content: { ...content, measured: told } });
  }
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
  const retract = () => write.update(fieldRecords, id, { retracted_at: write.at.toISOString() });
  const retracted =
    record.kind === 'time' ? await keepingTimes(write, record.visit_id, retract) : await retract();
  if (record.kind === 'check') await followAnswers(write, record.visit_id);
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
  if (kind !== 'note') throw new Failure('unprocessable', 'Only notes can be shown to the customer.');
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
    throw new Failure('unprocessable', `The checklist isn’t finished: ${missing.join(', ')}.`);
}

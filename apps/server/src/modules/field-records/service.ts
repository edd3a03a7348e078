import { answersOf, isGiven, missingItems } from '@muster/domain/field-records/rules';
import type { FieldRecord, NamedFieldRecord, NewFieldRecord } from '@muster/domain/field-records/schema';
import { minuteOf, momentText, rowMoment } from '@muster/domain/assignments/rules';
import { minutes, minutesAfter } from '@muster/domain/values/minutes';
import type { VisitRecord } from '@muster/domain/visits/schema';
import { dispatchers } from '../../platform/changes/from-request.ts';
import type { TrackedTable, Writer } from '../../platform/changes/tracked.ts';
import type { Tx } from '../../platform/db/executor.ts';
import { Failure } from '../../platform/http/errors.ts';
import { tellOfCrew } from '../assignments/service.ts';
import { hasVisit } from '../my-visits/service.ts';
import { tellVisit, visitOf } from '../visits/service.ts';
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
};

/** A clock that is a few minutes ahead is believed; one that is days ahead is not, or what it tells would stay the latest for ever. */
const AHEAD_MS = 10 * 60_000;

/**
 * Writes down what was noted at a visit. A fact is never refused for what has become of the visit meanwhile: it was noted, whoever has
 * the visit now.
 */
export async function addRecord(
  write: Writer,
  visit_id: string,
  { kind, content, noted_at }: NewFieldRecord,
): Promise<FieldRecord> {
  const { assignments } = await visitOf(write.db, visit_id);
  const noted = Math.min(
    noted_at === undefined ? write.at.getTime() : Date.parse(noted_at),
    write.at.getTime() + AHEAD_MS,
  );
  if (kind === 'signature' && !(await isSignatureOf(write.db, visit_id, content.file_id)))
    throw new Failure('unprocessable', 'The picture of the signature has not arrived. Send it first.');
  const [record] = await write.insert(fieldRecords, [
    {
      visit_id,
      kind,
      content: { ...content, ...(kind === 'late' && expectedIn(content.minutes, assignments)) },
      noted_at: new Date(noted).toISOString(),
      created_by: write.author.user,
      created_at: write.at.toISOString(),
    },
  ]);
  if (kind === 'time') await correctTimes(write, visit_id, content);
  if (kind === 'check') await followAnswers(write, visit_id);
  return record!;
}

/** When the lead will be there: once the visit is planned for then, or is somebody else's, nobody is late. */
function expectedIn(late: number, [lead]: VisitRecord['assignments']) {
  if (!lead) return {};
  const expected = minutesAfter(minuteOf(lead.starts_at), minutes(late));
  return { expected_at: momentText(expected), technician_id: lead.technician_id };
}

/** The times of whoever is on the visit now; of somebody else's they are a note alone. */
async function correctTimes(
  write: Writer,
  visit: string,
  { on_site_at, done_at }: Extract<NewFieldRecord, { kind: 'time' }>['content'],
): Promise<void> {
  if (Date.parse(done_at) < Date.parse(on_site_at))
    throw new Failure('unprocessable', 'The end is before the beginning.');
  if (write.author.role === 'technician' && !(await hasVisit(write.db, write.author.user!, visit))) return;
  await tellOfCrew(write, visit, () => ({
    on_site_at: rowMoment(new Date(on_site_at)),
    done_at: rowMoment(new Date(done_at)),
  }));
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
  const retracted = await write.update(fieldRecords, id, { retracted_at: write.at.toISOString() });
  if (record.kind === 'check') await followAnswers(write, record.visit_id);
  return retracted;
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
  const missing = missingItems(check_list, await listRecords(db, fieldRecords, visit));
  if (missing.length > 0)
    throw new Failure('unprocessable', `The check list is not finished: ${missing.join(', ')}.`);
}

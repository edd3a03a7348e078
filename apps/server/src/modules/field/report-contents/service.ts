import { timesOnSite, whoseTimes } from '@muster/domain/field/field-records/rules';
import type { FieldRecord } from '@muster/domain/field/field-records/schema';
import {
  contentOf,
  type Difference,
  differencesFrom,
  type Now,
  nothingLeftOut,
} from '@muster/domain/field/report-contents/rules';
import type { ContentChange, ContentPart, LeftOut } from '@muster/domain/field/report-contents/schema';
import { latestSignature, reportedRecords, signedContent } from '@muster/domain/field/reports/rules';
import type { VisitReport } from '@muster/domain/field/reports/schema';
import type { VisitRecord } from '@muster/domain/work/visits/schema';
import type { Tx } from '../../../platform/db/executor.ts';
import { visitOf } from '../../work/visits/service.ts';
import { filesOfVisit } from '../files/service.ts';
import { leftOutOf } from '../report-choices/service.ts';
import { changesAfterRecord, type LoggedChange, readAsked } from './store.ts';

/** What the report of a visit tells now, whether that is over or not. */
export interface Reported extends Now, Pick<VisitReport, 'check_list' | 'notes' | 'parts' | 'signature'> {
  readonly visit: VisitRecord;
  readonly crew: VisitReport['crew'];
  readonly left_out: LeftOut;
}

/** Given all that was noted at the visit. */
export async function reportedNow(db: Tx, id: string, records: readonly FieldRecord[]): Promise<Reported> {
  const visit = await visitOf(db, id);
  const files = await filesOfVisit(db, id);
  const left_out = (await leftOutOf(db, [id])).get(id)!;
  const { description, zone, taps } = await readAsked(db, id);
  const crew = visit.assignments.map(({ technician_id, technician_name: name, is_lead, ...told }) => ({
    id: technician_id,
    name,
    is_lead,
    times: timesOnSite(told, records, whoseTimes(technician_id, visit.assignments, taps, records)),
  }));
  const told = reportedRecords(records, visit.check_list, files);
  // A photo that is still on its way, or being looked at, was taken all the same.
  const photos = files.filter(({ kind, state }) => kind === 'photo' && state !== 'refused');
  const { outcome, outcome_reason } = visit;
  const report = { ...told, outcome, outcome_reason, description, photos };
  const stays = crew.map(({ id: technician_id, times }) => Object.assign({ technician_id }, times));
  const notes = told.notes.map((note) => Object.assign({}, note, { for_customer: true }));
  return {
    ...told,
    visit,
    crew,
    zone,
    left_out,
    content: contentOf(report, stays, left_out),
    whole: contentOf({ ...report, notes }, stays, nothingLeftOut),
  };
}

/** How what is told now differs from what was signed last: what, when and by whom. */
export async function changesSinceSigning(
  db: Tx,
  now: Reported,
  records: readonly FieldRecord[],
): Promise<ContentChange[]> {
  const signature = latestSignature(records);
  const signed = signature && signedContent(signature);
  if (!signature || !signed) return [];
  const differences = differencesFrom(signed, now);
  if (differences.length === 0) return [];
  const log = await changesAfterRecord(db, now.visit.id, signature.id);
  return differences.map((difference) => {
    const { keys: _, ...told } = difference;
    const causes = log.filter((change) => isAbout(difference, change, records));
    // That a photo was looked at is in the log too, and nobody's deed.
    const cause = causes.findLast(({ by }) => by !== '') ?? causes.at(-1);
    return Object.assign(told, { at: cause?.at ?? null, by: cause?.by ?? '' });
  });
}

/** Whether a change made, or may have made, a difference. */
function isAbout(
  { part, how, keys }: Difference,
  { table_name: table, row_id: id, before, after }: LoggedChange,
  records: readonly FieldRecord[],
): boolean {
  const record = table === 'field_records' ? records.find((one) => one.id === id) : undefined;
  const has = (field: string) => (before !== null && field in before) || (after !== null && field in after);
  if (table === 'report_choices') return how === 'left out' || how === 'added';
  const isNamed = (field: 'item' | 'name') => keys.includes(String(record?.content[field]));
  const isOfPart: Record<ContentPart, boolean> = {
    result: table === 'visits' && (has('outcome') || has('outcome_reason')),
    times: record?.kind === 'time' || (table === 'assignments' && (has('on_site_at') || has('done_at'))),
    notes: keys.includes(id),
    photos: keys.includes(id),
    checklist: record?.kind === 'check' ? isNamed('item') : table === 'visits' && has('check_list'),
    parts: record?.kind === 'part' && isNamed('name'),
    // That of a job, and that of signing again: neither is in the log of the visit.
    description: false,
    signature: false,
  };
  return isOfPart[part];
}

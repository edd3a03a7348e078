import { leftOutBy } from '@muster/domain/field/report-contents/rules';
import type { LeftOut } from '@muster/domain/field/report-contents/schema';
import { reportSections } from '@muster/domain/work/settings/schema';
import type { ReportChoice, ReportChoiceEdit } from '@muster/domain/field/reports/schema';
import { dispatchers } from '../../../platform/changes/from-request.ts';
import type { TrackedTable, Writer } from '../../../platform/changes/tracked.ts';
import type { Tx } from '../../../platform/db/executor.ts';
import { Failure } from '../../../platform/http/answers/errors.ts';
import { visitOf } from '../../work/visits/service.ts';
import { isPhotoOf, listChoices, lockChoice, readUsuallyLeftOut } from './store.ts';

export const reportChoices: TrackedTable<ReportChoice> = {
  name: 'report_choices',
  columns: ['visit_id', 'sections', 'photos', 'answers'],
  readers: dispatchers,
  writers: dispatchers,
  label: () => 'what’s on the report',
  subjects: ({ visit_id }) => [visit_id],
  erased: () => ({ answers: [] }),
  refusals: {
    report_choices_account_id_visit_id_key:
      'Someone else has just chosen what’s on this report. Look at it again.',
  },
};

/** What is left out of the reports of these visits. */
export async function leftOutOf(db: Tx, visits: readonly string[]): Promise<Map<string, LeftOut>> {
  const usual = await readUsuallyLeftOut(db);
  const chosen = new Map((await listChoices(db, reportChoices, visits)).map((row) => [row.visit_id, row]));
  return new Map(visits.map((visit) => [visit, leftOutBy(chosen.get(visit), usual)]));
}

/** Puts something on the report of a visit, or leaves it out. Remembered for that visit, and undone like anything else. */
export async function chooseForReport(
  write: Writer,
  visit: string,
  edit: ReportChoiceEdit,
): Promise<LeftOut> {
  await visitOf(write.db, visit);
  await lockChoice(write.db, visit);
  const [known] = await listChoices(write.db, reportChoices, [visit]);
  const fields = await withEdit(write.db, visit, known ?? { sections: {}, photos: [], answers: [] }, edit);
  if (known) await write.update(reportChoices, known.id, fields);
  else await write.insert(reportChoices, [{ visit_id: visit, ...fields }]);
  return (await leftOutOf(write.db, [visit])).get(visit)!;
}

type Chosen = Pick<ReportChoice, 'sections' | 'photos' | 'answers'>;

async function withEdit(
  db: Tx,
  visit: string,
  { sections, photos, answers }: Chosen,
  { what, key, shown }: ReportChoiceEdit,
): Promise<Chosen> {
  const without = (list: readonly string[]) => [
    ...list.filter((one) => one !== key),
    ...(shown ? [] : [key]),
  ];
  if (what === 'answer') return { sections, photos, answers: without(answers) };
  if (what === 'photo') {
    if (!(await isPhotoOf(db, visit, key)))
      throw new Failure('unprocessable', 'This photo isn’t one of the visit’s.');
    return { sections, photos: without(photos), answers };
  }
  const section = reportSections.find((one) => one === key);
  if (section === undefined)
    throw new Failure('unprocessable', `Reports have these sections: ${reportSections.join(', ')}.`);
  return { sections: { ...sections, [section]: shown }, photos, answers };
}

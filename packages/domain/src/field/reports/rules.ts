import {
  answersOf,
  formerAnswers,
  isAnswer,
  isGiven,
  kindOfAnswer,
  standing,
} from '../field-records/rules.ts';
import type { FieldRecord } from '../field-records/schema.ts';
import type { FileRecord } from '../files/schema.ts';
import type { Visit } from '../../work/visits/schema.ts';
import { nothingLeftOut, withoutLeftOut } from '../report-contents/rules.ts';
import type { ReportContent } from '../report-contents/schema.ts';
import type { VisitReport } from './schema.ts';

type Noted = Pick<FieldRecord, 'id' | 'kind' | 'content' | 'noted_at' | 'created_at' | 'retracted_at'>;
type Items = Visit['check_list'];
/** Of the visit, those that are not deleted. */
type Files = readonly Pick<FileRecord, 'id' | 'state'>[];

/** What was noted at a visit, as its report tells it. */
export function reportedRecords(
  records: readonly Noted[],
  items: Items,
  files: Files,
): Pick<VisitReport, 'check_list' | 'notes' | 'parts' | 'signature'> {
  const told = standing(records);
  return {
    check_list: checkList(items, told, files),
    notes: told
      .filter(({ kind, content }) => kind === 'note' && typeof content['text'] === 'string')
      .map(({ id, content, noted_at }) => ({
        id,
        text: String(content['text']),
        noted_at,
        for_customer: content['for_customer'] === true,
      })),
    parts: told
      .filter(({ kind, content }) => kind === 'part' && typeof content['name'] === 'string')
      .map(({ content }) => ({ name: String(content['name']), quantity: Number(content['quantity']) })),
    signature: signatureIn(told),
  };
}

type Answer = VisitReport['check_list'][number];

/**
 * What was ticked at the office has no record of its own, and counts all the same. What was answered before the list was changed comes
 * after its items.
 */
function checkList(items: Items, records: readonly Noted[], files: Files): Answer[] {
  const answers = answersOf(records);
  const told = (kind: Answer['kind'], answer: unknown): Answer['answer'] =>
    isAnswer({ kind }, answer, files) && (answer as boolean | number | string);
  const asked = items.map(({ text, kind = 'tick', done }) => {
    const answer = answers.get(text);
    const isTold = isGiven(answer) && isPlain(answer);
    return { text, kind, answer: isTold ? told(kind, answer) : done || null, is_former: false };
  });
  const former = formerAnswers(items, records)
    .filter(({ content }) => isPlain(content['value']))
    .map(({ content: { item, value } }) => {
      const kind = kindOfAnswer(value);
      return { text: String(item), kind, answer: told(kind, value), is_former: true };
    });
  return [...asked, ...former];
}

function isPlain(answer: unknown): boolean {
  return ['boolean', 'number', 'string'].includes(typeof answer);
}

/** Who signed last has signed for everything. */
export function latestSignature<Row extends Noted>(records: readonly Row[]): Row | undefined {
  return standing(records).findLast(({ kind, content }) => kind === 'signature' && 'name' in content);
}

/** What somebody signed, as they were shown it; of signatures from before that was kept, nothing is known. */
export function signedContent({ content }: Pick<Noted, 'content'>): ReportContent | undefined {
  return content['signed'] as ReportContent | undefined;
}

function signatureIn(records: readonly Noted[]): VisitReport['signature'] {
  const record = latestSignature(records);
  if (!record) return null;
  const { name, file_id, as = '' } = record.content;
  return {
    name: String(name),
    as: String(as),
    signed_at: record.noted_at,
    file_id: typeof file_id === 'string' ? file_id : null,
  };
}

/**
 * What a customer may read: what the office leaves out and notes that nobody has chosen for them stay inside, and so does what was measured
 * before a correction.
 */
export function forCustomer({ left_out, ...report }: VisitReport): VisitReport {
  const { description, ...told } = withoutLeftOut(
    { ...report, description: report.job.description },
    left_out,
  );
  return {
    ...told,
    job: { ...report.job, description },
    left_out: nothingLeftOut,
    crew: report.crew.map((member) =>
      Object.assign({}, member, { times: { ...member.times, measured: null, reason: null } }),
    ),
  };
}

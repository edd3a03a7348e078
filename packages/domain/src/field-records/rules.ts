import type { FileRecord } from '../files/schema.ts';
import type { CheckKind } from '../visits/rules.ts';
import type { Visit } from '../visits/schema.ts';
import type { FieldRecord } from './schema.ts';

type Item = Visit['check_list'][number];
/** A file of the visit that is not deleted. */
type Kept = Pick<FileRecord, 'id' | 'state'>;
type Noted = Pick<FieldRecord, 'kind' | 'content' | 'noted_at' | 'created_at' | 'retracted_at'>;

/** Those that count, in the order in which they were noted; what was noted at one moment, in the order in which it arrived. */
export function standing<Row extends Noted>(records: readonly Row[]): Row[] {
  return records
    .filter(({ retracted_at }) => retracted_at === null)
    .toSorted(
      (a, b) =>
        Date.parse(a.noted_at) - Date.parse(b.noted_at) ||
        Date.parse(a.created_at) - Date.parse(b.created_at),
    );
}

/** What was last answered to each item of a check list. */
export function answersOf(records: readonly Noted[]): Map<string, unknown> {
  const answers = new Map<string, unknown>();
  for (const { kind, content } of standing(records))
    if (kind === 'check') answers.set(String(content['item']), content['value']);
  return answers;
}

/** What was last answered to items that have other words by now, or are gone: whoever answered has seen it all the same. */
export function formerAnswers<Row extends Noted>(
  items: readonly Pick<Item, 'text'>[],
  records: readonly Row[],
): Row[] {
  const here = new Set<unknown>(items.map(({ text }) => text));
  const latest = new Map<unknown, Row>();
  for (const record of standing(records))
    if (record.kind === 'check') latest.set(record.content['item'], record);
  return [...latest.values()].filter(
    ({ content }) => !here.has(content['item']) && isGiven(content['value']),
  );
}

const uuid = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

/** How an item was answered that nobody can ask any more: nobody types the id of a photo. */
export function kindOfAnswer(answer: unknown): CheckKind {
  if (typeof answer === 'string') return uuid.test(answer) ? 'photo' : 'text';
  return typeof answer === 'number' ? 'number' : 'tick';
}

export function isGiven(answer: unknown): boolean {
  return answer !== undefined && answer !== null && answer !== false && answer !== '';
}

/** Whether that answers an item. A photo does as long as it is there: one that was deleted or refused shows nothing. */
export function isAnswer({ kind }: Pick<Item, 'kind'>, answer: unknown, files: readonly Kept[]): boolean {
  if (kind !== 'photo') return isGiven(answer);
  return files.some(({ id, state }) => id === answer && state !== 'refused');
}

/** What has to be answered before the visit can be called complete, and is not. What the office ticked off has no answer, and counts. */
export function missingItems(
  items: readonly Item[],
  records: readonly Noted[],
  files: readonly Kept[],
): string[] {
  const answers = answersOf(records);
  return items
    .filter((item) => {
      const answer = answers.get(item.text);
      const isAnswered = isGiven(answer) ? isAnswer(item, answer, files) : item.done;
      return item.required === true && !isAnswered;
    })
    .map(({ text }) => text);
}

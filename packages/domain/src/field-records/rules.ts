import type { Visit } from '../visits/schema.ts';
import type { FieldRecord } from './schema.ts';

type Item = Visit['check_list'][number];
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

export function isGiven(answer: unknown): boolean {
  return answer !== undefined && answer !== null && answer !== false && answer !== '';
}

/** What has to be answered before the visit can be called complete, and is not. */
export function missingItems(items: readonly Item[], records: readonly Noted[]): string[] {
  const answers = answersOf(records);
  return items
    .filter(({ text, done, required }) => required === true && !done && !isGiven(answers.get(text)))
    .map(({ text }) => text);
}

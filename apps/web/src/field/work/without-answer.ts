import { answersOf } from '@muster/domain/field-records/rules';
import type { OwnVisit } from '@muster/domain/my-visits/schema';
import type { Deed } from '../outbox/entry.ts';

/** What takes back every answer that a file was: what asked for the photo is open again. */
export function withoutAnswer(
  { records }: Pick<OwnVisit, 'records'>,
  file: string,
  noted_at: string,
): Deed[] {
  return [...answersOf(records)]
    .filter(([, answer]) => answer === file)
    .map(([item]) => ({
      kind: 'record',
      record: { kind: 'check', content: { item, value: null }, noted_at },
    }));
}

import type { TextAnswer } from '@muster/domain/messages/text-answers/schema';
import { dispatchers } from '../../../platform/changes/from-request.ts';
import { readRows } from '../../../platform/changes/rows.ts';
import type { TrackedTable, Writer } from '../../../platform/changes/tracked.ts';
import { Failure } from '../../../platform/http/answers/errors.ts';
import { findWriter } from './store.ts';

export const textAnswers: TrackedTable<TextAnswer> = {
  name: 'text_answers',
  columns: ['customer_id', 'done_at', 'done_by'],
  readers: dispatchers,
  writers: dispatchers,
  label: () => 'a text from a customer',
  subjects: ({ customer_id }) => [customer_id],
};

/** Somebody has dealt with what was written: it waits no more. */
export async function settleAnswer(write: Writer, id: string): Promise<TextAnswer> {
  const writer = await findWriter(write.db, id);
  if (!writer) throw new Failure('notFound');
  if ((await readRows(write.db, textAnswers, [id])).length > 0)
    throw new Failure('conflict', 'Someone has already dealt with this text.');
  const done = { id, ...writer, done_at: write.at.toISOString(), done_by: write.author.user };
  const [row] = await write.insert(textAnswers, [done]);
  return row!;
}

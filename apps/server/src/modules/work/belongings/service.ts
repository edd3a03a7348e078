import type { Touched, TrackedRow, Writer } from '../../../platform/changes/tracked.ts';
import { Failure } from '../../../platform/http/answers/errors.ts';
import { hasCustomer, listMergedAway } from './store.ts';

interface Belonging extends TrackedRow {
  readonly customer_id: string;
}

/**
 * Refuses what was given to customers who were merged away: nobody would find it there. Asked where rows settle, because whoever gives
 * something waits for a merge that is under way, and only then sees what became of it.
 */
export async function refuseMergedAway<Row extends Belonging>(
  { db }: Writer,
  touched: readonly Touched<Row>[],
): Promise<void> {
  const given = touched.flatMap(({ before, after }) =>
    after && after.customer_id !== before?.customer_id ? after.customer_id : [],
  );
  const [merged] = await listMergedAway(db, [...new Set(given)]);
  if (merged)
    throw new Failure(
      'conflict',
      `${merged.name} was merged into ${merged.into}. Choose ${merged.into} instead.`,
    );
}

export async function checkCustomer({ db }: Pick<Writer, 'db'>, id: string): Promise<void> {
  if (!(await hasCustomer(db, id))) throw new Failure('notFound');
}

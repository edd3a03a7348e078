import { HOUR_MS } from '@muster/domain/values/minutes';
import { undoProblem } from '@muster/domain/basics/changes/rules';
import type { Change } from '@muster/domain/basics/changes/schema';
import { answer, api } from '../api/api.ts';

/** A working day: what is older, nobody means by pressing a key; it is on the history page. */
const hoursBack = 12;
const mostRead = 50;

/** The number of what this person changed last, where it can still be taken back. */
export async function latestOwn(user: string): Promise<number | undefined> {
  const now = new Date();
  const from = new Date(now.getTime() - hoursBack * HOUR_MS).toISOString();
  const params = { query: { user, from, limit: mostRead } };
  const { rows } = await answer(api.GET('/services/scheduling/api/v1/changes', { params }));
  return latestToUndo(rows, now)?.number;
}

type Row = Pick<Change, 'kind' | 'at' | 'undoes' | 'undone_by'>;

/** The first of them, the latest first, that was not taken back, and is no taking back itself. */
export function latestToUndo<T extends Row>(rows: readonly T[], now: Date): T | undefined {
  return rows.find(
    ({ kind, at, undoes, undone_by }) =>
      undoes === null && undone_by === null && undoProblem({ kind, at: new Date(at) }, now) === undefined,
  );
}

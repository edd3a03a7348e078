import { undoProblem } from '@muster/domain/changes/rules';
import type { Change } from '@muster/domain/changes/schema';
import { answer, api } from './api.ts';

/** A working day: what is older, nobody means by pressing a key; it is on the history page. */
const hoursBack = 12;
const mostRead = 50;

/** What this person changed last, with its name, where it can still be taken back. */
export async function latestOwn(user: string): Promise<{ changes: number[]; what: string } | undefined> {
  const now = new Date();
  const from = new Date(now.getTime() - hoursBack * 3_600_000).toISOString();
  const params = { query: { user, from, limit: mostRead } };
  const { rows } = await answer(api.GET('/services/scheduling/api/v1/changes', { params }));
  const latest = latestToUndo(rows, now);
  return latest && { changes: [latest.number], what: latest.entries[0]?.label ?? latest.kind };
}

type Row = Pick<Change, 'kind' | 'at' | 'undoes' | 'undone_by'>;

/** The first of them, the latest first, that was not taken back, and is no taking back itself. */
export function latestToUndo<T extends Row>(rows: readonly T[], now: Date): T | undefined {
  return rows.find(
    ({ kind, at, undoes, undone_by }) =>
      undoes === null && undone_by === null && undoProblem({ kind, at: new Date(at) }, now) === undefined,
  );
}

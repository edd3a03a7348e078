import type { JobType } from '@muster/domain/work/job-types/schema';
import { sql } from 'kysely';
import { columnsOf } from '../../../platform/changes/rows.ts';
import type { TrackedTable } from '../../../platform/changes/tracked.ts';
import type { Tx } from '../../../platform/db/executor.ts';

/** All of them, by name: nobody has hundreds. */
export async function listJobTypes(db: Tx, table: TrackedTable<JobType>): Promise<JobType[]> {
  const { rows } = await sql<{ row: JobType }>`
    select to_jsonb(r) as row
      from (select ${columnsOf(table)} from job_types order by lower(name), id) r`.execute(db);
  return rows.map(({ row }) => row);
}

import { writeItem } from '@muster/domain/work/job-types/rules';
import { JobType } from '@muster/domain/work/job-types/schema';
import { owners, readersOfWork } from '../../../platform/changes/from-request.ts';
import { columnsIn } from '../../../platform/changes/record.ts';
import { readRows } from '../../../platform/changes/rows.ts';
import type { NewRow, TrackedTable, Writer } from '../../../platform/changes/tracked.ts';
import type { Tx } from '../../../platform/db/executor.ts';
import { Failure } from '../../../platform/http/answers/errors.ts';
import { checkSkills } from '../skills/service.ts';
import { listJobTypes } from './store.ts';

export const jobTypes: TrackedTable<JobType> = {
  name: 'job_types',
  columns: columnsIn('job_types', JobType),
  readers: readersOfWork,
  writers: owners,
  label: ({ name }) => name,
  refusals: {
    job_types_account_id_lower_idx: 'You already have a job type with that name. Choose another name.',
    job_types_fixed_item: 'This item is no longer on the price list. Choose another one.',
    jobs_account_id_job_type_id_fkey: 'Jobs are using this type. Archive it instead.',
  },
};

type Fields = NewRow<JobType>;

export async function addJobType(
  write: Writer,
  fields: Fields & { name: string; duration: number },
): Promise<JobType> {
  const [type] = await write.insert(jobTypes, [await checked(write, fields)]);
  return type!;
}

export async function editJobType(
  write: Writer,
  id: string,
  { version, ...fields }: Fields & { version: number },
): Promise<JobType> {
  return write.update(jobTypes, id, await checked(write, fields), version);
}

/** The types that are offered, by their names in small letters. */
export async function offeredTypes(db: Tx): Promise<Map<string, JobType>> {
  const offered = (await listJobTypes(db, jobTypes)).filter(({ archived_at }) => archived_at === null);
  return new Map(offered.map((type) => [type.name.toLowerCase(), type]));
}

/** What a job of the type begins with. */
export async function jobTypeOf(db: Tx, id: string): Promise<JobType> {
  const [type] = await readRows(db, jobTypes, [id]);
  if (!type) throw new Failure('unprocessable', 'This job type no longer exists. Choose another one.');
  return type;
}

async function checked<T extends Fields>(write: Writer, fields: T): Promise<T> {
  if (fields.skills) await checkSkills(write.db, fields.skills);
  return {
    ...fields,
    ...(fields.name !== undefined && { name: fields.name.trim() }),
    ...(fields.check_list !== undefined && { check_list: fields.check_list.map(writeItem) }),
  };
}

import { jobNumber } from '@muster/domain/work/jobs/rules';
import type { Job } from '@muster/domain/work/jobs/schema';
import { useQueryClient } from '@tanstack/react-query';
import { type JobRecord, jobQuery, type VisitRecord } from '../api.ts';

/** Where the job that is open is kept: a change is shown at once, and what follows from it is read again. */
export function useJobCache({ number }: Pick<Job, 'number'>) {
  const queryClient = useQueryClient();
  const { queryKey } = jobQuery(jobNumber(number));
  const put = (change: (job: JobRecord) => JobRecord) =>
    queryClient.setQueryData<JobRecord>(queryKey, (known) => known && change(known));
  return {
    putJob: (row: Job) => put((job) => ({ ...job, ...row })),
    putVisit: (row: VisitRecord) =>
      put((job) => ({ ...job, visits: job.visits.map((one) => (one.id === row.id ? row : one)) })),
    readAgain: () => void queryClient.invalidateQueries({ queryKey }),
  };
}

import type { Intake } from '@muster/domain/dispatch/intake/schema';
import type { JobRecord } from '@muster/domain/work/jobs/schema';
import type { Writer } from '../../../platform/changes/tracked.ts';
import { holdCrews } from '../../work/assignments/service.ts';
import { placed } from '../../work/jobs/service.ts';
import { openJob, settledJob } from '../../work/visits/service.ts';
import { schedule } from '../scheduling/service.ts';

/** What somebody agreed on the telephone, all of it or nothing: a slot that is gone leaves no half of a job behind. */
export async function takeIn(write: Writer, { booking, ...intake }: Intake): Promise<JobRecord> {
  // Before any row, and before the number of the job, as all who book do.
  if (booking) await holdCrews(write, [], booking.technicians);
  const job = await openJob(write, await placed(write, intake));
  if (booking === undefined) return job;
  const { id, version } = job.visits[0]!;
  await schedule(write, id, { version, ...booking });
  return settledJob(write, job.id);
}

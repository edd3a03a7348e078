import { Stack } from '@mantine/core';
import type { Job } from '@muster/domain/jobs/schema';
import { jobNumber } from '@muster/domain/jobs/rules';
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { DrawerSection } from '../../../lib/kit/drawer/drawer-section.tsx';
import { FormBar } from '../../../lib/kit/form/form-bar.tsx';
import { FormField } from '../../../lib/kit/form/form-field.tsx';
import { FormFrame } from '../../../lib/kit/form/form-frame.tsx';
import { useRecordForm } from '../../../lib/kit/form/use-record-form.ts';
import { useUndo } from '../../../lib/undo.ts';
import { editJob, type JobRecord, jobTypesQuery, type VisitRecord } from '../api.ts';
import { DescriptionField, type JobFields, TypeField, UrgencyFields } from './job-fields.tsx';
import { JobPlace } from './job-place.tsx';
import { useJobCache } from './use-job-cache.ts';
import { Visits } from './visits.tsx';

interface JobDetailProps {
  job: JobRecord;
  /** Of the business. */
  zone: string;
  /** What is known of a visit from the field. */
  renderField: (visit: VisitRecord) => ReactNode;
  files: ReactNode;
}

export function JobDetail({ job, zone, renderField, files }: JobDetailProps) {
  const { tell } = useUndo();
  const cache = useJobCache(job);
  const types = useQuery(jobTypesQuery).data ?? [];
  const { id, version, job_type_id, description, priority, due_on, tags } = job;
  const form = useRecordForm<JobFields, { row: Job; change: number; made: boolean }>({
    place: `job ${id}`,
    row: { id, version, job_type_id, description, priority, due_on, tags },
    send: (changed, { version }, key) => editJob(id, { ...changed, version }, key),
    onSaved({ row, ...saved }) {
      cache.putJob(row);
      tell(`${jobNumber(row.number)} is saved.`, [saved]);
    },
    onNewer: (row: Job) => cache.putJob(row),
  });
  const submit = () => void form.submit();
  const typeName = (id: string | null) => types.find((type) => type.id === id)?.name ?? 'None';
  return (
    <FormFrame label={jobNumber(job.number)} isSaving={form.isSaving} onSubmit={submit}>
      <JobPlace job={job} />
      <DrawerSection title="What is to be done">
        <Stack gap="sm">
          <DescriptionField form={form} />
          <FormField form={form} name="job_type_id" label="Job type" words={typeName}>
            {({ value, set }) => <TypeField types={types} value={value} onChange={set} />}
          </FormField>
        </Stack>
      </DrawerSection>
      <Visits
        job={job}
        type={types.find((type) => type.id === job_type_id)}
        zone={zone}
        renderField={renderField}
      />
      {files}
      <DrawerSection title="Urgency and tags">
        <UrgencyFields form={form} />
      </DrawerSection>
      <FormBar form={form} onSubmit={submit} />
    </FormFrame>
  );
}

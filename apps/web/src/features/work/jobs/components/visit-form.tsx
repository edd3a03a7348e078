import { Stack } from '@mantine/core';
import { visitProblem } from '@muster/domain/work/visits/rules';
import type { Visit } from '@muster/domain/work/visits/schema';
import type { JobType } from '../../../../lib/choices/jobs.ts';
import { FormBar } from '../../../../lib/kit/form/form-bar.tsx';
import { FormFrame } from '../../../../lib/kit/form/form-frame.tsx';
import { useRecordForm } from '../../../../lib/kit/form/use-record-form.ts';
import { useUndo } from '../../../../lib/changes/undo.ts';
import { addVisit, editVisit, type JobRecord, type VisitRecord } from '../api.ts';
import {
  fieldsOfVisit,
  newVisitFields,
  usualOf,
  visitBody,
  type VisitFields,
} from '../model/visit-fields.ts';
import { useJobCache } from './use-job-cache.ts';
import { CrewFields, MoreVisitFields, TimeFields } from './visit-fields.tsx';

interface VisitFormProps {
  job: JobRecord;
  type: JobType | undefined;
  /** Undefined: a new one. */
  visit: VisitRecord | undefined;
  onClose: () => void;
}

export function VisitForm({ job, type, visit, onClose }: VisitFormProps) {
  const { tell } = useUndo();
  const cache = useJobCache(job);
  const form = useRecordForm<VisitFields, { change: number; made: boolean }>({
    place: `visit ${visit?.id ?? `new ${job.id}`}`,
    row: visit ? fieldsOfVisit(visit) : { ...newVisitFields, ...(type && usualOf(type)) },
    async send(changed, { version, duration }, key) {
      const body = visitBody(changed, visit?.check_list ?? []);
      return visit
        ? editVisit(visit.id, { ...body, version }, key)
        : // What the type says is taken from there; without one, what the form shows counts.
          addVisit(job.id, type ? body : { duration, ...body }, key);
    },
    onSaved(saved) {
      tell(visit ? 'Visit saved.' : 'Visit added.', [saved], true);
      cache.readAgain();
      onClose();
    },
    onNewer: () => cache.readAgain(),
    asFields: (newer: Visit) => fieldsOfVisit(newer),
    check({ window, crew, ...rest }) {
      const [window_from, window_to] = [window?.from ?? null, window?.to ?? null];
      const text = visitProblem({ ...rest, window_from, window_to, crew_size: crew.size, crew_skills: [] });
      return text === undefined ? undefined : { text };
    },
  });
  const submit = () => void form.submit();
  return (
    <div className="entries__form">
      <FormFrame
        label={visit ? `Visit ${visit.number}` : 'New visit'}
        isSaving={form.isSaving}
        onSubmit={submit}
        onCancel={() => {
          form.discard();
          onClose();
        }}
      >
        <Stack gap="sm">
          <TimeFields form={form} />
          <CrewFields form={form} />
          <MoreVisitFields form={form} />
        </Stack>
        <FormBar
          form={form}
          onSubmit={submit}
          label={visit ? 'Save' : 'Add visit'}
          always
          onCancel={onClose}
        />
      </FormFrame>
    </div>
  );
}

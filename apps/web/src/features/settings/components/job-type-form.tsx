import { readItem, writeItem } from '@muster/domain/job-types/rules';
import type { JobType } from '@muster/domain/job-types/schema';
import { useQueryClient } from '@tanstack/react-query';
import { filledItems } from '../../../lib/kit/form/check-lines.ts';
import { FormBar } from '../../../lib/kit/form/form-bar.tsx';
import { FormFrame } from '../../../lib/kit/form/form-frame.tsx';
import { useRecordForm } from '../../../lib/kit/form/use-record-form.ts';
import { useUndo } from '../../../lib/undo.ts';
import { addJobType, editJobType, type JobTypeRow, jobTypesQuery } from '../api.ts';
import { type FieldEditors, JobTypeFields, type JobTypeFormFields } from './job-type-fields.tsx';

const blank: JobTypeFormFields = {
  id: 'new',
  version: 0,
  name: '',
  duration: null,
  skills: [],
  crew_size: 1,
  check_list: [],
  colour: 'teal',
};

interface JobTypeFormProps extends FieldEditors {
  jobType: JobTypeRow | undefined;
  onClose: () => void;
}

/** No type without a duration: whoever books a visit of it does not have to think about it. */
export function JobTypeForm({ jobType, onClose, ...editors }: JobTypeFormProps) {
  const queryClient = useQueryClient();
  const { tell } = useUndo();
  const readAgain = () => queryClient.invalidateQueries({ queryKey: jobTypesQuery.queryKey });
  const form = useRecordForm<JobTypeFormFields, { row: JobType; change: number; made: boolean }>({
    place: `job type ${jobType?.id ?? 'new'}`,
    row: jobType ? asFields(jobType) : blank,
    send(changed, { version }, key) {
      const { id: _, version: __, check_list, duration, ...fields } = changed;
      const body = {
        ...fields,
        ...(typeof duration === 'number' && { duration }),
        ...(check_list !== undefined && { check_list: filledItems(check_list).map(writeItem) }),
      };
      return jobType
        ? editJobType(jobType.id, { ...body, version }, key)
        : addJobType({ ...body, name: fields.name ?? '', duration: duration ?? 0 }, key);
    },
    onSaved({ row, ...saved }) {
      tell(jobType ? `${row.name} is saved.` : `${row.name} is a job type now.`, [saved]);
      void readAgain();
      onClose();
    },
    onNewer: () => void readAgain(),
    asFields: (row: JobTypeRow) => asFields(row),
    check({ name, duration }) {
      if (name.trim() === '') return { field: 'name', text: 'A job type needs a name.' };
      return duration === null ? { field: 'duration', text: 'Say how long a visit takes.' } : undefined;
    },
  });
  const submit = () => void form.submit();
  return (
    <FormFrame
      label={jobType?.name ?? 'New job type'}
      isSaving={form.isSaving}
      onSubmit={submit}
      onCancel={onClose}
    >
      <JobTypeFields form={form} {...editors} />
      <FormBar
        form={form}
        onSubmit={submit}
        label={jobType ? 'Save' : 'Add job type'}
        always
        onCancel={onClose}
      />
    </FormFrame>
  );
}

function asFields(jobType: JobTypeRow): JobTypeFormFields {
  const { archived_at: _, check_list, ...row } = jobType;
  return { ...row, check_list: check_list.map(readItem) };
}

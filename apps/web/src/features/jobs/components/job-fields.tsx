import { Group, Stack } from '@mantine/core';
import { SearchSelect } from '../../../lib/kit/form/search-select.tsx';
import { priorities } from '@muster/domain/jobs/rules';
import type { JobRecord as Record } from '@muster/domain/jobs/schema';
import { ChoiceButtons } from '../../../lib/kit/form/choice-buttons.tsx';
import { DayField } from '../../../lib/kit/form/day-field.tsx';
import { FormField } from '../../../lib/kit/form/form-field.tsx';
import { TextField } from '../../../lib/kit/form/text-field.tsx';
import type { RecordForm } from '../../../lib/kit/form/use-record-form.ts';
import { TagsField } from '../../../lib/kit/tags-field.tsx';
import { priorityNames } from '../model/job-search.ts';

/** What the form is about; the rest of a job it does not touch. */
export type JobFields = Pick<
  Record,
  'id' | 'version' | 'job_type_id' | 'description' | 'priority' | 'due_on' | 'tags'
>;

type Form<T> = { form: RecordForm<T> };

interface TypeFieldProps {
  types: readonly { id: string; name: string; archived_at: string | null }[];
  value: string | null;
  onChange: (id: string | null) => void;
}

export function TypeField({ types, value, onChange }: TypeFieldProps) {
  const offered = types.filter(({ id, archived_at }) => archived_at === null || id === value);
  return (
    <SearchSelect
      label="Job type"
      placeholder={offered.length === 0 ? 'There are no job types yet' : 'None'}
      thing="job type"
      clearable
      nothingFoundMessage="No such job type"
      choices={offered.map(({ id, name }) => ({ value: id, label: name }))}
      value={value}
      onChange={onChange}
    />
  );
}

export function DescriptionField<T extends JobFields>(props: Form<T>) {
  const form = props.form as unknown as RecordForm<JobFields>;
  return (
    <TextField
      form={form}
      name="description"
      label="Description"
      placeholder="Kitchen tap drips"
      lines={2}
      most={5_000}
    />
  );
}

export function UrgencyFields<T extends JobFields>(props: Form<T>) {
  const form = props.form as unknown as RecordForm<JobFields>;
  return (
    <Stack gap="sm">
      <FormField form={form} name="priority" label="Priority" words={(it) => priorityNames[it]}>
        {({ value, set }) => (
          <ChoiceButtons
            label="Priority"
            choices={priorities.map((it) => ({ value: it, label: priorityNames[it] }))}
            isChosen={(it) => it === value}
            onChoose={set}
          />
        )}
      </FormField>
      <Group grow align="start" gap="sm">
        <FormField form={form} name="due_on" label="Due" words={(day) => day ?? 'None'}>
          {({ value, set }) => (
            <DayField label="Due" placeholder="No due date" value={value} onChange={set} canClear />
          )}
        </FormField>
        <FormField form={form} name="tags" label="Tags" words={(tags) => tags.join(', ')}>
          {({ value, set }) => <TagsField value={value} most={20} onChange={set} />}
        </FormField>
      </Group>
    </Stack>
  );
}

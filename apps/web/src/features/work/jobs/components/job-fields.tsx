import { Group, Stack } from '@mantine/core';
import { SearchSelect } from '../../../../lib/kit/form/search-select.tsx';
import { jobFields } from '@muster/domain/work/jobs/fields';
import { priorities } from '@muster/domain/work/jobs/rules';
import type { JobRecord as Record } from '@muster/domain/work/jobs/schema';
import { ChoiceButtons } from '../../../../lib/kit/form/choice-buttons.tsx';
import { Field } from '../../../../lib/kit/form/field.tsx';
import type { RecordForm } from '../../../../lib/kit/form/use-record-form.ts';
import { priorityNames } from '../model/job-search.ts';

/** What the form is about; the rest of a job it does not touch. */
export type JobFields = Pick<
  Record,
  'id' | 'version' | 'job_type_id' | 'description' | 'priority' | 'due_on' | 'tags' | 'order_number'
>;

type Form<T> = { form: RecordForm<T> };

interface TypeFieldProps {
  types: readonly { id: string; name: string; archived_at: string | null }[];
  value: string | null;
  /** Whether it follows from the description alone. */
  isGuessed?: boolean;
  onChange: (id: string | null) => void;
}

export function TypeField({ types, value, isGuessed = false, onChange }: TypeFieldProps) {
  const offered = types.filter(({ id, archived_at }) => archived_at === null || id === value);
  return (
    <SearchSelect
      label="Job type"
      placeholder={offered.length === 0 ? 'No job types yet' : 'None'}
      thing="job type"
      {...(isGuessed && { description: 'From the description' })}
      clearable
      nothingFoundMessage="No results"
      choices={offered.map(({ id, name }) => ({ value: id, label: name }))}
      value={value}
      onChange={onChange}
    />
  );
}

export function DescriptionField<T extends JobFields>({ form }: Form<T>) {
  return <Field of={jobFields} form={form} name="description" />;
}

export function UrgencyFields<T extends JobFields>({ form }: Form<T>) {
  return (
    <Stack gap="sm">
      <Field of={jobFields} form={form} name="priority" words={(it) => priorityNames[it]}>
        {({ value, set }) => (
          <ChoiceButtons
            label="Priority"
            choices={priorities.map((it) => ({ value: it, label: priorityNames[it] }))}
            isChosen={(it) => it === value}
            onChoose={set}
          />
        )}
      </Field>
      <Group grow align="start" gap="sm">
        <Field of={jobFields} form={form} name="due_on" />
        <Field of={jobFields} form={form} name="tags" />
      </Group>
      <Field of={jobFields} form={form} name="order_number" />
    </Stack>
  );
}

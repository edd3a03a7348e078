import { Group, NumberInput, Stack, Textarea, TextInput } from '@mantine/core';
import { lengthInWords } from '@muster/domain/values/clock-words';
import type { ReactNode } from 'react';
import { DurationField } from '../../../lib/kit/form/duration-field.tsx';
import { FormField } from '../../../lib/kit/form/form-field.tsx';
import { useFirstFocus } from '../../../lib/kit/form/use-first-focus.ts';
import type { RecordForm } from '../../../lib/kit/form/use-record-form.ts';
import type { JobTypeRow } from '../api.ts';

/** As the form has it: the check list is the text that somebody types. */
export type JobTypeFormFields = Omit<JobTypeRow, 'check_list' | 'archived_at' | 'duration'> & {
  duration: number | null;
  check_list: string;
};

export interface FieldEditors {
  renderSkills: (value: string[], onChange: (skills: string[]) => void) => ReactNode;
  renderColour: (value: JobTypeRow['colour'], onChange: (colour: JobTypeRow['colour']) => void) => ReactNode;
  skillName: (id: string) => string;
}

const mostCrew = 20;

export function JobTypeFields({
  form,
  renderSkills,
  renderColour,
  skillName,
}: { form: RecordForm<JobTypeFormFields> } & FieldEditors) {
  const first = useFirstFocus();
  return (
    <Stack gap="sm">
      <FormField form={form} name="name" label="Name">
        {({ value, set, error }) => (
          <TextInput
            ref={first}
            label="Name of the job type"
            error={error}
            placeholder="Hot water service"
            maxLength={100}
            autoComplete="off"
            value={value}
            onChange={(event) => set(event.target.value)}
          />
        )}
      </FormField>
      <Group grow align="start" gap="sm">
        <FormField form={form} name="duration" label="Duration" words={(at) => lengthInWords(at ?? 0)}>
          {({ value, set, error }) => (
            <DurationField label="A visit takes" value={value} onChange={set} error={error} />
          )}
        </FormField>
        <FormField form={form} name="crew_size" label="People needed">
          {({ value, set }) => (
            <NumberInput
              label="People needed"
              hideControls
              min={1}
              max={mostCrew}
              value={value}
              onChange={(next) => typeof next === 'number' && next >= 1 && set(Math.round(next))}
            />
          )}
        </FormField>
      </Group>
      <FormField form={form} name="skills" label="Skills" words={(ids) => ids.map(skillName).join(', ')}>
        {({ value, set }) => (
          <div>
            <p className="mantine-InputWrapper-label">Skills that everybody on it needs</p>
            {renderSkills(value, set)}
          </div>
        )}
      </FormField>
      <FormField form={form} name="check_list" label="Check list">
        {({ value, set }) => (
          <Textarea
            label="Check list"
            description="One thing on each line. Technicians tick them off at the site."
            autosize
            minRows={3}
            maxRows={12}
            value={value}
            onChange={(event) => set(event.target.value)}
          />
        )}
      </FormField>
      <FormField form={form} name="colour" label="Colour">
        {({ value, set }) => renderColour(value, set)}
      </FormField>
    </Stack>
  );
}

import { Group, NumberInput, Select, Stack, Textarea, TextInput } from '@mantine/core';
import type { ReactNode } from 'react';
import { FormField } from '../../../lib/kit/form/form-field.tsx';
import { useFirstFocus } from '../../../lib/kit/form/use-first-focus.ts';
import type { RecordForm } from '../../../lib/kit/form/use-record-form.ts';
import type { JobTypeRow } from '../api.ts';
import { durationWords } from '../model/check-list.ts';

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

const durations = [15, 30, 45, 60, 90, 120, 180, 240, 360, 480];
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
        <FormField form={form} name="duration" label="Duration" words={(at) => durationWords(at ?? 0)}>
          {({ value, set }) => <DurationField value={value} onChange={set} />}
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

function DurationField(props: { value: number | null; onChange: (minutes: number | null) => void }) {
  const { value, onChange } = props;
  const choices = value === null || durations.includes(value) ? durations : [...durations, value];
  return (
    <Select
      label="A visit takes"
      placeholder="Choose"
      allowDeselect={false}
      data={choices
        .toSorted((a, b) => a - b)
        .map((minutes) => ({ value: String(minutes), label: durationWords(minutes) }))}
      value={value === null ? null : String(value)}
      onChange={(minutes) => onChange(minutes === null ? null : Number(minutes))}
    />
  );
}

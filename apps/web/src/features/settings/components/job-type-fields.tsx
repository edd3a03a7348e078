import { Group, NumberInput, Stack, TextInput } from '@mantine/core';
import type { CheckItem } from '@muster/domain/job-types/rules';
import { lengthInWords } from '@muster/domain/values/clock-words';
import type { ReactNode } from 'react';
import { checkListWords } from '../../../lib/kit/form/check-lines.ts';
import { CheckListField } from '../../../lib/kit/form/check-list-field.tsx';
import { DurationField } from '../../../lib/kit/form/duration-field.tsx';
import { FormField } from '../../../lib/kit/form/form-field.tsx';
import { useFirstFocus } from '../../../lib/kit/form/use-first-focus.ts';
import type { RecordForm } from '../../../lib/kit/form/use-record-form.ts';
import type { JobTypeRow } from '../api.ts';

/** As the form has it: of the check list everything is said. */
export type JobTypeFormFields = Omit<JobTypeRow, 'check_list' | 'archived_at' | 'duration'> & {
  duration: number | null;
  check_list: CheckItem[];
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
      <FormField form={form} name="check_list" label="Check list" words={checkListWords}>
        {({ value, set }) => (
          <CheckListField
            value={value}
            onChange={set}
            description="New visits have this list. Visits that exist keep theirs, and so do their return visits."
          />
        )}
      </FormField>
      <FormField form={form} name="colour" label="Colour">
        {({ value, set }) => renderColour(value, set)}
      </FormField>
    </Stack>
  );
}

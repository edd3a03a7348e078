import { Group, Stack } from '@mantine/core';
import { technicianFields } from '@muster/domain/work/technicians/fields';
import { Field } from '../../../../lib/kit/form/field.tsx';
import { FormField } from '../../../../lib/kit/form/form-field.tsx';
import { useFirstFocus } from '../../../../lib/kit/form/use-first-focus.ts';
import type { RecordForm } from '../../../../lib/kit/form/use-record-form.ts';
import { SuburbField } from '../../../../lib/kit/choices/suburb-field.tsx';
import type { TechnicianRecord } from '../api.ts';
import { weekWords } from '../model/week.ts';
import { ColourField } from './colour-field.tsx';
import { SkillField } from './skill-field.tsx';
import { useSkills } from '../../../../lib/kit/choices/use-skills.ts';
import { WeekEditor } from './week-editor.tsx';

/** What the form is about; the rest of a technician's record it does not touch. */
export type FormFields = Omit<
  TechnicianRecord,
  'user_id' | 'tickets' | 'absences' | 'created_at' | 'is_sample' | 'archived_at'
>;
type TechnicianForm = RecordForm<FormFields>;

/** Somebody new has the colour that the fewest have; it can be changed once they are there. */
export function ContactFields({ form }: { form: TechnicianForm }) {
  const isNew = form.row.version === 0;
  const first = useFirstFocus(isNew);
  return (
    <Stack gap="sm">
      <Field of={technicianFields} form={form} name="name" inputRef={first} />
      <Group grow align="start" gap="sm">
        <Field of={technicianFields} form={form} name="phone" />
        <Field of={technicianFields} form={form} name="email" />
      </Group>
      {!isNew && (
        <Field of={technicianFields} form={form} name="colour">
          {({ value, set }) => <ColourField value={value} onChange={set} />}
        </Field>
      )}
    </Stack>
  );
}

export function SkillFields({ form, canAdd }: { form: TechnicianForm; canAdd: boolean }) {
  const { nameOf } = useSkills();
  return (
    <Field of={technicianFields} form={form} name="skills" words={(ids) => ids.map(nameOf).join(', ')}>
      {({ value, set }) => <SkillField value={value} onChange={set} canAdd={canAdd} />}
    </Field>
  );
}

export function HoursFields({ form }: { form: TechnicianForm }) {
  return (
    <FormField form={form} name="working_week" label="Working hours" words={weekWords}>
      {({ value, set }) => <WeekEditor value={value} onChange={set} />}
    </FormField>
  );
}

export function BaseFields({ form }: { form: TechnicianForm }) {
  return (
    <Stack gap="sm">
      <FormField
        form={form}
        name="base_suburb_id"
        label="Base"
        words={(id) => (id === form.row.base_suburb_id ? (form.row.base_suburb ?? '') : 'Another suburb')}
      >
        {({ value, set }) => (
          <SuburbField
            label="Where their day starts and ends"
            value={value}
            name={form.row.base_suburb}
            onChange={(suburb) => set(suburb?.id ?? null)}
          />
        )}
      </FormField>
      <Field of={technicianFields} form={form} name="note" />
    </Stack>
  );
}

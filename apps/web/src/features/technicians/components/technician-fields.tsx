import { Group, Stack, Textarea, TextInput } from '@mantine/core';
import type { ReactNode } from 'react';
import { DrawerSection } from '../../../lib/kit/drawer/drawer-section.tsx';
import { FormField } from '../../../lib/kit/form/form-field.tsx';
import { useFirstFocus } from '../../../lib/kit/form/use-first-focus.ts';
import type { RecordForm } from '../../../lib/kit/form/use-record-form.ts';
import { SuburbField } from '../../../lib/kit/suburb-field.tsx';
import type { TechnicianRecord } from '../api.ts';
import { weekWords } from '../model/week.ts';
import { ColourField } from './colour-field.tsx';
import { SkillField } from './skill-field.tsx';
import { useSkills } from '../../../lib/kit/use-skills.ts';
import { WeekEditor } from './week-editor.tsx';

/** What the form is about; the rest of a technician's record it does not touch. */
export type FormFields = Omit<
  TechnicianRecord,
  'user_id' | 'tickets' | 'absences' | 'created_at' | 'is_sample' | 'archived_at'
>;
type TechnicianForm = RecordForm<FormFields>;

function ContactFields({ form }: { form: TechnicianForm }) {
  const first = useFirstFocus(form.row.version === 0);
  return (
    <DrawerSection title="Contact">
      <Stack gap="sm">
        <FormField form={form} name="name" label="Name">
          {({ value, set, error }) => (
            <TextInput
              label="Name"
              error={error}
              ref={first}
              required
              withAsterisk={false}
              maxLength={200}
              autoComplete="off"
              value={value}
              onChange={(event) => set(event.target.value)}
            />
          )}
        </FormField>
        <Group grow align="start" gap="sm">
          <FormField form={form} name="phone" label="Phone">
            {({ value, set }) => (
              <TextInput
                label="Phone"
                type="tel"
                maxLength={40}
                autoComplete="off"
                value={value}
                onChange={(event) => set(event.target.value)}
              />
            )}
          </FormField>
          <FormField form={form} name="email" label="Email">
            {({ value, set }) => (
              <TextInput
                label="Email"
                type="email"
                maxLength={254}
                autoComplete="off"
                value={value}
                onChange={(event) => set(event.target.value)}
              />
            )}
          </FormField>
        </Group>
        <FormField form={form} name="colour" label="Colour">
          {({ value, set }) => <ColourField value={value} onChange={set} />}
        </FormField>
      </Stack>
    </DrawerSection>
  );
}

function SkillFields({ form, canAdd }: { form: TechnicianForm; canAdd: boolean }) {
  const { nameOf } = useSkills();
  return (
    <DrawerSection title="Skills">
      <FormField form={form} name="skills" label="Skills" words={(ids) => ids.map(nameOf).join(', ')}>
        {({ value, set }) => <SkillField value={value} onChange={set} canAdd={canAdd} />}
      </FormField>
    </DrawerSection>
  );
}

function HoursFields({ form }: { form: TechnicianForm }) {
  return (
    <DrawerSection title="Working hours">
      <FormField form={form} name="working_week" label="Working hours" words={weekWords}>
        {({ value, set }) => <WeekEditor value={value} onChange={set} />}
      </FormField>
    </DrawerSection>
  );
}

function BaseFields({ form }: { form: TechnicianForm }) {
  return (
    <DrawerSection title="Base and notes">
      <Stack gap="sm">
        <FormField
          form={form}
          name="base_suburb_id"
          label="Base"
          words={(id) => (id === form.row.base_suburb_id ? (form.row.base_suburb ?? '') : 'Another suburb')}
        >
          {({ value, set }) => (
            <SuburbField
              label="Where the day begins and ends"
              value={value}
              name={form.row.base_suburb}
              onChange={(suburb) => set(suburb?.id ?? null)}
            />
          )}
        </FormField>
        <FormField form={form} name="note" label="Note">
          {({ value, set }) => (
            <Textarea
              label="Note"
              autosize
              minRows={2}
              maxRows={10}
              maxLength={5_000}
              value={value}
              onChange={(event) => set(event.target.value)}
            />
          )}
        </FormField>
      </Stack>
    </DrawerSection>
  );
}

/** The fields in their order; what is a list of its own stands between them. */
export function TechnicianFields(props: {
  form: TechnicianForm;
  canAddSkills: boolean;
  tickets?: ReactNode;
  absences?: ReactNode;
}) {
  const { form, canAddSkills, tickets, absences } = props;
  return (
    <>
      <ContactFields form={form} />
      <SkillFields form={form} canAdd={canAddSkills} />
      {tickets}
      <HoursFields form={form} />
      {absences}
      <BaseFields form={form} />
    </>
  );
}

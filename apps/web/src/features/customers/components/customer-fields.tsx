import { Group, Stack, Switch, Text } from '@mantine/core';
import type { RefObject } from 'react';
import { DrawerSection } from '../../../lib/kit/drawer/drawer-section.tsx';
import { FormField } from '../../../lib/kit/form/form-field.tsx';
import { TextField } from '../../../lib/kit/form/text-field.tsx';
import type { RecordForm } from '../../../lib/kit/form/use-record-form.ts';
import { TagsField } from '../../../lib/kit/tags-field.tsx';
import { abnProblem } from '../model/customer-problem.ts';
import { Duplicates } from './duplicates.tsx';

/** What the form is about. The ABN is text here, with the spaces that people write. */
export interface CustomerFields {
  id: string;
  version: number;
  name: string;
  phone: string;
  email: string;
  tell_by_mail: boolean;
  abn: string;
  tags: string[];
  note: string;
}

interface ContactFieldsProps<T> {
  form: RecordForm<T>;
  /** Where the customer is, as far as it is known: the same name elsewhere is somebody else. */
  suburb: number | null;
  first?: RefObject<HTMLInputElement | null>;
}

export function ContactFields<T extends CustomerFields>({ suburb, first, ...props }: ContactFieldsProps<T>) {
  const form = props.form as unknown as RecordForm<CustomerFields>;
  const { id, name, phone, email } = form.values;
  const isNew = form.row.version === 0;
  // Whoever is known already is looked at only when what they are known by is changed.
  const isTouched = isNew || name !== form.row.name || phone !== form.row.phone || email !== form.row.email;
  return (
    <DrawerSection title="Contact data">
      <Stack gap="sm">
        <TextField form={form} name="name" label="Name" most={200} {...(first && { inputRef: first })} />
        <Group grow align="start" gap="sm">
          <TextField form={form} name="phone" label="Phone" type="tel" most={40} />
          <TextField form={form} name="email" label="Email" type="email" most={254} />
        </Group>
        <FormField
          form={form}
          name="tell_by_mail"
          label="Tell by mail"
          words={(isTold) => (isTold ? 'Yes' : 'No')}
        >
          {({ value, set }) => (
            <Switch
              label="Tell by mail about visits"
              checked={value}
              onChange={(event) => set(event.target.checked)}
            />
          )}
        </FormField>
        {isTouched && (
          <Duplicates
            typed={{
              ...(name.trim() && { name: name.trim() }),
              ...(phone.trim() && { phone: phone.trim() }),
              ...(email.trim() && { email: email.trim() }),
              ...(suburb !== null && { suburb_id: suburb }),
              ...(!isNew && { except: id }),
            }}
          />
        )}
      </Stack>
    </DrawerSection>
  );
}

export function MoreFields<T extends CustomerFields>(props: { form: RecordForm<T> }) {
  const form = props.form as unknown as RecordForm<CustomerFields>;
  const problem = abnProblem(form.values.abn);
  return (
    <DrawerSection title="Business and note">
      <Stack gap="sm">
        <TextField
          form={form}
          name="abn"
          label="ABN"
          placeholder="51 824 753 556"
          most={20}
          error={problem}
          description={
            problem === undefined &&
            form.values.abn.trim() !== '' && (
              <Text span size="xs" c="ok">
                The check digits are right.
              </Text>
            )
          }
        />
        <FormField form={form} name="tags" label="Tags" words={(tags) => tags.join(', ')}>
          {({ value, set }) => <TagsField value={value} most={50} onChange={set} />}
        </FormField>
        <TextField form={form} name="note" label="Note" lines={2} most={5_000} />
      </Stack>
    </DrawerSection>
  );
}

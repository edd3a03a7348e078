import { Group, Select, Stack, Text } from '@mantine/core';
import type { TypedOf } from '@muster/domain/values/fields';
import { toldBys } from '@muster/domain/work/contacts/ways';
import { customerFields } from '@muster/domain/work/customers/fields';
import type { RefObject } from 'react';
import { KnownCustomers } from '../../../../lib/kit/choices/known-customers.tsx';
import type { Versioned } from '../../../../lib/changes/own-versions.ts';
import { Field } from '../../../../lib/kit/form/field.tsx';
import type { RecordForm } from '../../../../lib/kit/form/use-record-form.ts';
import { toldByWords } from '../model/updates.ts';
import { abnProblem } from '../model/customer-problem.ts';

/** What the form is about. The ABN is text here, with the spaces that people write. */
export type CustomerFields = TypedOf<typeof customerFields> & Versioned;

interface ContactFieldsProps<T> {
  form: RecordForm<T>;
  /** Where the customer is, as far as it is known: the same name elsewhere is somebody else. */
  suburb: number | null;
  first?: RefObject<HTMLInputElement | null>;
}

export function ContactFields<T extends CustomerFields>({ form, suburb, first }: ContactFieldsProps<T>) {
  const { id, name, phone, email } = form.values;
  const isNew = form.row.version === 0;
  // Whoever is known already is looked at only when what they are known by is changed.
  const isTouched = isNew || name !== form.row.name || phone !== form.row.phone || email !== form.row.email;
  return (
    <Stack gap="sm">
      <Field of={customerFields} form={form} name="name" inputRef={first} />
      <Group grow align="start" gap="sm">
        <Field of={customerFields} form={form} name="phone" />
        <Field of={customerFields} form={form} name="email" />
      </Group>
      <Field of={customerFields} form={form} name="tell_by_mail" />
      {form.values.tell_by_mail && (
        <Field of={customerFields} form={form} name="told_by" words={(by) => toldByWords[by]}>
          {({ value, set }) => (
            <Select
              label="Visit updates by"
              allowDeselect={false}
              data={toldBys.map((by) => ({ value: by, label: toldByWords[by] }))}
              value={value}
              onChange={(by) => by !== null && set(by)}
            />
          )}
        </Field>
      )}
      {isTouched && (
        <KnownCustomers
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
  );
}

/** What is read and edited below, a line each. */
export const moreFields = ['abn', 'tags', 'note'] as const;

export function MoreFields<T extends CustomerFields>({ form }: { form: RecordForm<T> }) {
  return (
    <Stack gap="sm">
      {moreFields.map((name) => (
        <Field
          key={name}
          of={customerFields}
          form={form}
          name={name}
          {...(name === 'abn' && checkOf(form.values.abn))}
        />
      ))}
    </Stack>
  );
}

/** An ABN is checked while it is typed. */
function checkOf(abn: string) {
  const error = abnProblem(abn);
  const isRight = error === undefined && abn.trim() !== '';
  const description = isRight && (
    <Text span size="xs" c="ok">
      The digits add up.
    </Text>
  );
  return { error, description };
}

import { Select, Switch } from '@mantine/core';
import type { Field as FieldOf, Fields, TypedOf } from '@muster/domain/values/fields';
import { centsInWords } from '@muster/domain/values/cents';
import { lengthInWords } from '@muster/domain/values/clock-words';
import type { ComponentProps, ReactNode, Ref } from 'react';
import { TagsField } from '../choices/tags-field.tsx';
import { DayField } from './day-field.tsx';
import { DurationField } from './duration-field.tsx';
import { FormField } from './form-field.tsx';
import { MoneyField } from './money-field.tsx';
import { TextField } from './text-field.tsx';
import type { RecordForm } from './use-record-form.ts';

interface FieldProps<F extends Fields, Name extends keyof F & string, T extends Pick<TypedOf<F>, Name>> {
  /** The fields of the record: what this one is called, and what it may hold. */
  of: F;
  form: RecordForm<T>;
  name: Name;
  inputRef?: Ref<HTMLInputElement> | undefined;
  /** Of what may be longer than one line: how many there are at first. */
  lines?: number;
  description?: ReactNode;
  error?: ReactNode;
  /** A value in words, where both sides of a clash are shown. */
  words?: (value: T[Name]) => string;
  /** How it is drawn, where its kind does not say. */
  children?: ComponentProps<typeof FormField<T, Name>>['children'];
}

/** One field of a record in a form: its line in the table of fields says how it is drawn. */
export function Field<F extends Fields, Name extends keyof F & string, T extends Pick<TypedOf<F>, Name>>(
  props: FieldProps<F, Name, T>,
) {
  const { of, name, words, children, ...more } = props;
  const field = of[name]!;
  const { label } = field;
  if (children)
    return (
      <FormField form={props.form} name={name} label={label} {...(words && { words })}>
        {children}
      </FormField>
    );
  const form = props.form as unknown as RecordForm<Record<string, never>>;
  return <Drawn {...more} field={field} form={form} name={name} />;
}

interface DrawnProps extends Pick<
  FieldProps<Fields, string, Record<string, unknown>>,
  'inputRef' | 'lines' | 'description' | 'error'
> {
  field: FieldOf;
  form: RecordForm<Record<string, never>>;
  name: string;
}

function Drawn({ field, form, name, inputRef, lines = 2, description, error }: DrawnProps) {
  const { kind, label, placeholder, schema, needed, words: names } = field;
  if (kind === 'flag')
    return (
      <FormField
        form={form as unknown as RecordForm<Record<string, boolean>>}
        name={name}
        label={label}
        words={(isSet) => (isSet ? 'Yes' : 'No')}
      >
        {({ value, set }) => (
          <Switch label={label} checked={value} onChange={(event) => set(event.target.checked)} />
        )}
      </FormField>
    );
  if (kind === 'texts')
    return (
      <FormField
        form={form as unknown as RecordForm<Record<string, string[]>>}
        name={name}
        label={label}
        words={(texts) => texts.join(', ')}
      >
        {({ value, set }) => <TagsField value={value} most={Number(schema['maxItems'])} onChange={set} />}
      </FormField>
    );
  if (kind === 'day')
    return (
      <FormField
        form={form as unknown as RecordForm<Record<string, string | null>>}
        name={name}
        label={label}
        words={(day) => day ?? 'None'}
      >
        {({ value, set }) => (
          <DayField
            label={label}
            value={value}
            onChange={set}
            canClear
            {...(placeholder && { placeholder })}
          />
        )}
      </FormField>
    );
  if (kind === 'choice')
    return (
      <FormField
        form={form as unknown as RecordForm<Record<string, string>>}
        name={name}
        label={label}
        words={(value) => names?.[value] ?? value}
      >
        {({ value, set }) => (
          <Select
            label={label}
            allowDeselect={false}
            data={(schema['enum'] as string[]).map((value) => ({ value, label: names?.[value] ?? value }))}
            value={value}
            onChange={(chosen) => chosen !== null && set(chosen)}
          />
        )}
      </FormField>
    );
  if (kind === 'money')
    return (
      <FormField
        form={form as unknown as RecordForm<Record<string, number | null>>}
        name={name}
        label={label}
        words={(cents) => (cents === null ? 'None' : centsInWords(cents))}
      >
        {({ value, set }) => (
          <MoneyField label={label} value={value} onChange={set} description={description} />
        )}
      </FormField>
    );
  if (kind === 'minutes')
    return (
      <FormField
        form={form as unknown as RecordForm<Record<string, number | null>>}
        name={name}
        label={label}
        words={(minutes) => (minutes === null ? 'None' : lengthInWords(minutes))}
      >
        {({ value, set }) => (
          <DurationField label={label} value={value} onChange={set} onClear={() => set(null)} />
        )}
      </FormField>
    );
  if (kind === 'other') throw new Error(`How “${label}” is drawn has to be said.`);
  return (
    <TextField
      form={form as unknown as RecordForm<Record<string, string>>}
      name={name}
      label={label}
      most={Number(schema['maxLength'])}
      type={kind === 'phone' ? 'tel' : kind === 'email' ? 'email' : 'text'}
      isNeeded={needed !== undefined}
      {...(kind === 'lines' && { lines })}
      {...(placeholder !== undefined && { placeholder })}
      {...(inputRef !== undefined && { inputRef })}
      {...(description !== undefined && { description })}
      {...(error !== undefined && { error })}
    />
  );
}

import { Textarea, TextInput } from '@mantine/core';
import type { ReactNode, Ref } from 'react';
import { FormField } from './form-field.tsx';
import type { RecordForm } from './use-record-form.ts';

/** The fields of a record that hold text. */
type TextNames<T> = { [K in keyof T & string]: T[K] extends string ? K : never }[keyof T & string];

interface TextFieldProps<T> {
  form: RecordForm<T>;
  name: TextNames<T>;
  label: string;
  most: number;
  type?: 'text' | 'tel' | 'email';
  isNeeded?: boolean;
  placeholder?: string;
  /** Lines at first: for what may be longer than one. */
  lines?: number;
  description?: ReactNode;
  error?: ReactNode;
  inputRef?: Ref<HTMLInputElement>;
}

/** A field of a form that holds a line of text, or several. */
export function TextField<T>(props: TextFieldProps<T>) {
  const {
    name,
    label,
    most,
    type,
    isNeeded = false,
    placeholder,
    lines,
    description,
    error,
    inputRef,
  } = props;
  const form = props.form as unknown as RecordForm<Record<string, string>>;
  return (
    <FormField form={form} name={name} label={label}>
      {({ value, set, error: refused }) => {
        const shared = { label, placeholder, description, error: error ?? refused, maxLength: most, value };
        return lines === undefined ? (
          <TextInput
            {...shared}
            type={type ?? 'text'}
            required={isNeeded}
            withAsterisk={false}
            autoComplete="off"
            ref={inputRef}
            onChange={(event) => set(event.target.value)}
          />
        ) : (
          <Textarea
            {...shared}
            autosize
            minRows={lines}
            maxRows={10}
            onChange={(event) => set(event.target.value)}
          />
        );
      }}
    </FormField>
  );
}

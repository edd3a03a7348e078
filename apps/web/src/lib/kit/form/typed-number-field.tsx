import { TextInput } from '@mantine/core';
import type { ReactNode, Ref } from 'react';
import { useTyped } from './use-typed.ts';

interface TypedNumberFieldProps {
  label: string;
  /** In a row of a list: the label is read out and takes no room. */
  isBare?: boolean;
  value: number | null;
  /** What was typed as a number, or undefined where it is none. */
  read: (text: string) => number | undefined;
  show: (value: number) => string;
  /** What to say of what was typed and is no such number. */
  wrong: (text: string) => string;
  onChange: (value: number | null) => void;
  placeholder?: string;
  description?: ReactNode;
  leftSection?: ReactNode;
  rightSection?: ReactNode;
  error?: ReactNode;
  inputRef?: Ref<HTMLInputElement> | undefined;
}

/** A number, typed as people write it. What is none stays to be corrected, and the field says so. */
export function TypedNumberField(props: TypedNumberFieldProps) {
  const { label, isBare = false, value, read, show, wrong, onChange, error, inputRef, ...field } = props;
  const typed = useTyped((text) => (read(text) === undefined ? wrong(text) : undefined));

  function type(next: string) {
    typed.type(next);
    const found = read(next);
    if (next.trim() === '') onChange(null);
    else if (found !== undefined) onChange(found);
  }

  return (
    <TextInput
      {...(isBare ? { 'aria-label': label } : { label })}
      {...field}
      ref={inputRef}
      inputMode="decimal"
      autoComplete="off"
      {...typed.field}
      value={typed.text ?? (value === null ? '' : show(value))}
      error={typed.error ?? error}
      onFocus={(event) => event.target.select()}
      onChange={(event) => type(event.target.value)}
    />
  );
}

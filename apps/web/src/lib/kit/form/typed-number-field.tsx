import { TextInput } from '@mantine/core';
import { type ReactNode, type Ref, useState } from 'react';

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
  /** What is being typed; undefined while nobody does, and then the field shows the number. */
  const [text, setText] = useState<string>();
  /** Whether whoever typed it is done with it. */
  const [isLeft, setLeft] = useState(false);
  const isWrong = text !== undefined && text.trim() !== '' && read(text) === undefined;

  function type(next: string) {
    setText(next);
    setLeft(false);
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
      data-unread={isWrong || undefined}
      value={text ?? (value === null ? '' : show(value))}
      error={isWrong ? (isLeft ? wrong(text.trim()) : true) : error}
      onFocus={(event) => event.target.select()}
      onChange={(event) => type(event.target.value)}
      onKeyDown={({ key }) => key === 'Enter' && setLeft(true)}
      onBlur={() => (isWrong ? setLeft(true) : setText(undefined))}
    />
  );
}

import { useState, type InputEvent } from 'react';
import { Field, type FieldProps } from './field.tsx';

/** What no number is written with. */
const foreign = /[^\d\s.,+-]/g;
const onlyDigits = 'Only digits go in here.';

/**
 * A number, as text: where the browser's own number field meets a letter it lets it in or empties itself. Here what is no
 * part of a number is refused, and everything else stays as it was typed. Whether it is a good number is the rule's to say.
 */
export function NumberField({ hint, error, onInput, ...props }: Omit<FieldProps, 'type'>) {
  const [hasRefused, setRefused] = useState(false);

  function change(event: InputEvent<HTMLInputElement>) {
    setRefused(refuse(event.currentTarget));
    onInput?.(event);
  }

  return (
    <Field
      inputMode="numeric"
      autoComplete="off"
      {...props}
      hint={hasRefused ? onlyDigits : hint}
      error={hasRefused ? onlyDigits : error}
      onInput={change}
    />
  );
}

/** Whether there was something to refuse. The caret stays where it was between the characters that are left. */
function refuse(field: HTMLInputElement): boolean {
  const { value, selectionStart } = field;
  const left = value.slice(0, selectionStart ?? value.length).replaceAll(foreign, '');
  const text = value.replaceAll(foreign, '');
  if (text === value) return false;
  field.value = text;
  field.setSelectionRange(left.length, left.length);
  return true;
}

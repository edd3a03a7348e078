import type { ComponentProps, TextareaHTMLAttributes } from 'react';
import { FieldFrame, splitField, type FieldText } from './field-frame.tsx';

export type FieldProps = FieldText & ComponentProps<'input'>;

/** A one-line input with its label, its state and the words that go with it. */
export function Field(props: FieldProps) {
  const { frame, control } = splitField(props);
  return <FieldFrame {...frame}>{(given) => <input {...control} {...given} />}</FieldFrame>;
}

export type TextAreaFieldProps = FieldText & TextareaHTMLAttributes<HTMLTextAreaElement>;

export function TextAreaField(props: TextAreaFieldProps) {
  const { frame, control } = splitField(props);
  return <FieldFrame {...frame}>{(given) => <textarea rows={4} {...control} {...given} />}</FieldFrame>;
}

import { Textarea, TextInput } from '@mantine/core';
import type { ReactNode } from 'react';
import { FormField } from '../../../../lib/kit/form/form-field.tsx';
import type { RecordForm } from '../../../../lib/kit/form/use-record-form.ts';
import type { DraftValues } from './use-draft.ts';
import './draft-editor.css';

/** What is not for this page to change: whom it is for, what it credits. */
export function DraftFact({ label, children }: { label: string; children: ReactNode }) {
  return (
    <div className="draft__customer">
      <span className="draft__label">{label}</span>
      <span className="draft__name">{children}</span>
    </div>
  );
}

interface DraftTextProps {
  form: RecordForm<DraftValues>;
  name: 'title' | 'order_number';
  label: string;
  placeholder?: string;
  most: number;
}

/** A line of words. */
export function DraftText({ form, name, label, placeholder, most }: DraftTextProps) {
  return (
    <FormField form={form} name={name} label={label}>
      {({ value, set }) => (
        <TextInput
          label={label}
          placeholder={placeholder}
          autoComplete="off"
          maxLength={most}
          value={value}
          onChange={({ target }) => set(target.value)}
        />
      )}
    </FormField>
  );
}

interface DraftNoteProps {
  form: RecordForm<DraftValues>;
  label: string;
  placeholder: string;
}

/** What stands at the foot of the paper. */
export function DraftNote({ form, label, placeholder }: DraftNoteProps) {
  return (
    <FormField form={form} name="note" label={label}>
      {({ value, set }) => (
        <Textarea
          label={label}
          placeholder={placeholder}
          autosize
          minRows={2}
          maxRows={10}
          maxLength={2_000}
          value={value}
          onChange={({ target }) => set(target.value)}
        />
      )}
    </FormField>
  );
}

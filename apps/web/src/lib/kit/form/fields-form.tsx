import { Stack } from '@mantine/core';
import {
  blanksOf,
  type Fields,
  problemIn,
  type TypedOf,
  typedOf,
  type ValuesOf,
} from '@muster/domain/values/fields';
import type { ReactNode } from 'react';
import type { Versioned } from '../../changes/own-versions.ts';
import { type Outcome, useUndo } from '../../changes/undo.ts';
import { FormBar } from './form-bar.tsx';
import { FormFrame } from './form-frame.tsx';
import type { Wrong } from './form-input.ts';
import { type RecordForm, useRecordForm } from './use-record-form.ts';

type FormOf<F extends Fields> = TypedOf<F> & Versioned;

interface FieldsFormOptions<F extends Fields, Row> {
  /** Where the tab keeps what is typed: a name that no other form has. */
  place: string;
  fields: F;
  /** Undefined: a new one, with everything blank. */
  row: Row | undefined;
  /** Sends what was typed: all of a new record, what changed of one that is there. */
  send: (said: Partial<TypedOf<F>>, version: number, key: string) => Promise<Outcome & { row: Row }>;
  /** What to say when it is done. */
  done: (row: Row) => string;
  onSaved: (row: Row) => void;
  /** A colleague was faster: this is what the record has become. */
  onNewer?: (row: Row) => void;
  /** What is wrong with it, where the fields do not say that themselves. */
  check?: (values: FormOf<F>) => Wrong<FormOf<F>> | undefined;
}

/** A form over the fields of a record, new or known: what it begins with, what it checks and what it sends follow from them. */
export function useFieldsForm<F extends Fields, Row extends ValuesOf<F> & Versioned>(
  options: FieldsFormOptions<F, Row>,
): RecordForm<FormOf<F>> {
  const { place, fields, row, send, done, onSaved, onNewer, check } = options;
  const { tell } = useUndo();
  const asFields = (row: ValuesOf<F> & Versioned): FormOf<F> => ({
    ...typedOf(fields, row),
    id: row.id,
    version: row.version,
  });
  return useRecordForm<FormOf<F>, Outcome & { row: Row }>({
    place,
    row: asFields(row ?? { ...blanksOf(fields), id: 'new', version: 0 }),
    send: (said, { version }, key) => send(said, version, key),
    onSaved({ row, ...outcome }) {
      tell(done(row), [outcome]);
      onSaved(row);
    },
    onNewer: (row: Row) => onNewer?.(row),
    asFields: (row: Row) => asFields(row),
    check: check ?? ((values) => problemIn(fields, values)),
  });
}

interface EntryFormProps<T> {
  form: RecordForm<T>;
  /** What it is about, for those who hear it. */
  label: string;
  /** What the button says. */
  verb: string;
  onClose: () => void;
  /** The fields, and below them what is saved by itself. */
  children: ReactNode;
  below?: ReactNode;
}

/** A form in the list of what belongs to a record: it opens in the place of its entry, and goes when it is saved or left. */
export function EntryForm<T>({ form, label, verb, onClose, children, below }: EntryFormProps<T>) {
  const submit = () => void form.submit();
  return (
    <div className="entries__form">
      <FormFrame
        label={label}
        isSaving={form.isSaving}
        onSubmit={submit}
        onCancel={() => {
          form.discard();
          onClose();
        }}
      >
        <Stack gap="sm">{children}</Stack>
        {below}
        <FormBar form={form} onSubmit={submit} label={verb} always onCancel={onClose} />
      </FormFrame>
    </div>
  );
}

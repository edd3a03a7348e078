import { UnstyledButton, VisuallyHidden } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { useEffect, useRef } from 'react';
import { answer, api } from '../../api/api.ts';
import type { RecordForm } from './use-record-form.ts';
import './clash.css';

interface FormFieldProps<T, K extends keyof T & string> {
  form: RecordForm<T>;
  name: K;
  /** What the field is called, where both sides of a clash are shown. */
  label: string;
  /** A value in words. */
  words?: (value: T[K]) => string;
  children: (field: { value: T[K]; set: (value: T[K]) => void; error: string | undefined }) => ReactNode;
}

/** One field of a form over a record, where the focus goes when it cannot be saved as it is, and the choice below it where a colleague has changed the same field. */
export function FormField<T, K extends keyof T & string>(props: FormFieldProps<T, K>) {
  const { form, name, label, words = String, children } = props;
  const frame = useRef<HTMLDivElement>(null);
  const refusal = form.wrong === name ? form.refusal : undefined;
  useEffect(() => {
    if (refusal) partOf(frame.current)?.focus();
  }, [refusal]);
  return (
    <div ref={frame} data-field={name}>
      {children({
        value: form.values[name],
        set: (value) => form.set(name, value),
        error: refusal?.message,
      })}
      {form.clashes.includes(name) && (
        <Clash
          whose={[form.record.id, name, form.record.version]}
          label={label}
          mine={words(form.values[name])}
          theirs={words(form.row[name])}
          onChoose={(which) => form.settle(name, which)}
        />
      )}
    </div>
  );
}

/** What is decided together may have several parts: the one that is marked as wrong, or else the first. */
export function partOf(frame: HTMLElement | null | undefined): HTMLElement | null | undefined {
  return (
    frame?.querySelector<HTMLElement>('[aria-invalid="true"]') ??
    frame?.querySelector<HTMLElement>('input, textarea, button')
  );
}

interface ClashProps {
  /** Where both sides are of one field of a record: whose is the other? */
  whose: Parameters<typeof whoChangedQuery>;
  label: string;
  mine: string;
  theirs: string;
  onChoose: (which: 'mine' | 'theirs') => void;
}

/** Both values of a field that two people changed at once, side by side. */
function Clash({ whose, label, mine, theirs, onChoose }: ClashProps) {
  const who = useQuery(whoChangedQuery(...whose)).data ?? 'A colleague';
  return (
    <div className="clash" role="alert">
      <p>{who} also changed this. Which one is right?</p>
      <div className="clash__sides">
        <Side field={label} title="Keep yours" value={mine} onChoose={() => onChoose('mine')} />
        <Side field={label} title="Use theirs" value={theirs} onChoose={() => onChoose('theirs')} />
      </div>
    </div>
  );
}

function Side(props: { field: string; title: string; value: string; onChoose: () => void }) {
  const { field, title, value, onChoose } = props;
  return (
    <UnstyledButton className="clash__side" onClick={onChoose}>
      <VisuallyHidden>{field}:</VisuallyHidden>
      <span className="clash__title">{title}</span>
      <span className="clash__value">{value || 'Empty'}</span>
    </UnstyledButton>
  );
}

/** As many changes as are looked through for the one that a form met. */
const lately = 10;

/** Who changed a field of a record last, as far as its history tells: "Dan Dispatcher". */
function whoChangedQuery(id: string, field: string, version: number) {
  return { queryKey: ['who changed', id, field, version], queryFn: () => find(id, field) };
}

async function find(id: string, field: string): Promise<string | null> {
  const params = { query: { subject: id, limit: lately } };
  const { rows } = await answer(api.GET('/services/scheduling/api/v1/changes', { params }));
  const change = rows.find(({ entries }) =>
    entries.some((entry) => entry.id === id && entry.after !== null && field in entry.after),
  );
  return change?.by.name || null;
}

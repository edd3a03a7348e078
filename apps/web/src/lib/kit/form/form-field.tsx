import { type ReactNode, useEffect, useRef } from 'react';
import { Clash } from './clash.tsx';
import type { RecordForm } from './use-record-form.ts';

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
    <div ref={frame}>
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
function partOf(frame: HTMLElement | null): HTMLElement | null | undefined {
  return (
    frame?.querySelector<HTMLElement>('[aria-invalid="true"]') ??
    frame?.querySelector<HTMLElement>('input, textarea, button')
  );
}

import { Button } from '@mantine/core';
import { type Fields, valueInWords, type ValuesOf } from '@muster/domain/values/fields';
import { notify } from '@muster/ui/toast';
import { type ReactNode, useEffect, useRef, useState } from 'react';
import { partOf } from '../form/form-field.tsx';
import { PhoneLink } from '../phone-link.tsx';
import { FormFrame } from '../form/form-frame.tsx';
import { isSame } from '../form/form-input.ts';
import type { RecordForm } from '../form/use-record-form.ts';
import { DrawerSection } from './drawer-section.tsx';
import './reading.css';

/** What a record says, a line each. */
export function Facts({ children }: { children: ReactNode }) {
  return <dl className="facts">{children}</dl>;
}

/** One line of it: what it is called, and what it says. */
export function Fact({ label, children }: { label: string; children: ReactNode }) {
  return (
    <div className="facts__one">
      <dt>{label}</dt>
      <dd>{children}</dd>
    </div>
  );
}

/** A field as it is read. */
interface Line<T> {
  readonly name: keyof T & string;
  readonly label: string;
  /** Empty, null or false where nothing was said: then it is offered below, to be added. */
  readonly value: ReactNode;
  /** Whether the value is a link of its own, such as a number to ring: that is not a way to edit it. */
  readonly isLink?: boolean;
}

/** Fields as they are read, in the words of their table. */
export function linesOf<F extends Fields, Name extends keyof F & string>(
  fields: F,
  row: Pick<ValuesOf<F>, Name>,
  names: readonly Name[],
): { name: Name; label: string; value: ReactNode; isLink: boolean }[] {
  return names.map((name) => {
    const { kind, label } = fields[name]!;
    const words = valueInWords(fields[name]!, row[name]);
    const isLink = words !== '' && (kind === 'phone' || kind === 'email');
    const link = kind === 'phone' ? <PhoneLink number={words} /> : <a href={`mailto:${words}`}>{words}</a>;
    return { name, label, value: isLink ? link : words, isLink };
  });
}

interface ReadSectionProps<T> {
  title: string;
  form: RecordForm<T>;
  lines: readonly Line<T>[];
  /** Fields that no line reads, and which are edited with the others. */
  fields?: readonly (keyof T & string)[];
  /** Below the lines while they are read. */
  below?: ReactNode;
  /** The fields, while they are edited. */
  children: ReactNode;
}

/**
 * Some fields of a record, read first: a press on one of them, or on Edit, makes fields of them all, and they are read again when they
 * are saved. What was typed and is not saved is always open.
 */
export function ReadSection<T>(props: ReadSectionProps<T>) {
  const { title, form, lines, fields = [], below, children } = props;
  const [opened, setOpened] = useState<{ round: number; at: string | undefined }>();
  const frame = useRef<HTMLDivElement>(null);
  const edit = useRef<HTMLButtonElement>(null);
  const wasOpen = useRef(false);
  const names = [...lines.map(({ name }) => name), ...fields];
  const typed = names.filter((name) => !isSame(form.values[name], form.row[name]));
  const isAsked = opened?.round === form.rounds;
  const isOpen = isAsked || typed.length > 0;

  useEffect(() => {
    if (!isAsked) return;
    const field = opened?.at && frame.current?.querySelector<HTMLElement>(`[data-field="${opened.at}"]`);
    partOf(field || frame.current)?.focus();
  }, [isAsked, opened]);
  useEffect(() => {
    // The field that had the focus is gone: whoever goes on by keys goes on here.
    if (wasOpen.current && !isOpen && document.activeElement === document.body) edit.current?.focus();
    wasOpen.current = isOpen;
  }, [isOpen]);

  const open = (at?: string) => setOpened({ round: form.rounds, at });

  /** Nothing that was typed is lost by a key: it can be had back. */
  function close() {
    if (form.isDirty) {
      const before = Object.fromEntries(typed.map((name) => [name, form.values[name]])) as Partial<T>;
      form.discard();
      notify({
        level: 'info',
        text: 'Your changes were discarded.',
        position: 'bc',
        seconds: 10,
        action: { label: 'Bring back', run: () => form.setAll(before) },
      });
    }
    setOpened(undefined);
  }

  const said = lines.filter(({ value }) => hasWords(value));
  const missing = lines.filter(({ value }) => !hasWords(value));
  return (
    <DrawerSection
      title={title}
      action={
        isOpen ? (
          typed.length === 0 && (
            <Button variant="subtle" size="compact-sm" onClick={close}>
              Done
            </Button>
          )
        ) : (
          <Button
            ref={edit}
            variant="subtle"
            size="compact-sm"
            aria-label={`Edit ${title.toLowerCase()}`}
            onClick={() => open()}
          >
            Edit
          </Button>
        )
      }
    >
      {isOpen ? (
        <div ref={frame}>
          <FormFrame
            label={title}
            isSaving={form.isSaving}
            onSubmit={() => void form.submit().then((isSaved) => isSaved && setOpened(undefined))}
            onCancel={close}
          >
            {children}
          </FormFrame>
        </div>
      ) : (
        <>
          {said.length > 0 && (
            <Facts>
              {said.map(({ name, label, value, isLink = false }) => (
                <Fact key={name} label={label}>
                  {isLink ? (
                    value
                  ) : (
                    <button type="button" className="facts__value" title="Edit" onClick={() => open(name)}>
                      {value}
                    </button>
                  )}
                </Fact>
              ))}
            </Facts>
          )}
          {below}
          {missing.length > 0 && (
            <div className="facts__add">
              {missing.map(({ name, label }) => (
                <Button key={name} variant="subtle" size="compact-xs" onClick={() => open(name)}>
                  Add {inSentence(label)}
                </Button>
              ))}
            </div>
          )}
        </>
      )}
    </DrawerSection>
  );
}

function hasWords(value: ReactNode): boolean {
  return value !== '' && value !== null && value !== undefined && value !== false;
}

/** "phone" of Phone; an abbreviation stays as it is. */
function inSentence(label: string): string {
  return label === label.toUpperCase() ? label : label.replace(/^./, (letter) => letter.toLowerCase());
}

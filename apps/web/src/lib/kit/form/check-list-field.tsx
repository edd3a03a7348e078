import { ActionIcon, Checkbox, Input, NativeSelect, TextInput } from '@mantine/core';
import type { CheckItem } from '@muster/domain/work/job-types/rules';
import { type CheckKind, checkKinds } from '@muster/domain/work/visits/rules';
import { type ClipboardEvent, useId } from 'react';
import { readCheckList, withLines } from './check-lines.ts';
import './check-list-field.css';

interface CheckListFieldProps {
  value: readonly CheckItem[];
  onChange: (items: CheckItem[]) => void;
  /** What a change of the list does, and what it does not. */
  description?: string;
}

const kindWords: Record<CheckKind, string> = {
  tick: 'Tick',
  number: 'Number',
  text: 'Text',
  photo: 'Photo',
};
const kinds = checkKinds.map((kind) => ({ value: kind, label: kindWords[kind] }));
const MOST_ITEMS = 50;
const LONGEST_TEXT = 200;

/** What technicians have to check, how each thing is answered, and what a visit is not complete without. The last line is always free. */
export function CheckListField({ value, onChange, description }: CheckListFieldProps) {
  const [label, about] = [useId(), useId()];
  const put = (at: number, fields: Partial<CheckItem>) =>
    onChange(value.map((item, place) => (place === at ? { ...item, ...fields } : item)));

  function write(at: number, text: string) {
    onChange(withLines(value, at, [text]));
  }

  /** A list from elsewhere is pasted line by line. */
  function paste(event: ClipboardEvent, at: number) {
    const lines = readCheckList(event.clipboardData.getData('text/plain'));
    if (lines.length < 2) return;
    event.preventDefault();
    onChange(withLines(value, at, lines).slice(0, MOST_ITEMS));
  }

  const isFull = value.length >= MOST_ITEMS;
  return (
    <fieldset
      className="check-list"
      aria-labelledby={label}
      aria-describedby={description === undefined ? undefined : about}
    >
      <Input.Label id={label} labelElement="div">
        Checklist
      </Input.Label>
      {description !== undefined && <Input.Description id={about}>{description}</Input.Description>}
      {Array.from({ length: value.length + (isFull ? 0 : 1) }, (_, at) => {
        const item = value[at];
        const name = `Item ${at + 1}`;
        return (
          <div key={at} className="check-list__item">
            <TextInput
              aria-label={name}
              placeholder={at === 0 ? 'Valve tested' : 'Add another'}
              maxLength={LONGEST_TEXT}
              autoComplete="off"
              value={item?.text ?? ''}
              onChange={(event) => write(at, event.currentTarget.value)}
              onPaste={(event) => paste(event, at)}
            />
            {item && (
              <>
                <NativeSelect
                  aria-label={`Answer type for ${name.toLowerCase()}`}
                  data={kinds}
                  value={item.kind}
                  onChange={(event) => put(at, { kind: event.currentTarget.value as CheckKind })}
                />
                <Checkbox
                  label="Required"
                  aria-label={`${name} is required`}
                  checked={item.required}
                  onChange={(event) => put(at, { required: event.currentTarget.checked })}
                />
                <ActionIcon
                  variant="subtle"
                  c="dimmed"
                  size="lg"
                  aria-label={`Remove ${name.toLowerCase()}`}
                  onClick={() => onChange(value.toSpliced(at, 1))}
                >
                  <svg className="m-icon" viewBox="0 0 20 20" aria-hidden>
                    <path d="M5.5 5.5l9 9M14.5 5.5l-9 9" />
                  </svg>
                </ActionIcon>
              </>
            )}
          </div>
        );
      })}
      <Input.Description>
        A visit can be completed once all required items are answered. You can paste several lines at once.
      </Input.Description>
    </fieldset>
  );
}

import { type ReactNode, useId } from 'react';
import { useTyped } from '../form/use-typed.ts';
import './cells.css';

interface NumberCellProps {
  /** What it is, of which line: "Price, line 2". */
  label: string;
  /** Which cell of its row, for the keys that move between them. */
  name: string;
  /** Null: none yet. */
  value: number | null;
  read: (text: string) => number | undefined;
  show: (value: number) => string;
  /** What to say of what was typed and is no such number. */
  wrong: (text: string) => string;
  /** Whether there may be none. */
  canClear?: boolean;
  placeholder?: string;
  isMissing?: boolean;
  onChange: (value: number | null) => void;
}

/** A number in a row, typed as people write it. What is none stays to be corrected, and says so below. */
export function NumberCell(props: NumberCellProps) {
  const { label, name, value, read, show, wrong, canClear = false, placeholder, isMissing, onChange } = props;
  const typed = useTyped((text) => (read(text) === undefined ? wrong(text) : undefined));
  const problem = useId();
  const isWrong = typeof typed.error === 'string';

  function type(next: string) {
    typed.type(next);
    if (next.trim() !== '') {
      const found = read(next);
      if (found !== undefined) onChange(found);
    } else if (canClear) onChange(null);
  }

  return (
    <span className="cell" data-of={name} data-caption={captionOf(label)}>
      <input
        className="cell__input cell__input--number"
        data-cell={name}
        aria-label={label}
        inputMode="decimal"
        autoComplete="off"
        placeholder={placeholder}
        data-missing={isMissing || undefined}
        aria-invalid={isWrong || undefined}
        {...(isWrong && { 'aria-describedby': problem })}
        {...typed.field}
        value={typed.text ?? (value === null ? '' : show(value))}
        onFocus={({ target }) => target.select()}
        onChange={({ target }) => type(target.value)}
      />
      {isWrong && (
        <span id={problem} className="cell__problem" role="alert">
          {typed.error}
        </span>
      )}
    </span>
  );
}

interface TextCellProps {
  label: string;
  name: string;
  value: string;
  most: number;
  placeholder?: string;
  onChange: (value: string) => void;
}

export function TextCell({ label, name, value, most, placeholder, onChange }: TextCellProps) {
  return (
    <span className="cell" data-of={name} data-caption={captionOf(label)}>
      <input
        className="cell__input"
        data-cell={name}
        aria-label={label}
        autoComplete="off"
        maxLength={most}
        placeholder={placeholder}
        value={value}
        onChange={({ target }) => onChange(target.value)}
      />
    </span>
  );
}

interface ChoiceCellProps<T extends string> {
  label: string;
  name: string;
  value: T;
  choices: readonly { value: T; label: string }[];
  onChange: (value: T) => void;
}

export function ChoiceCell<T extends string>({ label, name, value, choices, onChange }: ChoiceCellProps<T>) {
  return (
    <span className="cell" data-of={name} data-caption={captionOf(label)}>
      <select
        className="cell__input cell__input--choice"
        data-cell={name}
        aria-label={label}
        value={value}
        onChange={({ target }) => onChange(target.value as T)}
      >
        {choices.map((choice) => (
          <option key={choice.value} value={choice.value}>
            {choice.label}
          </option>
        ))}
      </select>
    </span>
  );
}

/** What cannot be changed here, where others have a field. */
export function ReadCell({ name, label, children }: { name: string; label: string; children: ReactNode }) {
  return (
    <span className="cell cell--read" data-of={name} data-caption={captionOf(label)}>
      {children}
    </span>
  );
}

/** "Price" of "Price, line 2": what a head above the column says, where there is room for one. */
function captionOf(label: string): string {
  return label.split(',', 1)[0]!;
}

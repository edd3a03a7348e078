import type { SelectHTMLAttributes } from 'react';
import { FieldFrame, splitField, type FieldText } from './field.tsx';
import { Icon } from './icon.tsx';

interface Option {
  value: string;
  label: string;
}

export interface SelectProps
  extends Omit<FieldText, 'trailing'>, Omit<SelectHTMLAttributes<HTMLSelectElement>, 'children'> {
  options: readonly Option[];
  /** The first line, chosen while nothing is: its value is the empty text. */
  placeholder?: string | undefined;
}

/** The browser's own select, dressed: every keyboard, phone and screen reader already knows how to work it. */
export function Select({ options, placeholder, ...props }: SelectProps) {
  const { frame, control } = splitField(props);
  return (
    <FieldFrame {...frame} trailing={<Icon name="chevron" />}>
      {(given) => (
        <select {...control} {...given}>
          {placeholder !== undefined && <option value="">{placeholder}</option>}
          {options.map(({ value, label }) => (
            <option key={value} value={value}>
              {label}
            </option>
          ))}
        </select>
      )}
    </FieldFrame>
  );
}

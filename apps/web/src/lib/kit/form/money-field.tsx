import { TextInput } from '@mantine/core';
import { plainCents, readCents } from '@muster/domain/values/cents';
import { type ReactNode, useState } from 'react';

interface MoneyFieldProps {
  label: string;
  /** In cents; null: none. */
  value: number | null;
  onChange: (cents: number | null) => void;
  description?: ReactNode;
}

/** An amount, typed as people write it: 12, 12.5 or 1,250. What is no amount stays to be corrected, and the field says so. */
export function MoneyField({ label, value, onChange, description }: MoneyFieldProps) {
  /** What is being typed; undefined while nobody does, and then the field shows the amount. */
  const [text, setText] = useState<string>();
  /** Whether whoever typed it is done with it. */
  const [isLeft, setLeft] = useState(false);
  const isWrong = text !== undefined && text.trim() !== '' && isUnread(text);

  function type(next: string) {
    setText(next);
    setLeft(false);
    if (next.trim() === '') onChange(null);
    else if (!isUnread(next)) onChange(readCents(next)!);
  }

  return (
    <TextInput
      label={label}
      placeholder="0.00"
      inputMode="decimal"
      autoComplete="off"
      leftSection="$"
      description={description}
      data-unread={isWrong || undefined}
      value={text ?? (value === null ? '' : plainCents(value))}
      error={isWrong && (isLeft ? `“${text.trim()}” isn’t an amount. Enter it like 12.50.` : true)}
      onFocus={(event) => event.target.select()}
      onChange={(event) => type(event.target.value)}
      onKeyDown={({ key }) => key === 'Enter' && setLeft(true)}
      onBlur={() => (isWrong ? setLeft(true) : setText(undefined))}
    />
  );
}

function isUnread(text: string): boolean {
  const cents = readCents(text);
  return cents === undefined || cents < 0;
}

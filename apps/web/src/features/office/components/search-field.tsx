import { useDebouncedCallback } from '@mantine/hooks';
import { Field } from '@muster/ui/field';
import { useState } from 'react';

interface SearchFieldProps {
  /** What the address says. */
  given: string;
  onSearch: (text: string) => void;
}

/** Long enough to finish a word in, short enough not to wait for. */
const pauseMs = 250;

/** Searches while somebody types, and follows the address when it changes by itself, as the back button does. */
export function SearchField({ given, onSearch }: SearchFieldProps) {
  const [text, setText] = useState(given);
  const [sent, setSent] = useState(given);
  const [seen, setSeen] = useState(given);
  if (given !== seen) {
    setSeen(given);
    if (given !== sent) setText(given);
  }
  const send = useDebouncedCallback((wanted: string) => {
    setSent(wanted);
    onSearch(wanted);
  }, pauseMs);
  return (
    <Field
      label="Search"
      type="search"
      placeholder="Name, email, phone, reference, notes"
      maxLength={200}
      value={text}
      onChange={(event) => {
        setText(event.target.value);
        send(event.target.value);
      }}
    />
  );
}

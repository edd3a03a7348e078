import { TextInput } from '@mantine/core';
import { useEffect, useEffectEvent, useState } from 'react';

interface SearchFieldProps {
  /** What the address says. */
  given: string;
  /** What can be searched by. */
  placeholder: string;
  onSearch: (text: string) => void;
  /** Escape was pressed with nothing in the field: whoever searched wants to go back. */
  onLeave?: () => void;
}

/** Long enough to finish a word, short enough not to feel like waiting. */
const pauseMs = 250;

/** Searches while somebody types, and follows the address when something else changes it, such as the back button. */
export function SearchField({ given, placeholder, onSearch, onLeave }: SearchFieldProps) {
  const [text, setText] = useState(given);
  /** What is in the address or on its way there, by this field or by something else. */
  const [sent, setSent] = useState(given);
  const [seen, setSeen] = useState(given);
  if (given !== seen) {
    setSeen(given);
    setSent(given);
    if (given !== sent) setText(given);
  }
  const send = useEffectEvent(() => {
    setSent(text);
    onSearch(text);
  });
  useEffect(() => {
    if (text === sent) return undefined;
    const timer = setTimeout(() => send(), pauseMs);
    return () => clearTimeout(timer);
  }, [text, sent]);
  return (
    <TextInput
      aria-label="Search"
      type="search"
      placeholder={placeholder}
      data-list-search
      maxLength={200}
      value={text}
      onChange={(event) => setText(event.target.value)}
      onKeyDown={({ key }) => key === 'Escape' && text === '' && onLeave?.()}
    />
  );
}

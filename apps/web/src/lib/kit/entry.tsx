import { Text } from '@mantine/core';
import type { ReactNode } from 'react';
import './drawer/entries.css';

interface EntryProps {
  title: ReactNode;
  text: ReactNode;
  /** At the right: a state, what can be done with it. */
  aside?: ReactNode;
  onEdit: () => void;
}

/** One of the things that belong to a record; a press opens its form. */
export function Entry({ title, text, aside, onEdit }: EntryProps) {
  return (
    <div className="entries__one">
      <button type="button" className="entries__text" onClick={onEdit}>
        <Text span fw={550}>
          {title}
        </Text>
        <Text span size="xs" c="dimmed">
          {text}
        </Text>
      </button>
      {aside}
    </div>
  );
}

import { Button } from '@mantine/core';
import type { ReactNode } from 'react';
import './list-note.css';

interface ListNoteProps {
  children: ReactNode;
  /** What can be done about it; nothing for whoever may not. */
  action?: { label: string; onPress: () => void } | false;
}

/** Above a list, what of it is not shown and which no filter of its bar tells: only one customer's, or no older work. */
export function ListNote({ children, action }: ListNoteProps) {
  return (
    <p className="list-note">
      <span>{children}</span>
      {action && (
        <Button variant="subtle" size="compact-sm" flex="none" onClick={action.onPress}>
          {action.label}
        </Button>
      )}
    </p>
  );
}

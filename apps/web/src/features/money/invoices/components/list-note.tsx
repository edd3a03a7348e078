import { Button } from '@mantine/core';
import type { ReactNode } from 'react';
import './only-of.css';

interface OnlyOfProps {
  /** Whose invoices are shown, as a link to them. */
  children: ReactNode;
  onClear: () => void;
}

/** Says that the list shows the invoices of one customer or site alone, which no filter of its bar tells. */
export function OnlyOf({ children, onClear }: OnlyOfProps) {
  return (
    <p className="only-of">
      <span>Only {children}</span>
      <Button variant="subtle" size="compact-sm" flex="none" onClick={onClear}>
        Show all
      </Button>
    </p>
  );
}

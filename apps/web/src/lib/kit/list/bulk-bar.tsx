import { Button, CloseButton, Text, VisuallyHidden } from '@mantine/core';
import type { ReactNode } from 'react';
import './bulk-bar.css';

interface BulkBarProps {
  count: number;
  onClear: () => void;
  children: ReactNode;
}

/** What can be done with everything that is selected. It says how many that are, also to those who do not see it. */
export function BulkBar({ count, onClear, children }: BulkBarProps) {
  return (
    <div className="bulk-bar-frame">
      <VisuallyHidden component="output">{count > 0 && `${count} selected`}</VisuallyHidden>
      {count > 0 && (
        <div className="bulk-bar" role="toolbar" aria-label="With what is selected">
          <Text fw={600} aria-hidden>
            {count} selected
          </Text>
          <Button.Group>{children}</Button.Group>
          <CloseButton aria-label="Select nothing" onClick={onClear} />
        </div>
      )}
    </div>
  );
}

import { Alert, List, Switch } from '@mantine/core';
import type { Preview } from '../api.ts';

interface ImportDuplicatesProps {
  count: number;
  duplicates: Preview['duplicates'];
  isLeftOut: boolean;
  onLeaveOut: (isLeftOut: boolean) => void;
}

/** Rows that look like what is there already, and whether they come all the same. */
export function ImportDuplicates({ count, duplicates, isLeftOut, onLeaveOut }: ImportDuplicatesProps) {
  const rest = count - duplicates.length;
  return (
    <Alert
      color="attention"
      title={
        count === 1
          ? 'One row looks like what is already there'
          : `${count.toLocaleString('en-AU')} rows look like what is already there`
      }
    >
      <Switch
        label="Leave out what is already there"
        checked={isLeftOut}
        onChange={(event) => onLeaveOut(event.target.checked)}
      />
      <List size="sm" mt="xs" listStyleType="none">
        {duplicates.map(({ row, text }) => (
          <List.Item key={row}>
            <strong>Row {row}</strong> {text}
          </List.Item>
        ))}
        {rest > 0 && <List.Item>… and {rest.toLocaleString('en-AU')} more.</List.Item>}
      </List>
    </Alert>
  );
}

import { Text } from '@mantine/core';

/** What is beside the main thing in a row: in full when it is pointed at. */
export function Muted({ text }: { text: string }) {
  return (
    <Text span size="sm" c="dimmed" title={text}>
      {text}
    </Text>
  );
}

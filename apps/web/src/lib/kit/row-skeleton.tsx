import { Skeleton, Stack, VisuallyHidden } from '@mantine/core';

interface RowSkeletonProps {
  /** How many rows will probably come, and how high each is. */
  rows: number;
  height: number;
  /** What is loading, for someone who cannot see the shapes. */
  label?: string;
}

/** The shape of a list before its contents arrive: the page does not jump, and nobody watches a spinner. */
export function RowSkeleton({ rows, height, label = 'Loading' }: RowSkeletonProps) {
  return (
    <Stack gap="xs" aria-busy>
      <VisuallyHidden component="output">{label}</VisuallyHidden>
      {Array.from({ length: rows }, (_, row) => (
        <Skeleton key={row} height={height} />
      ))}
    </Stack>
  );
}

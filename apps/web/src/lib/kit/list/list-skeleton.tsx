import { Skeleton, VisuallyHidden } from '@mantine/core';

/** Bars of different lengths look like names, not like a pattern. */
const lengths = [38, 52, 31, 45, 60, 35];

/** The rows of a list before they arrive, where and as high as they will be. */
export function ListSkeleton({ rows, height, label }: { rows: number; height: number; label: string }) {
  return (
    <div>
      <VisuallyHidden component="output">Loading {label.toLowerCase()}</VisuallyHidden>
      {Array.from({ length: rows }, (_, row) => (
        <div key={row} className="records__skeleton" style={{ height }}>
          <Skeleton height={10} circle width={10} />
          <Skeleton height={10} width={`${lengths[row % lengths.length]}%`} />
        </div>
      ))}
    </div>
  );
}

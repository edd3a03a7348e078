import { Skeleton } from '@mantine/core';

export function Pending() {
  return (
    <div className="page" aria-busy="true">
      <output className="m-hidden">Loading…</output>
      <Skeleton height={36} width={280} mb={24} />
      <Skeleton height={96} mb={16} />
      <Skeleton height={96} />
    </div>
  );
}

import { Skeleton } from '@muster/ui/skeleton';

export function Pending() {
  return (
    <div className="page">
      <Skeleton />
    </div>
  );
}

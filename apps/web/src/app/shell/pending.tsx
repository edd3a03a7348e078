import { PageSkeleton } from '@muster/ui/skeleton';

export function Pending() {
  return (
    <div className="page">
      <PageSkeleton heading />
    </div>
  );
}

import './skeleton.css';

interface SkeletonProps {
  /** How many rows will probably come. */
  rows?: number | undefined;
  /** What is loading, for someone who cannot see the shapes. */
  label?: string | undefined;
}

/** The shape of a list before its contents arrive: the page does not jump, and nobody watches a spinner. */
export function Skeleton({ rows = 3, label = 'Loading' }: SkeletonProps) {
  return (
    <div className="m-skeleton" aria-busy="true">
      <output className="m-hidden">{label}</output>
      {Array.from({ length: rows }, (_, row) => (
        <div key={row} className="m-skeleton__row" aria-hidden="true">
          <span />
          <span />
          <span />
        </div>
      ))}
    </div>
  );
}

/** The shape of a page before its contents arrive: with `heading`, from its first line on. */
export function PageSkeleton({ heading = false }: { heading?: boolean | undefined }) {
  return (
    <div className="m-page-skeleton" aria-busy="true">
      <output className="m-hidden">Loading</output>
      {heading && <span className="m-page-skeleton__heading" />}
      <span />
      <span />
      <span className="m-page-skeleton__list" />
    </div>
  );
}

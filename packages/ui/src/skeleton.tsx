import './skeleton.css';

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

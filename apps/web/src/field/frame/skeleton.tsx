/** The shape of a day before it is known. */
export function DaySkeleton() {
  return (
    <div className="field-skeleton" aria-busy="true">
      <output className="m-hidden">Loading</output>
      <span />
      <span />
      <span />
    </div>
  );
}

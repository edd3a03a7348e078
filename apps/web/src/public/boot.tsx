/** What the application shows until it has loaded: its own shape, empty. Styled by boot.css. */
export function Boot() {
  return (
    <div className="boot" aria-busy="true">
      <p className="boot__words">Loading…</p>
      <div className="boot__top" />
      <div className="boot__rail" />
      <div className="boot__main">
        <div className="boot__bar boot__bar--title" />
        <div className="boot__bar" />
        <div className="boot__bar" />
      </div>
    </div>
  );
}

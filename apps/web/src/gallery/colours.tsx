const pairs = [
  ['surface', 'text', 'Page'],
  ['surface-raised', 'text', 'Raised'],
  ['surface-floating', 'text-muted', 'Floating, muted'],
  ['surface-sunken', 'text-muted', 'Sunken, muted'],
  ['primary', 'primary-text', 'Primary'],
  ['primary-soft', 'primary', 'Primary, soft'],
  ['attention-soft', 'attention', 'Attention'],
  ['danger', 'danger-text', 'Danger'],
  ['danger-soft', 'danger', 'Danger, soft'],
  ['ok-soft', 'ok', 'OK'],
  ['info-soft', 'info', 'Information'],
] as const;

const states = [
  ['planned', 'Planned'],
  ['dispatched', 'Dispatched'],
  ['en-route', 'En route'],
  ['on-site', 'On site'],
  ['completed', 'Completed'],
  ['needs-return', 'Needs return'],
  ['could-not-complete', 'Could not complete'],
  ['cancelled', 'Cancelled'],
] as const;

export function Colours() {
  return (
    <>
      <ul className="g-swatches">
        {pairs.map(([back, front, name]) => (
          <li key={name} style={{ background: `var(--${back})`, color: `var(--${front})` }}>
            {name}
          </li>
        ))}
      </ul>
      <h3>States of a visit</h3>
      <ul className="g-states">
        {states.map(([code, name]) => (
          <li
            key={code}
            data-state={code}
            style={{ background: `var(--state-${code}-soft)`, borderColor: `var(--state-${code})` }}
          >
            <strong style={{ color: `var(--state-${code})` }}>{name}</strong>
            <span>Smith · Marrickville</span>
          </li>
        ))}
      </ul>
    </>
  );
}

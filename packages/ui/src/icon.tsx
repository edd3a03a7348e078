import './icon.css';

/** Strokes on a 20 px grid, so that they stay crisp at 16 and 20 px. */
const strokes = {
  check: 'M5 10.5l3.4 3.4L15.2 6.6',
  exclamation: 'M10 5v6M10 14.6v.1',
  info: 'M10 9.2v5.4M10 5.6v.1',
  cross: 'M5.5 5.5l9 9M14.5 5.5l-9 9',
  chevron: 'M6 8l4 4 4-4',
  eye: 'M2.5 10S5.2 5 10 5s7.5 5 7.5 5-2.7 5-7.5 5-7.5-5-7.5-5zM10 12.2a2.2 2.2 0 1 0 0-4.4 2.2 2.2 0 0 0 0 4.4z',
  'eye-off':
    'M3.5 3.5l13 13M8.4 5.2A7.6 7.6 0 0 1 10 5c4.8 0 7.5 5 7.5 5s-.8 1.5-2.4 2.9M5.5 6.6C3.5 8 2.5 10 2.5 10s2.7 5 7.5 5c1.3 0 2.5-.4 3.5-.9M8.5 8.4a2.2 2.2 0 0 0 3.1 3.1',
} as const;

export type IconName = keyof typeof strokes;

interface IconProps {
  name: IconName;
  /** What the icon says to someone who cannot see it; without it the icon is decoration. */
  label?: string | undefined;
}

export function Icon({ name, label }: IconProps) {
  const spoken =
    label === undefined
      ? ({ 'aria-hidden': true } as const)
      : ({ role: 'img', 'aria-label': label } as const);
  return (
    <svg className="m-icon" viewBox="0 0 20 20" {...spoken}>
      <path d={strokes[name]} />
    </svg>
  );
}

/** A glyph on a coloured disc: how a result is told at a glance, by shape as well as by colour. */
export function Badge({ name, label, tone }: IconProps & { tone: 'ok' | 'danger' | 'attention' | 'info' }) {
  return (
    <span className={`m-badge m-badge--${tone}`}>
      <Icon name={name} label={label} />
    </span>
  );
}

import './logo.css';

/** Four of a crew, each on a line of their own, meeting at one point. The same drawing as public/logo.svg. */
export function Mark({ busy }: { busy?: boolean | undefined }) {
  return (
    <svg className={busy ? 'm-mark m-mark--busy' : 'm-mark'} viewBox="0 0 24 24" aria-hidden="true">
      <path d="M4 20V5" />
      <path d="M8 6l2.2 4.4" />
      <path d="M16 6l-2.2 4.4" />
      <path d="M20 20V5" />
      <circle cx="12" cy="16" r="2.5" />
    </svg>
  );
}

interface LogoProps {
  brand: string;
  /** Where the picture files are; without it the mark is drawn in place. */
  assets?: string | undefined;
}

export function Logo({ brand, assets }: LogoProps) {
  return (
    <span className="m-logo">
      {assets === undefined ? (
        <Mark />
      ) : (
        <picture>
          <source srcSet={`${assets}/logo-dark.svg`} media="(prefers-color-scheme: dark)" />
          <img className="m-mark" src={`${assets}/logo.svg`} alt={`${brand} logo`} width="32" height="32" />
        </picture>
      )}
      <span className="m-logo__name" aria-hidden={assets !== undefined}>
        {brand}
      </span>
    </span>
  );
}

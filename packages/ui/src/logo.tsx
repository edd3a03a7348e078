import './logo.css';

/** Two of a crew, each on a line of their own, meeting at one point. The same drawing as logo.svg of the web app. */
export function Mark({ busy }: { busy?: boolean | undefined }) {
  return (
    <svg className={busy ? 'm-mark m-mark--busy' : 'm-mark'} viewBox="0 0 24 24" aria-hidden="true">
      <path d="M3.5 20V4.5l6 8" />
      <circle cx="12" cy="17.5" r="2.7" />
      <path d="M20.5 20V4.5l-6 8" />
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
      {assets === undefined ? <Mark /> : <MarkFiles brand={brand} assets={assets} />}
      <span className="m-logo__name" aria-hidden={assets !== undefined}>
        {brand}
      </span>
    </span>
  );
}

/** One file for each theme. The style sheet hides one, and lazy loading then never fetches it. */
function MarkFiles({ brand, assets }: { brand: string; assets: string }) {
  const shared = { alt: `${brand} logo`, width: 32, height: 32, loading: 'lazy' } as const;
  return (
    <>
      <img {...shared} className="m-mark m-mark--light" src={`${assets}/logo.svg`} alt={shared.alt} />
      <img {...shared} className="m-mark m-mark--dark" src={`${assets}/logo-dark.svg`} alt={shared.alt} />
    </>
  );
}

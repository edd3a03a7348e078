import { ButtonLink } from '@muster/ui/button';
import { EmptyState } from '@muster/ui/empty';
import { useMatch } from '@tanstack/react-router';
import { comingAt } from '../navigation.ts';
import type { Destination } from '../navigation.ts';
import { NavIcon } from '../shell/nav-icon.tsx';
import { NotFound } from '../shell/not-found.tsx';
import { usePage } from '../../lib/page.ts';

/** A place in the product that is not built yet, and says so. */
export function ComingPage() {
  const destination = comingAt(useMatch({ strict: false }).fullPath);
  return destination ? <Coming {...destination} /> : <NotFound />;
}

function Coming({ label, icon, coming }: Destination) {
  usePage(label);
  return (
    <div className="page">
      <h1>{label}</h1>
      <EmptyState
        icon={<NavIcon name={icon} />}
        title="Not here yet"
        text={`${coming} This part is still being built.`}
        action={
          <ButtonLink href="/" variant="secondary">
            Back to the start
          </ButtonLink>
        }
      />
    </div>
  );
}

import { ButtonLink } from '@muster/ui/button';
import { EmptyState } from '@muster/ui/empty';
import { useLocation } from '@tanstack/react-router';
import { destinationAt } from '../navigation.ts';
import { NavIcon } from '../shell/nav-icon.tsx';

/** A place in the product that is not built yet, and says so. */
export function ComingPage() {
  const { label, icon, coming } = destinationAt(useLocation().pathname);
  return (
    <div className="page">
      <h1>{label}</h1>
      <EmptyState
        icon={<NavIcon name={icon} />}
        title="Not here yet"
        text={`${coming} This part is still being built.`}
        action={
          <ButtonLink href="/" variant="secondary">
            Back to the board
          </ButtonLink>
        }
      />
    </div>
  );
}

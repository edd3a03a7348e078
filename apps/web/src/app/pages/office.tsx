import { EmptyState } from '@muster/ui/empty';
import { useRouteContext } from '@tanstack/react-router';
import { NavIcon } from '../shell/nav-icon.tsx';
import { NotFound } from '../shell/not-found.tsx';
import { usePage } from '../../lib/page.ts';

export function OfficePage() {
  const { session } = useRouteContext({ from: '/signed-in' });
  return session.user.role === 'staff' ? <Office /> : <NotFound />;
}

function Office() {
  usePage('Office');
  return (
    <div className="page">
      <h1>Office</h1>
      <EmptyState
        icon={<NavIcon name="office" />}
        title="No enquiries yet"
        text="Enquiries from the public page will arrive here, from the first call to a running account. This part is still being built."
      />
    </div>
  );
}

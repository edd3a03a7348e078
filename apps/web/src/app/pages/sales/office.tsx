import { Outlet, useRouteContext } from '@tanstack/react-router';
import { NotFound } from '../../shell/not-found.tsx';

/** Only staff see the office. Everybody else finds nothing at its addresses. */
export function Office() {
  const { session } = useRouteContext({ from: '/signed-in' });
  return session.user.role === 'staff' ? <Outlet /> : <NotFound />;
}

import { Outlet, useRouteContext } from '@tanstack/react-router';
import { NotFound } from '../shell/not-found.tsx';

/** The back office is there for staff; for everybody else there is nothing at its addresses. */
export function Office() {
  const { session } = useRouteContext({ from: '/signed-in' });
  return session.user.role === 'staff' ? <Outlet /> : <NotFound />;
}

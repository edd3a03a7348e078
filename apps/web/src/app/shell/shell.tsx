import { Logo } from '@muster/ui/logo';
import { Link, Outlet, useRouteContext } from '@tanstack/react-router';
import { LeaveGuard } from '../../lib/kit/form/leave-guard.tsx';
import { readPageSettings } from '../../lib/page-settings.ts';
import { AccountMenu } from './account-menu.tsx';
import { ConnectionBanner } from './connection-banner.tsx';
import { streamOf, useLive } from './live.ts';
import { PaletteDoor } from './palette-door.tsx';
import { Rail } from './rail.tsx';
import { UndoKeys } from './undo-keys.tsx';
import './shell.css';

export function Shell() {
  const { session } = useRouteContext({ from: '/signed-in' });
  const live = useLive(streamOf(session));
  const { brand } = readPageSettings();
  return (
    <div className="shell">
      <a className="shell__skip" href="#main">
        Skip to the page
      </a>
      <header className="shell__top">
        <Link to={session.user.role === 'staff' ? '/office' : '/'} className="shell__brand">
          <Logo brand={brand} />
        </Link>
        <p className="shell__account">{session.account?.name ?? `${brand} staff`}</p>
        {(session.user.role === 'owner' || session.user.role === 'dispatcher') && <PaletteDoor />}
        <AccountMenu user={session.user} />
      </header>
      <Rail role={session.user.role} />
      <main className="shell__main" id="main" tabIndex={-1}>
        <ConnectionBanner state={live} />
        <Outlet />
      </main>
      <LeaveGuard />
      <UndoKeys />
    </div>
  );
}

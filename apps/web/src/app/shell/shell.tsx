import { useDisclosure, useLocalStorage } from '@mantine/hooks';
import { Logo } from '@muster/ui/logo';
import { useQuery } from '@tanstack/react-query';
import { Link, Outlet, useLocation, useRouteContext, useRouter } from '@tanstack/react-router';
import { useEffect } from 'react';
import { type Session, sessionQuery } from '../../features/accounts/api.ts';
import { LeaveGuard } from '../../lib/kit/form/leave-guard.tsx';
import { readPageSettings } from '../../lib/page-settings.ts';
import { StatusLine } from '../../lib/support.tsx';
import { currentScenario, scenarioIn } from '../../lib/scenario.ts';
import { addresses } from '../addresses.ts';
import { AccountMenu } from './account-menu.tsx';
import { ConnectionBanner } from './connection-banner.tsx';
import { KeysHelp } from './keys-help.tsx';
import { streamOf, useLive } from './live.ts';
import { PaletteDoor } from './palette-door.tsx';
import { Rail } from './rail.tsx';
import { UndoKeys } from './undo-keys.tsx';
import './shell.css';

export function Shell() {
  const session = useSession();
  const live = useLive(streamOf(session));
  const settings = readPageSettings();
  const { brand } = settings;
  const { user } = session;
  const { isNarrow, setNarrow } = useRail();
  const [areKeysOpen, keys] = useDisclosure(false);
  const business = session.account?.name ?? `${brand} staff`;
  const isPlanner = user.role === 'owner' || user.role === 'dispatcher';
  return (
    <div
      className="shell"
      data-rail={isNarrow ? 'narrow' : undefined}
      data-scenario={currentScenario() ?? undefined}
    >
      <a className="shell__skip" href="#main">
        Skip to the page
      </a>
      <header className="shell__top">
        <Link to={user.role === 'staff' ? '/office' : '/'} className="shell__brand">
          <Logo brand={brand} />
        </Link>
        <p className="shell__account" title={business}>
          {business}
        </p>
        <ConnectionBanner state={live} />
        {isPlanner && <PaletteDoor />}
        <AccountMenu user={user} onKeys={keys.open} />
      </header>
      <Rail role={user.role} isNarrow={isNarrow} onNarrow={setNarrow} />
      <main className="shell__main" id="main" tabIndex={-1}>
        <StatusLine settings={settings} />
        <Outlet />
      </main>
      <LeaveGuard />
      {isPlanner && <UndoKeys user={user.id} />}
      <KeysHelp canUndo={isPlanner} isOpen={areKeysOpen} {...keys} />
    </div>
  );
}

/** As somebody left it; until they say, the board has the room. */
function useRail() {
  const [kept, setNarrow] = useLocalStorage<boolean | undefined>({
    key: 'muster-rail',
    getInitialValueInEffect: false,
  });
  const isBoard = useLocation({
    select: ({ pathname }) =>
      pathname === '/' || pathname === addresses.compare || scenarioIn(pathname) !== null,
  });
  return { isNarrow: kept ?? isBoard, setNarrow };
}

/** Pages know the session from their route: when the owner changes the name or the clocks of the business, they are told. */
function useSession(): Session {
  const { session } = useRouteContext({ from: '/signed-in' });
  const { data = session } = useQuery(sessionQuery);
  const router = useRouter();
  useEffect(() => {
    if (data !== session) void router.invalidate();
  }, [data, session, router]);
  return data;
}

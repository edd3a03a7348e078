import { useDisclosure, useLocalStorage, useHotkeys } from '@mantine/hooks';
import { readOnlyRefusal } from '@muster/domain/identity/accounts/read-only';
import { isPermitted } from '@muster/domain/values/role';
import { Logo } from '@muster/ui/logo';
import { useQuery } from '@tanstack/react-query';
import {
  type ErrorComponentProps,
  Link,
  Outlet,
  useLocation,
  useRouteContext,
  useRouter,
} from '@tanstack/react-router';
import { useEffect } from 'react';
import { type Session, sessionQuery } from '../../features/identity/accounts/api.ts';
import { ApiError } from '../../lib/api/api.ts';
import { onReconnection } from '../../lib/api/reconnection.ts';
import { LeaveGuard } from '../../lib/kit/form/leave-guard.tsx';
import { Problem } from '../../lib/kit/problem.tsx';
import { BusinessZone } from '../../lib/page/business-day.ts';
import { usePage } from '../../lib/page/page.ts';
import { ReadOnlyWords } from '../../lib/page/read-only.ts';
import { readPageSettings } from '../../lib/page/page-settings.ts';
import { StatusLine } from '../../lib/page/support.tsx';
import { currentScenario, scenarioIn } from '../../lib/board/scenario.ts';
import { addresses } from '../addresses.ts';
import { AccountBanner } from './account-banner.tsx';
import { AccountMenu } from './account-menu.tsx';
import { CallDoor } from './call-door.tsx';
import { ConnectionBanner } from './connection-banner.tsx';
import { CrashPage } from './error-pages.tsx';
import { KeysHelp } from './keys-help.tsx';
import { streamOf, useLive } from './live.ts';
import { PaletteDoor } from './palette-door.tsx';
import { Rail } from './rail.tsx';
import { useUndo } from '../../lib/changes/undo.ts';
import './shell.css';

export function Shell() {
  const session = useSession();
  const live = useLive(streamOf(session));
  const settings = readPageSettings();
  const { brand } = settings;
  const { user } = session;
  const { isNarrow, setNarrow } = useRail();
  const [areKeysOpen, keys] = useDisclosure(false);
  const readOnly = session.account?.read_only ?? undefined;
  const business = session.account?.name ?? `${brand} staff`;
  const canSearch = isPermitted(['owner', 'dispatcher', 'bookkeeper'], user);
  const canUndo = canSearch || user.role === 'staff';
  return (
    <div
      className="shell"
      data-rail={isNarrow ? 'narrow' : undefined}
      data-scenario={currentScenario() ?? undefined}
    >
      <a className="shell__skip" href="#main">
        Skip to content
      </a>
      <header className="shell__top">
        <Link to={user.role === 'staff' ? '/office' : '/'} className="shell__brand">
          <Logo brand={brand} />
        </Link>
        <p className="shell__account" title={business}>
          {business}
        </p>
        {canSearch && <CallDoor session={session} />}
        <ConnectionBanner state={live} />
        {canSearch && <PaletteDoor />}
        <AccountMenu user={user} onKeys={keys.open} />
      </header>
      <Rail user={user} isNarrow={isNarrow} onNarrow={setNarrow} />
      <main className="shell__main" id="main" tabIndex={-1}>
        <StatusLine settings={settings} />
        <AccountBanner session={session} />
        <BusinessZone value={session.account?.zone}>
          <ReadOnlyWords value={readOnly && readOnlyRefusal(readOnly.reason)}>
            <Outlet />
          </ReadOnlyWords>
        </BusinessZone>
      </main>
      <LeaveGuard />
      {canUndo && <UndoKeys user={user.id} />}
      <KeysHelp canSearch={canSearch} canUndo={canUndo} isOpen={areKeysOpen} {...keys} />
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

/** Ctrl-Z takes back what this person did last, Ctrl-Shift-Z does it again. In a field they are the browser's own, about what was typed. */
function UndoKeys({ user }: { user: string }) {
  const { undoLatest, redoLatest } = useUndo();
  useHotkeys([
    ['mod+Z', () => isForPage() && undoLatest(user)],
    ['mod+shift+Z', () => isForPage() && redoLatest()],
    ['mod+Y', () => isForPage() && redoLatest()],
  ]);
  return null;
}

/** While a dialog is open, nobody means what lies behind it. */
function isForPage(): boolean {
  return document.querySelector('[aria-modal=true]') === null;
}

/** Whose page this is could not be asked: the frame of the application all the same, and another try. */
export function UncheckedSession({ error }: ErrorComponentProps) {
  const router = useRouter();
  usePage('Couldn’t load the page');
  useEffect(() => onReconnection(() => void router.invalidate()), [router]);
  if (!(error instanceof ApiError)) return <CrashPage error={error} />;
  return (
    <div className="shell">
      <header className="shell__top">
        <a href="/" className="shell__brand">
          <Logo brand={readPageSettings().brand} />
        </a>
      </header>
      <nav className="rail" aria-label="Main" />
      <main className="shell__main" id="main" tabIndex={-1}>
        <Problem
          title="We couldn’t check if you’re signed in"
          error={error}
          onRetry={() => void router.invalidate()}
        />
      </main>
    </div>
  );
}

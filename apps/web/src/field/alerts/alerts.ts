import { createStore, useStore } from '@muster/ui/store';
import { answer, api, ApiError } from '../../lib/api/api.ts';

/** Whether this phone says so when the office changes its user's day. Again: it was on, and what it needs for it is gone. */
type AlertState = 'unknown' | 'unsupported' | 'blocked' | 'off' | 'on' | 'again';

interface Alerts {
  state: AlertState;
  isBusy: boolean;
  problem: string | undefined;
}

const alerts = createStore<Alerts>({ state: 'unknown', isBusy: false, problem: undefined });

export function useAlerts(): Alerts {
  return useStore(alerts);
}

function become(part: Partial<Alerts>): void {
  alerts.set({ ...alerts.get(), ...part });
}

/** Who has switched it on here; beside what is wiped at the end of a session, because a session may end by itself. */
const PLACE = 'muster-alerts';

function wanter(): string | null {
  try {
    return localStorage.getItem(PLACE);
  } catch {
    return null;
  }
}

/** Storage may be forbidden; then it is on for as long as the session is, and looks as if it were off. */
function noteWanter(user: string | undefined): void {
  try {
    if (user === undefined) localStorage.removeItem(PLACE);
    else localStorage.setItem(PLACE, user);
  } catch {
    return;
  }
}

/** What the phone alone decides; undefined where the server has to be asked. */
function stateHere(user: string): AlertState | undefined {
  if (!('PushManager' in globalThis) || !('Notification' in globalThis) || !import.meta.env.PROD)
    return 'unsupported';
  if (Notification.permission === 'denied') return 'blocked';
  return wanter() === user ? undefined : 'off';
}

async function pushManager(): Promise<PushManager> {
  return (await navigator.serviceWorker.ready).pushManager;
}

/** Finds out how it stands; nothing is asked of the server or of the browser where nobody has switched it on. */
export async function lookAtAlerts(user: string): Promise<void> {
  const here = stateHere(user);
  if (here !== undefined) return become({ state: here });
  try {
    const own = await (await pushManager()).getSubscription();
    const { state, endpoint, key } = await answer(api.GET('/services/scheduling/api/v1/my/phone-alerts'));
    if (state === 'on' && own?.endpoint === endpoint) return become({ state: 'on' });
    // They have signed in again: the browser still has what it needs.
    if (state === 'off' && own !== null && key !== null && keyOf(own) === key) {
      await tellServer(own, { user, key });
      return become({ state: 'on' });
    }
    become({ state: 'again' });
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    // Without a connection nobody knows; it is asked again when the page is opened or the menu.
    become({ state: 'unknown' });
  }
}

/** To be called from a press alone: browsers ask their user then, and only then. */
export function switchOn(user: string): Promise<void> {
  return attempt(async () => {
    const permission = await Notification.requestPermission();
    if (permission !== 'granted') return become({ state: permission === 'denied' ? 'blocked' : 'off' });
    const manager = await pushManager();
    // What the browser has may be another user's, or for a key that is lost.
    await (await manager.getSubscription())?.unsubscribe();
    const { key } = await answer(api.POST('/services/scheduling/api/v1/my/phone-alerts/key'));
    const own = await manager.subscribe({ userVisibleOnly: true, applicationServerKey: bytes(key) });
    await tellServer(own, { user, key });
    noteWanter(user);
    become({ state: 'on' });
  });
}

export function switchOff(): Promise<void> {
  return attempt(async () => {
    await answer(api.DELETE('/services/scheduling/api/v1/my/phone-alerts'));
    await endAlerts();
    become({ state: 'off' });
  });
}

async function attempt(work: () => Promise<void>): Promise<void> {
  become({ isBusy: true, problem: undefined });
  try {
    await work();
  } catch (error) {
    if (!(error instanceof ApiError) && !(error instanceof DOMException)) throw error;
    become({
      problem:
        error instanceof ApiError
          ? error.message
          : 'Your browser couldn’t reach its push service. Check your connection and try again.',
    });
  } finally {
    become({ isBusy: false });
  }
}

async function tellServer(
  own: PushSubscription,
  { user, key }: { user: string; key: string },
): Promise<void> {
  const { p256dh = '', auth = '' } = own.toJSON().keys ?? {};
  const body = { endpoint: own.endpoint, p256dh, auth, key };
  await answer(api.PUT('/services/scheduling/api/v1/my/phone-alerts', { body, headers: { 'x-user': user } }));
}

/** A browser that does not answer keeps nobody from signing out for longer. */
const PATIENCE_MS = 1_000;

/** The browser forgets where it is alerted, and who wanted it. The server has, with the session. */
export async function endAlerts(): Promise<void> {
  if (wanter() === null) return;
  noteWanter(undefined);
  const forgotten = pushManager()
    .then((manager) => manager.getSubscription())
    .then((own) => own?.unsubscribe())
    .catch(() => false);
  await Promise.race([forgotten, new Promise((resolve) => setTimeout(resolve, PATIENCE_MS))]);
}

/** What was read on the page need not stand on the lock screen. */
export async function closeAlert(): Promise<void> {
  if (wanter() === null) return;
  const registration = await navigator.serviceWorker.getRegistration('/my-day');
  for (const shown of (await registration?.getNotifications()) ?? []) shown.close();
}

function keyOf({ options }: PushSubscription): string | undefined {
  const key = options.applicationServerKey;
  if (key === null) return undefined;
  const text = btoa(String.fromCodePoint(...new Uint8Array(key)));
  return text.replaceAll('+', '-').replaceAll('/', '_').replace(/=+$/, '');
}

function bytes(key: string): Uint8Array<ArrayBuffer> {
  const text = atob(key.replaceAll('-', '+').replaceAll('_', '/'));
  return Uint8Array.from(text, (letter) => letter.codePointAt(0)!);
}

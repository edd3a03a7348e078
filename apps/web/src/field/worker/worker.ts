import { addToRequests, isUnauthenticated } from '../../lib/api/api.ts';
import { wipeDay } from '../../lib/storage/phone-data.ts';
import { readKept, loadSession } from '../day/phone-copy.ts';
import { sendWaiting } from '../outbox/send.ts';

/**
 * Opens the technician's pages without a connection. It is short enough to be read, so no library writes it: it keeps the files of one
 * build, gives them to pages of that build, and sends what waits when the browser wakes it. It touches nothing but `/my-day`.
 */
declare const FILES: readonly string[];
declare const BUILD: string;

const scope = globalThis as unknown as Scope;

const PAGE = '/my-day';
const PREFIX = 'my-day-';
const cacheName = `${PREFIX}${BUILD}`;

scope.addEventListener('install', (event) => event.waitUntil(keepFiles()));
scope.addEventListener('activate', (event) => event.waitUntil(forgetOldBuilds()));
scope.addEventListener('fetch', (event) => {
  const address = addressOf(event.request);
  if (address !== undefined) event.respondWith(fromPhone(event.request, address));
});
scope.addEventListener('sync', (event) => event.waitUntil(sendInBackground()));
scope.addEventListener('push', (event) => event.waitUntil(showAlert(event)));
scope.addEventListener('notificationclick', (event) => event.waitUntil(openDay(event)));
// A page of the old build says so when its user wants the new one.
scope.addEventListener('message', ({ data }) => void (data === 'take over' && scope.skipWaiting()));

/** All or none: half a build does not open. A page that leads to the sign-in is none, nor is what a hotel says in the place of a file. */
async function keepFiles(): Promise<void> {
  const cache = await caches.open(cacheName);
  await Promise.all(
    FILES.map(async (file) => {
      const response = await fetch(file, { cache: 'no-cache', redirect: 'error' });
      if (!response.ok || !(await isOurs(file, response.clone())))
        throw new Error(`${file} answered ${response.status}.`);
      await cache.put(file, response);
    }),
  );
}

/** The page loads a script of this build; everything else is no page. */
async function isOurs(file: string, response: Response): Promise<boolean> {
  const isPage = response.headers.get('content-type')?.startsWith('text/html') === true;
  if (file !== PAGE) return !isPage;
  const text = await response.text();
  return FILES.some((script) => script.endsWith('.js') && text.includes(script));
}

async function forgetOldBuilds(): Promise<void> {
  const names = (await caches.keys()).filter((name) => name.startsWith(PREFIX) && name !== cacheName);
  await Promise.all(names.map((name) => caches.delete(name)));
  await scope.clients.claim();
}

/** The kept file that answers a request; undefined for everything that is the network's. */
function addressOf({ method, mode, url }: Request): string | undefined {
  const { origin, pathname } = new URL(url);
  if (method !== 'GET' || origin !== scope.location.origin) return undefined;
  if (mode === 'navigate') return PAGE;
  return FILES.includes(pathname) ? pathname : undefined;
}

/** The browser may have taken the files away to make room; then only the network has them. */
async function fromPhone(request: Request, address: string): Promise<Response> {
  const kept = await (await caches.open(cacheName)).match(address);
  return kept ?? fetch(request);
}

let xsrfToken = '';
addToRequests(({ headers }) => headers.set('X-XSRF-TOKEN', xsrfToken));

/** Without a page, for whoever is still signed in. What is left waits for the next time; a failure makes the browser come back. */
async function sendInBackground(): Promise<void> {
  const kept = await readKept();
  if (!kept) return;
  const token = await scope.cookieStore?.get('XSRF-TOKEN');
  if (!token) return;
  xsrfToken = token.value;
  const { user } = await loadSession().catch(async (error: unknown) => {
    if (isUnauthenticated(error)) await wipeDay();
    throw error;
  });
  if (user.id !== kept.session.user.id) return;
  for (const lane of ['deeds', 'long files'] as const) {
    const { end } = await sendWaiting(user.id, lane);
    if (end === 'later') throw new Error('There is no way to the server yet.');
  }
}

/** Each takes the place of the one before. Browsers take the right to it away from whoever is pushed to and shows nothing. */
async function showAlert({ data }: Pushed): Promise<void> {
  const { title, body, quiet } = data.json();
  const how = { body, tag: 'day', icon: '/icon-192.png', silent: quiet, renotify: !quiet };
  await scope.registration.showNotification(title, how);
}

async function openDay({ notification }: Pressed): Promise<void> {
  notification.close();
  const pages = await scope.clients.matchAll({ type: 'window', includeUncontrolled: true });
  const open = pages.find(({ url }) => new URL(url).pathname.startsWith(PAGE));
  await (open ? open.focus() : scope.clients.openWindow(PAGE));
}

/** The few parts of a service worker's surroundings that are used here: the types of pages and of workers do not go together. */
interface Waiting extends Event {
  waitUntil(work: Promise<unknown>): void;
}

interface Fetching extends Waiting {
  readonly request: Request;
  respondWith(response: Promise<Response>): void;
}

interface Pushed extends Waiting {
  readonly data: { json(): { title: string; body: string; quiet: boolean } };
}

interface Pressed extends Waiting {
  readonly notification: Notification;
}

interface Scope {
  readonly location: Location;
  readonly registration: ServiceWorkerRegistration;
  readonly clients: {
    claim(): Promise<void>;
    matchAll(options: object): Promise<{ url: string; focus(): Promise<unknown> }[]>;
    openWindow(url: string): Promise<unknown>;
  };
  readonly cookieStore?: { get(name: string): Promise<{ value: string } | null> };
  skipWaiting(): Promise<void>;
  addEventListener(type: 'install' | 'activate' | 'sync', listen: (event: Waiting) => void): void;
  addEventListener(type: 'fetch', listen: (event: Fetching) => void): void;
  addEventListener(type: 'push', listen: (event: Pushed) => void): void;
  addEventListener(type: 'notificationclick', listen: (event: Pressed) => void): void;
  addEventListener(type: 'message', listen: (event: MessageEvent<unknown>) => void): void;
}

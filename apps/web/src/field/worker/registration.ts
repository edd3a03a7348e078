const SCRIPT = '/my-day-worker.js';

interface Woken {
  readonly sync?: { register(tag: string): Promise<void> };
}

/** Keeps the pages on the phone. Without https, and in development, they need the connection. */
export function registerWorker(onNewBuild: (takeOver: () => void) => void): void {
  if (!('serviceWorker' in navigator) || !import.meta.env.PROD) return;
  void navigator.serviceWorker
    .register(SCRIPT, { scope: '/my-day' })
    .then((registration) => offer(registration, onNewBuild))
    // The page works without it, as long as there is a connection.
    .catch(() => {});
}

/** Tells of a new build that waits until no page of the old one is open. */
function offer(registration: ServiceWorkerRegistration, onNewBuild: (takeOver: () => void) => void): void {
  const look = () => {
    const { waiting } = registration;
    if (!waiting || !navigator.serviceWorker.controller) return;
    const tell: (word: string) => void = waiting.postMessage.bind(waiting);
    onNewBuild(() => {
      navigator.serviceWorker.addEventListener('controllerchange', () => location.reload(), { once: true });
      tell('take over');
    });
  };
  look();
  registration.addEventListener('updatefound', () =>
    registration.installing?.addEventListener('statechange', look),
  );
}

/** Where the browser can, it sends what waits when the connection is back, even with this page closed. */
export function askToBeWoken(): void {
  if (!('serviceWorker' in navigator)) return;
  void navigator.serviceWorker
    .getRegistration('/my-day')
    .then((registration) => (registration as Woken | undefined)?.sync?.register('outbox'))
    .catch(() => {});
}

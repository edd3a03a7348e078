const reconnected = 'muster-reconnected';

/** What a call says that reached nobody. It is true only until somebody is reached again. */
export const unreachable = 'We can’t reach the server. Check your connection, then try again.';

/** Tells whatever still says that the server cannot be reached. */
export function announceReconnection(): void {
  dispatchEvent(new Event(reconnected));
}

/** Calls the listener when the server is reached again, as far as this page knows. Returns the way to stop. */
export function onReconnection(listener: () => void): () => void {
  const events = [reconnected, 'online'];
  for (const event of events) addEventListener(event, listener);
  return () => {
    for (const event of events) removeEventListener(event, listener);
  };
}

export type LiveState = 'connecting' | 'open' | 'lost';

interface LiveEvent {
  topic: string;
  id?: string;
}

interface LiveOptions {
  url: string;
  onEvent: (event: LiveEvent) => void;
  onState: (state: LiveState) => void;
}

const firstDelayMs = 500;
const longestDelayMs = 8_000;

/**
 * Keeps one stream of events open. The browser's own reconnecting gives up when the server answers
 * with an error (as it does while it restarts), so each loss starts a fresh connection here, and a
 * connection that comes back reports `resync`: whatever happened meanwhile was missed.
 */
export function connectLive({ url, onEvent, onState }: LiveOptions): () => void {
  let source: EventSource | undefined;
  let timer: ReturnType<typeof setTimeout> | undefined;
  let delay = firstDelayMs;
  let missedSome = false;

  const open = () => {
    clearTimeout(timer);
    source?.close();
    source = new EventSource(url);
    source.addEventListener('open', () => {
      delay = firstDelayMs;
      onState('open');
      if (missedSome) onEvent({ topic: 'resync' });
      missedSome = false;
    });
    source.addEventListener('message', (message) => onEvent(JSON.parse(message.data)));
    source.addEventListener('error', lose);
  };
  const lose = () => {
    source?.close();
    missedSome = true;
    onState('lost');
    clearTimeout(timer);
    timer = setTimeout(open, delay);
    delay = Math.min(delay * 2, longestDelayMs);
  };

  addEventListener('online', open);
  addEventListener('offline', lose);
  open();
  return () => {
    removeEventListener('online', open);
    removeEventListener('offline', lose);
    clearTimeout(timer);
    source?.close();
  };
}

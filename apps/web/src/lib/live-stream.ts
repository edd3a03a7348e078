import type { PresentPerson } from '@muster/domain/presence/schema';

export type LiveState = 'connecting' | 'open' | 'lost';

/** What is told beside the numbered changes, by a name and an id, and is read by whoever wants to know more. */
export const notices = ['plan-run', 'proposal'] as const;

/** What a stream tells: `start` and `read again` name the number of the latest change, `beat` that the stream is alive. */
export type LiveMessage =
  | { kind: 'start' | 'read again'; number: number }
  | { kind: 'change'; number: number; topic: string; id?: string; change?: ToldChange }
  | { kind: 'presence'; people: readonly PresentPerson[] }
  | { kind: 'notice'; topic: (typeof notices)[number]; id: string }
  | { kind: 'roads' }
  | { kind: 'beat' }
  | { kind: 'lost' };

/** What the stream of an account tells of a change. */
export interface ToldChange {
  /** The id of the command: whoever sent it knows their own. */
  command: string;
  kind: string;
  user_id: string | null;
  undoes: number | null;
  /** Null where there are so many that reading again is quicker. */
  entries: { table: string; id: string; version: number; fields: Record<string, unknown> | null }[] | null;
}

interface StreamOptions {
  url: string;
  /** The number of the last change that is known here, to be told what was missed since. */
  after: number | undefined;
  onMessage: (message: LiveMessage) => void;
}

const firstDelayMs = 500;
const longestDelayMs = 8_000;
/** The server beats every five seconds; two that are missed mean that nobody is there. */
const silenceMs = 12_000;
const lookMs = 2_500;
/** After a sleep, a stream that was silent for this long is not waited for. */
const wakeMs = 6_000;

/**
 * Keeps one stream of numbered changes open, and takes it up where it broke off. The browser's own reconnecting gives up when the
 * server answers with an error (as it does while it restarts) and never notices a line that is half open, so each loss starts a fresh
 * connection here. Returns the way to stop.
 */
export function openLiveStream({ url, after, onMessage }: StreamOptions): () => void {
  let last = after;
  let source: EventSource | undefined;
  let retry: ReturnType<typeof setTimeout> | undefined;
  let delay = firstDelayMs;
  let heardAt = Date.now();

  const hear = (event: MessageEvent<string>, kind: 'start' | 'read again' | 'change') => {
    const data = JSON.parse(event.data);
    heardAt = Date.now();
    delay = firstDelayMs;
    last = data.number;
    onMessage({ ...data, kind });
  };
  const open = () => {
    clearTimeout(retry);
    source?.close();
    heardAt = Date.now();
    source = new EventSource(
      last === undefined ? url : `${url}${url.includes('?') ? '&' : '?'}after=${last}`,
    );
    source.addEventListener('start', (event) => hear(event, 'start'));
    source.addEventListener('change', (event) => hear(event, 'change'));
    source.addEventListener('read-again', (event) => hear(event, 'read again'));
    source.addEventListener('presence', ({ data }) => onMessage({ ...JSON.parse(data), kind: 'presence' }));
    for (const topic of notices)
      source.addEventListener(topic, ({ data }) =>
        onMessage({ kind: 'notice', topic, id: JSON.parse(data).id }),
      );
    source.addEventListener('roads', () => onMessage({ kind: 'roads' }));
    source.addEventListener('beat', () => {
      heardAt = Date.now();
      onMessage({ kind: 'beat' });
    });
    source.addEventListener('error', lose);
  };
  const lose = () => {
    source?.close();
    onMessage({ kind: 'lost' });
    clearTimeout(retry);
    retry = setTimeout(open, delay);
    delay = Math.min(delay * 2, longestDelayMs);
  };
  const openAfter = (ms: number) => {
    if (Date.now() - heardAt > ms) open();
  };
  const wake = () => {
    if (document.visibilityState === 'visible') openAfter(wakeMs);
  };

  const look = setInterval(() => openAfter(silenceMs), lookMs);
  addEventListener('online', open);
  addEventListener('offline', lose);
  addEventListener('pageshow', wake);
  document.addEventListener('visibilitychange', wake);
  open();
  return () => {
    removeEventListener('online', open);
    removeEventListener('offline', lose);
    removeEventListener('pageshow', wake);
    document.removeEventListener('visibilitychange', wake);
    clearInterval(look);
    clearTimeout(retry);
    source?.close();
  };
}

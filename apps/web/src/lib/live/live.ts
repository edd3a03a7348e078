import type { ChangeKind } from '@muster/domain/basics/changes/kinds';
import type { ToldRow } from '@muster/domain/dispatch/board/follow';
import type { PresentPerson } from '@muster/domain/dispatch/presence/schema';

interface LiveOptions {
  url: string;
  onMessage: (message: LiveMessage) => void;
}

type Said = LiveMessage | { kind: 'who leads?' };

/** A leading tab that says nothing for so long is asleep; another one takes its place. */
const patienceMs = 15_000;
const lookMs = 5_000;

/**
 * One stream for all tabs of a browser: it may have six connections to a host, and with one stream in each tab the seventh tab would
 * load nothing. The tab that holds the lock leads and passes on what it hears; when it closes, the next one takes the stream up at the
 * last number it was told. Where the browser has no locks (a page over plain http), every tab has a stream. Returns the way to stop.
 */
export function connectLive({ url, onMessage }: LiveOptions): () => void {
  const name = `muster ${url}`;
  const tabs = new BroadcastChannel(name);
  const say: (said: Said) => void = tabs.postMessage.bind(tabs);
  const over = new AbortController();
  let last: number | undefined;
  let heardAt = Date.now();
  let isLeading = false;
  let isLost = false;
  let present: LiveMessage | undefined;

  const receive = (message: LiveMessage) => {
    heardAt = Date.now();
    isLost = message.kind === 'lost';
    if (message.kind === 'presence') present = message;
    if ('number' in message) {
      // A tab that joins late may hear the end of what it was told at the start.
      if (message.kind === 'change' && last !== undefined && message.number <= last) return;
      last = message.number;
    }
    onMessage(message);
  };

  const lead = (stopped: AbortSignal) =>
    new Promise<void>((resolve) => {
      isLeading = true;
      const stop = openLiveStream({
        url,
        after: last,
        onMessage(message) {
          receive(message);
          say(message);
        },
      });
      stopped.addEventListener('abort', () => {
        isLeading = false;
        stop();
        resolve();
      });
    });

  async function waitToLead(steal: boolean): Promise<void> {
    const robbed = new AbortController();
    const stopped = AbortSignal.any([over.signal, robbed.signal]);
    try {
      await navigator.locks.request(name, steal ? { steal } : { signal: over.signal }, () => lead(stopped));
    } catch {
      // Another tab took the lock because this one was asleep, or the page is about to close.
      robbed.abort();
    }
    if (!over.signal.aborted) await waitToLead(false);
  }

  tabs.addEventListener('message', ({ data }: MessageEvent<Said>) => {
    if (data.kind !== 'who leads?') return receive(data);
    if (!isLeading || last === undefined || isLost) return;
    say({ kind: 'start', number: last });
    if (present) say(present);
  });
  const look = setInterval(() => {
    if (isLeading || Date.now() - heardAt < patienceMs) return;
    heardAt = Date.now();
    void waitToLead(true);
  }, lookMs);
  if ('locks' in navigator) {
    say({ kind: 'who leads?' });
    void waitToLead(false);
  } else {
    void lead(over.signal);
  }
  return () => {
    clearInterval(look);
    over.abort();
    tabs.close();
  };
}

export type LiveState = 'connecting' | 'open' | 'lost';

/** What is told beside the numbered changes, by a name and an id, and is read by whoever wants to know more. */
export const notices = ['plan-run', 'proposal', 'session', 'call'] as const;

/** What a stream tells: `start` and `read again` name the number of the latest change, `beat` that the stream is alive. */
type LiveMessage =
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
  kind: ChangeKind;
  user_id: string | null;
  undoes: number | null;
  /** Null where there are so many that reading again is quicker. */
  entries: ToldRow[] | null;
  /** The customers and sites of the jobs among the entries, unchanged. */
  beside: ToldRow[];
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
const streamLookMs = 2_500;
/** After a sleep, a stream that was silent for this long is not waited for. */
const wakeMs = 6_000;

/**
 * Keeps one stream of numbered changes open, and takes it up where it broke off. The browser's own reconnecting gives up when the
 * server answers with an error (as it does while it restarts) and never notices a line that is half open, so each loss starts a fresh
 * connection here. Returns the way to stop.
 */
function openLiveStream({ url, after, onMessage }: StreamOptions): () => void {
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

  const look = setInterval(() => openAfter(silenceMs), streamLookMs);
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

export interface NumberedChange {
  readonly number: number;
  readonly change: ToldChange;
}

/** As many as arrive while something is read. */
const mostKept = 200;
const told: NumberedChange[] = [];
const listeners = new Set<(one: NumberedChange) => void>();

/** Keeps what the stream tells, for those who are reading meanwhile: what they read may be older. */
export function keepChange(one: NumberedChange): void {
  told.push(one);
  told.splice(0, told.length - mostKept);
  for (const listen of listeners) listen(one);
}

/** Calls the listener with each change as it is told. Returns the way to stop. */
export function onChange(listener: (one: NumberedChange) => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

export function changesAfter(number: number): NumberedChange[] {
  return told.filter((one) => one.number > number);
}

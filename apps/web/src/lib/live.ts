import { type LiveMessage, openLiveStream } from './live-stream.ts';

export { notices } from './live-stream.ts';
export type { LiveState, ToldChange } from './live-stream.ts';

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

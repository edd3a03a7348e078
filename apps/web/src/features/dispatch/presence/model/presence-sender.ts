import { RENEW_MS } from '@muster/domain/dispatch/presence/rules';
import type { TabPresence } from '@muster/domain/dispatch/presence/schema';

type Said = Omit<TabPresence, 'tab'>;
type Send = (body: TabPresence) => Promise<{ holder: { name: string } | null }>;

export interface PresenceSender {
  look: (days: TabPresence['days'], open: string | null) => void;
  /** Says that a visit is held, again and again until what it returns is called. */
  hold: (visit: string, onRefused: (holder: string) => void) => () => void;
  /** Says again what was said last, to a server that does not know it. */
  again: () => void;
  leave: () => void;
  /** The page closes: there is no time to wait for anything. */
  close: () => void;
}

const away: Said = { days: null, open_visit: null, held_visit: null };
/** Whoever turns page after page says so once. */
const pauseMs = 200;

/** Tells the server what is done in this tab: one thing after the other, and of what piles up meanwhile the last alone. */
export function createPresenceSender(tab: string, send: Send): PresenceSender {
  let said: Said = away;
  let onRefused: (holder: string) => void = () => {};
  let isSaying = false;
  let isNews = false;
  let soon: ReturnType<typeof setTimeout> | undefined;
  let renewing: ReturnType<typeof setInterval> | undefined;

  async function say(): Promise<void> {
    isNews = true;
    if (isSaying) return;
    isSaying = true;
    while (isNews) {
      isNews = false;
      const { held_visit } = said;
      // What cannot be said now is said again when the stream is back.
      const answer = await send({ tab, ...said }).catch(() => undefined);
      if (answer?.holder && held_visit !== null && held_visit === said.held_visit)
        onRefused(answer.holder.name);
    }
    isSaying = false;
  }

  function saySoon(): void {
    clearTimeout(soon);
    soon = setTimeout(() => void say(), pauseMs);
  }

  function stop(): void {
    clearTimeout(soon);
    clearInterval(renewing);
    said = away;
  }

  return {
    look(days, open_visit) {
      said = { ...said, days, open_visit };
      saySoon();
    },
    hold(visit, refused) {
      said = { ...said, held_visit: visit };
      onRefused = refused;
      clearInterval(renewing);
      renewing = setInterval(() => void say(), RENEW_MS);
      void say();
      return () => {
        if (said.held_visit !== visit) return;
        clearInterval(renewing);
        said = { ...said, held_visit: null };
        void say();
      };
    },
    again() {
      if (said.days !== null) saySoon();
    },
    leave() {
      stop();
      void say();
    },
    close() {
      stop();
      void send({ tab, ...away }).catch(() => undefined);
    },
  };
}

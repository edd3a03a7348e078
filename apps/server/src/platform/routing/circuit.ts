/** What is known of a service: whether it answers, since when, and when it may be asked again. */
export interface Circuit {
  succeeded(at: number): void;
  /** The service itself may have said how long to leave it alone. */
  failed(at: number, problem: string, retryAfterMs?: number): void;
  /** Milliseconds until it may be asked again; 0 is now. */
  pause(at: number): number;
  state(): CircuitState;
}

export interface CircuitState {
  readonly state: 'not asked yet' | 'answering' | 'not answering';
  readonly since: number | null;
  readonly problem: string | null;
}

const FIRST_PAUSE_MS = 2_000;
const LONGEST_PAUSE_MS = 10 * 60_000;
/** A service that asks for longer is asked again after this long all the same: somebody may have mended it. */
const LONGEST_ASKED_FOR_MS = 3_600_000;

/** After each failure in a row it waits twice as long, and not always the same, so that several processes do not come back together. */
export function createCircuit(random: () => number = Math.random): Circuit {
  let failures = 0;
  let retryAt = 0;
  let now: CircuitState = { state: 'not asked yet', since: null, problem: null };
  return {
    succeeded(at) {
      failures = 0;
      retryAt = 0;
      if (now.state !== 'answering') now = { state: 'answering', since: at, problem: null };
    },
    failed(at, problem, retryAfterMs = 0) {
      const pause = Math.min(LONGEST_PAUSE_MS, FIRST_PAUSE_MS * 2 ** failures) * (0.5 + random() / 2);
      failures += 1;
      retryAt = at + Math.max(pause, Math.min(retryAfterMs, LONGEST_ASKED_FOR_MS));
      now = { state: 'not answering', since: now.state === 'not answering' ? now.since : at, problem };
    },
    pause: (at) => Math.max(0, retryAt - at),
    state: () => now,
  };
}

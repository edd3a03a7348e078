import { MINUTE_MS, HOUR_MS } from '@muster/domain/values/minutes';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Logger } from 'pino';

/** What a service answered, as far as it came. */
interface Reply {
  readonly status: number;
  readonly retryAfter: string | null | undefined;
  readonly body: AsyncIterable<Uint8Array>;
  /** Where its body is not read. */
  readonly leave: () => unknown;
}

/** A service of the operator's that is asked in the background: nobody waits for it. */
export interface OutsideService {
  /** What is understood of the answer; "later" where nobody answers now, or may be asked, or the answer makes no sense. */
  ask: <T>(
    address: URL,
    understand: (status: number, answer: unknown) => T | undefined,
  ) => Promise<T | 'later'>;
  /** Milliseconds until it may be asked again. */
  pause(): number;
  state(): CircuitState;
  /** Ends what is under way. */
  close(): void;
}

interface Service {
  /** Such as "routing service". */
  readonly name: string;
  readonly perSecond: number;
  readonly seconds: number;
  /** An answer that is longer is none. */
  readonly mostBytes: number;
  /** Statuses whose answer is read. */
  readonly readable: readonly number[];
  readonly log: Logger;
  readonly now: () => number;
  readonly get: (address: URL, signal: AbortSignal) => Promise<Reply>;
}

const SECOND_MS = 1_000;

/** Why an answer is none, in words that hold no part of the address: that may hold a key. */
export class NoAnswer extends Error {
  readonly retryAfterMs: number | undefined;
  constructor(words: string, retryAfterMs?: number) {
    super(words);
    this.retryAfterMs = retryAfterMs;
  }
}

/** Whoever asks waits for its turn, so many a second; after a failure nobody is let through until the service has had time to recover. */
export function createOutsideService(service: Service): OutsideService {
  const { name, perSecond, seconds, mostBytes, readable, log, now } = service;
  const circuit = createCircuit();
  const closing = new AbortController();
  let nextTurn = 0;

  return {
    async ask(address, understand) {
      const isOpen = () => !closing.signal.aborted && circuit.pause(performance.now()) === 0;
      if (isOpen()) await turn();
      if (!isOpen()) return 'later';
      try {
        const { status, answer } = await get(address);
        const understood = understand(status, answer);
        if (understood === undefined)
          throw new NoAnswer(
            status === 200 ? 'Its answer doesn’t make sense.' : `It answered with ${status}.`,
          );
        note();
        return understood;
      } catch (error) {
        if (!closing.signal.aborted) blame(error);
        return 'later';
      }
    },
    pause: () => circuit.pause(performance.now()),
    state() {
      const { since, ...rest } = circuit.state();
      // The circuit counts on a clock that nobody sets; people read the other one.
      return { ...rest, since: since === null ? null : now() - (performance.now() - since) };
    },
    close: () => closing.abort(),
  };

  async function turn(): Promise<void> {
    const at = Math.max(performance.now(), nextTurn);
    nextTurn = at + SECOND_MS / perSecond;
    await sleep(Math.max(0, at - performance.now()), undefined, { signal: closing.signal }).catch(() => {});
  }

  async function get(address: URL): Promise<{ status: number; answer: unknown }> {
    const signal = AbortSignal.any([closing.signal, AbortSignal.timeout(seconds * SECOND_MS)]);
    const { status, retryAfter, body, leave } = await service.get(address, signal);
    if (!readable.includes(status)) {
      await leave();
      const wait = Number(retryAfter ?? Number.NaN);
      throw new NoAnswer(`It answered with ${status}.`, wait > 0 ? wait * SECOND_MS : undefined);
    }
    return { status, answer: parse(await readText(body, mostBytes)) };
  }

  function note(): void {
    if (circuit.state().state === 'not answering') log.info(`The ${name} is answering again.`);
    circuit.succeeded(performance.now());
  }

  function blame(error: unknown): void {
    const problem = wordsFor(error);
    if (circuit.state().state !== 'not answering') log.warn({ problem }, `The ${name} isn’t answering.`);
    circuit.failed(performance.now(), problem, error instanceof NoAnswer ? error.retryAfterMs : undefined);
  }
}

/** A whole answer, unless it is too long. */
export async function readText(body: AsyncIterable<Uint8Array>, mostBytes: number): Promise<string> {
  const decoder = new TextDecoder();
  let text = '';
  for await (const chunk of body) {
    text += decoder.decode(chunk, { stream: true });
    if (text.length > mostBytes) throw new NoAnswer('Its answer is too long.');
  }
  return text;
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    throw new NoAnswer('Its answer isn’t JSON.');
  }
}

/** The errors of the library may name the address; what is told are a few words, and a code. */
function wordsFor(error: unknown): string {
  if (error instanceof NoAnswer) return error.message;
  if (error instanceof Error && ['TimeoutError', 'AbortError'].includes(error.name))
    return 'It didn’t answer in time.';
  const cause: unknown = error instanceof Error ? (error.cause ?? error) : undefined;
  const code: unknown = Reflect.get(Object(cause), 'code');
  return `We couldn’t reach it${typeof code === 'string' ? ` (${code})` : ''}.`;
}

/** What is known of a service: whether it answers, since when, and when it may be asked again. */
interface Circuit {
  succeeded(at: number): void;
  /** The service itself may have said how long to leave it alone. */
  failed(at: number, problem: string, retryAfterMs?: number): void;
  /** Milliseconds until it may be asked again; 0 is now. */
  pause(at: number): number;
  state(): CircuitState;
}

interface CircuitState {
  readonly state: 'not asked yet' | 'answering' | 'not answering';
  readonly since: number | null;
  readonly problem: string | null;
}

const FIRST_PAUSE_MS = 2_000;
const LONGEST_PAUSE_MS = 10 * MINUTE_MS;
/** A service that asks for longer is asked again after this long all the same: somebody may have mended it. */
const LONGEST_ASKED_FOR_MS = HOUR_MS;

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

export function field(value: unknown, name: string): unknown {
  return typeof value === 'object' && value !== null ? Reflect.get(value, name) : undefined;
}

import { setTimeout as sleep } from 'node:timers/promises';
import type { Position } from '@muster/domain/scheduling/travel';
import type { Logger } from 'pino';
import type { Settings } from '../../settings.ts';
import { type CircuitState, createCircuit } from './circuit.ts';
import { type DriveTable, isNoWay, isOk, lineQuestion, type Question, tableQuestion } from './osrm.ts';

/** What was asked for; that there is no way; or that nobody answers now, or may be asked. */
export type Answer<T> = { readonly found: T } | 'no way' | 'later';

export interface Routing {
  table(places: readonly Position[]): Promise<Answer<DriveTable>>;
  line(from: Position, to: Position): Promise<Answer<string>>;
  /** Milliseconds until it may be asked again. */
  pause(): number;
  state(): CircuitState;
  /** Ends what is under way. */
  close(): void;
}

/** A table of a hundred places is some 200 kB. */
const MOST_BYTES = 4_000_000;
const SECOND_MS = 1_000;

/** Why an answer is none, in words that hold no part of the address: that may hold a key. */
class NoAnswer extends Error {
  readonly retryAfterMs: number | undefined;
  constructor(words: string, retryAfterMs?: number) {
    super(words);
    this.retryAfterMs = retryAfterMs;
  }
}

/**
 * A routing service of the operator's. Whoever asks waits for its turn, so many a second; after a failure nobody is let through until
 * the service has had time to recover. It is asked under the one address that was set: a redirect is a failure.
 */
export function createRouting(
  settings: Pick<Settings, 'ROUTING_PER_SECOND' | 'ROUTING_SECONDS'>,
  { url, log, now }: { url: string; log: Logger; now: () => number },
): Routing {
  const circuit = createCircuit();
  const closing = new AbortController();
  const base = new URL(url);
  let nextTurn = 0;

  return {
    table: (places) => ask(tableQuestion(places)),
    line: (from, to) => ask(lineQuestion(from, to)),
    pause: () => circuit.pause(performance.now()),
    state() {
      const { since, ...rest } = circuit.state();
      // The circuit counts on a clock that nobody sets; people read the other one.
      return { ...rest, since: since === null ? null : now() - (performance.now() - since) };
    },
    close: () => closing.abort(),
  };

  async function ask<T>(question: Question<T>): Promise<Answer<T>> {
    const isOpen = () => !closing.signal.aborted && circuit.pause(performance.now()) === 0;
    if (isOpen()) await turn();
    if (!isOpen()) return 'later';
    try {
      const { status, answer } = await get(question);
      if (status === 400 && isNoWay(answer)) {
        note();
        return 'no way';
      }
      const found = status === 200 && isOk(answer) ? question.read(answer) : undefined;
      if (found === undefined)
        throw new NoAnswer(status === 200 ? 'Its answer is wrong.' : `It answered ${status}.`);
      note();
      return { found };
    } catch (error) {
      if (!closing.signal.aborted) blame(error);
      return 'later';
    }
  }

  async function turn(): Promise<void> {
    const at = Math.max(performance.now(), nextTurn);
    nextTurn = at + SECOND_MS / settings.ROUTING_PER_SECOND;
    await sleep(Math.max(0, at - performance.now()), undefined, { signal: closing.signal }).catch(() => {});
  }

  async function get({ path, query }: Question<unknown>): Promise<{ status: number; answer: unknown }> {
    const address = new URL(base);
    address.pathname = `${base.pathname.replace(/\/+$/, '')}${path}`;
    address.search = base.search === '' ? query : `${base.search}&${query}`;
    const response = await fetch(address, {
      redirect: 'manual',
      headers: { accept: 'application/json' },
      signal: AbortSignal.any([closing.signal, AbortSignal.timeout(settings.ROUTING_SECONDS * SECOND_MS)]),
    });
    const { status } = response;
    if (status !== 200 && status !== 400) {
      await response.body?.cancel();
      const wait = Number(response.headers.get('retry-after') ?? Number.NaN);
      throw new NoAnswer(`It answered ${status}.`, wait > 0 ? wait * SECOND_MS : undefined);
    }
    return { status, answer: parse(await readText(response)) };
  }

  function note(): void {
    if (circuit.state().state === 'not answering') log.info('The routing service answers again.');
    circuit.succeeded(performance.now());
  }

  function blame(error: unknown): void {
    const problem = wordsFor(error);
    if (circuit.state().state !== 'not answering')
      log.warn({ problem }, 'The routing service does not answer.');
    circuit.failed(performance.now(), problem, error instanceof NoAnswer ? error.retryAfterMs : undefined);
  }
}

async function readText({ body }: Response): Promise<string> {
  const decoder = new TextDecoder();
  let text = '';
  for await (const chunk of body ?? []) {
    text += decoder.decode(chunk as Uint8Array, { stream: true });
    if (text.length > MOST_BYTES) throw new NoAnswer('Its answer is too long.');
  }
  return text;
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    throw new NoAnswer('Its answer is not JSON.');
  }
}

/** The errors of the library may name the address; what is told are a few words, and a code. */
function wordsFor(error: unknown): string {
  if (error instanceof NoAnswer) return error.message;
  if (error instanceof Error && error.name === 'TimeoutError') return 'It did not answer in time.';
  const code: unknown = error instanceof Error ? Reflect.get(Object(error.cause), 'code') : undefined;
  return `It could not be reached${typeof code === 'string' ? ` (${code})` : ''}.`;
}

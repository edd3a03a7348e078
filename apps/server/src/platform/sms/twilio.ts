import { askedPause } from '@muster/domain/basics/deliveries/rules';
import { stateOfWord } from '@muster/domain/basics/texts/receipts';
import { setTimeout as sleep } from 'node:timers/promises';
import { field } from '../outside-service.ts';
import { NoLine } from '../socket.ts';
import { ForbiddenAddress } from '../tasks/post.ts';
import { askTwilio, type TwilioLogin, type TwilioReply } from '../twilio.ts';
import type { HandedOver, Heard, Hear, Line, Outgoing } from './line.ts';

interface Around {
  readonly networks: readonly string[];
  readonly now: () => number;
  /** How often it is asked what has become of texts, and who has answered: it cannot call a server without a public address. */
  readonly pollMs?: number;
}

const POLL_MS = 15_000;
const AT_ONCE = 5;
const MOST_PAGES = 5;
const DAY_MS = 86_400_000;
const LONGEST_VALID_SECONDS = 36_000;
/** Nothing of a request has left where it ended so. */
const NOT_REACHED = new Set(['ECONNREFUSED', 'ENOTFOUND', 'EHOSTUNREACH', 'ENETUNREACH']);

/** Opens a line to Twilio's HTTP interface. Throws why not, in words. */
export async function openTwilio(login: TwilioLogin, hear: Hear, around: Around): Promise<Line> {
  const { networks, now, pollMs = POLL_MS } = around;
  const base = `/2010-04-01/Accounts/${encodeURIComponent(login.account)}`;
  const { promise: ended, resolve: end } = Promise.withResolvers<string | null>();
  const closing = new AbortController();

  const ask = (path: string, form?: URLSearchParams) => askTwilio(login, { path, form, networks });

  function over(why: string | null): void {
    closing.abort();
    end(why);
  }

  const signedIn = await ask(`${base}.json`).catch((error: unknown) => {
    throw error instanceof ForbiddenAddress ? error : new NoLine(wordsFor(error));
  });
  if (signedIn.status !== 200) throw new NoLine(refusalOf(signedIn));
  void keepPolling();

  return {
    atOnce: AT_ONCE,
    ended,
    async submit(message) {
      if (closing.signal.aborted) return { became: 'not sent', error: 'The connection is closed.' };
      if (message.sender === '')
        return { became: 'refused', error: 'Enter a sender: Twilio has none of its own.' };
      try {
        const reply = await ask(`${base}/Messages.json`, formOf(message));
        if (reply.status === 401 || reply.status === 403) over(refusalOf(reply));
        return becameOf(reply, now());
      } catch (error) {
        const isKept = error instanceof ForbiddenAddress || NOT_REACHED.has(codeOf(error));
        if (isKept) over(wordsFor(error));
        return { became: isKept ? 'not sent' : 'unknown', error: wordsFor(error) };
      }
    },
    async close() {
      over(null);
      await ended;
    },
  };

  async function keepPolling(): Promise<void> {
    const known = new Set<string>();
    while (!closing.signal.aborted) {
      try {
        for (const heard of await listMessages()) {
          if (known.has(heard.name!)) continue;
          await hear(heard);
          known.add(heard.name!);
        }
      } catch {
        // What could not be asked or kept is asked again.
      }
      await sleep(pollMs, undefined, { signal: closing.signal }).catch(() => {});
    }
  }

  /** The latest first; told in the order in which they happened. */
  async function listMessages(): Promise<Heard[]> {
    const since = new Date(now() - DAY_MS).toISOString().slice(0, 10);
    const found: Heard[] = [];
    let next: string | null = `${base}/Messages.json?PageSize=100&DateSent%3E=${since}`;
    for (let page = 0; next !== null && page < MOST_PAGES; page += 1) {
      const { status, body } = await ask(next);
      if (status === 401 || status === 403) over(refusalOf({ status, body, retryAfter: undefined }));
      const messages = field(body, 'messages');
      if (status !== 200 || !Array.isArray(messages)) break;
      found.push(...messages.flatMap(heardIn));
      const uri = field(body, 'next_page_uri');
      next = typeof uri === 'string' && uri.startsWith('/') ? uri : null;
    }
    return found.toReversed();
  }
}

function formOf({ sender, number, body, goodForSeconds }: Outgoing): URLSearchParams {
  return new URLSearchParams({
    To: number,
    From: sender,
    Body: body,
    ...(goodForSeconds !== null && {
      ValidityPeriod: String(Math.max(1, Math.min(LONGEST_VALID_SECONDS, Math.floor(goodForSeconds)))),
    }),
  });
}

function becameOf(reply: TwilioReply, now: number): HandedOver {
  const { status, retryAfter, body } = reply;
  const sid = field(body, 'sid');
  if (status >= 200 && status < 300 && typeof sid === 'string') return { became: 'accepted', reference: sid };
  if (status === 429)
    return {
      became: 'throttled',
      error: 'The service takes no more texts for now.',
      askedSeconds: askedPause(retryAfter, now),
    };
  if (status === 401 || status === 403) return { became: 'not sent', error: refusalOf(reply) };
  if (status >= 400 && status < 500) return { became: 'refused', error: refusalOf(reply) };
  // Whether it has kept the message all the same is not said.
  return { became: 'unknown', error: `It answered with ${status}.` };
}

/** By the number of the fault alone: of what was answered nothing else is kept. */
function refusalOf({ status, body }: TwilioReply): string {
  if (status === 401 || status === 404) return 'It doesn’t know this account SID and auth token.';
  const code = field(body, 'code');
  const known = typeof code === 'number' ? refusals[code] : undefined;
  return known ?? `The service refused it (${typeof code === 'number' ? code : status}).`;
}

const refusals: Readonly<Record<number, string>> = {
  21211: 'The service doesn’t take this number.',
  21614: 'The service says that this number takes no texts.',
  21610: 'They’ve told the service that they want no texts.',
  21212: 'The service doesn’t allow this sender.',
  21606: 'The service doesn’t allow this sender.',
  20003: 'It doesn’t know this account SID and auth token.',
};

/** One message of the list: an answer, or what has become of a text. */
function heardIn(message: unknown): Heard[] {
  const text = (name: string) => {
    const value = field(message, name);
    return typeof value === 'string' ? value : '';
  };
  const [sid, status] = [text('sid'), text('status')];
  if (sid === '') return [];
  if (text('direction') === 'inbound')
    return [{ name: sid, told: { kind: 'answer', number: text('from'), body: text('body'), part: null } }];
  const receipt = { id: sid, state: stateOfWord(status), word: status, text: text('body') };
  return [{ name: `${sid} ${status}`, told: { kind: 'receipt', number: text('to'), receipt } }];
}

function codeOf(error: unknown): string {
  const code: unknown = Reflect.get(Object(error), 'code');
  return typeof code === 'string' ? code : '';
}

function wordsFor(error: unknown): string {
  if (error instanceof ForbiddenAddress || error instanceof NoLine) return error.message;
  if (error instanceof Error && ['AbortError', 'TimeoutError'].includes(error.name))
    return 'It didn’t answer in time.';
  const code = codeOf(error);
  return `We couldn’t reach it${code === '' ? '' : ` (${code})`}.`;
}

import { randomBytes } from 'node:crypto';
import { isIP, isIPv6 } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { askedPause } from '@muster/domain/basics/deliveries/rules';
import { NoLine, type Target } from '../socket.ts';
import { ALLOWED, type CallHeard, type CallPatience, createCalls } from './calls.ts';
import { answerTo, type Challenge, findChallenge } from './digest.ts';
import { addressIn, headerOf, type SipMessage, type SipResponse, valuesOf, writeMessage } from './message.ts';
import { openWire, type Transport, type Wire } from './wire.ts';

/** Which phone we are. */
export interface SipLogin {
  /** Whose user it is, as in an address: "sip.example.com". */
  readonly domain: string;
  readonly user: string;
  /** Who proves it, where that is not the user. */
  readonly login: string;
  readonly password: string;
  /** Nobody else's at this exchange, and the same for whichever process holds the line: by it we know our own registrations. */
  readonly name: string;
  /** Where everything goes through another server than the domain's. */
  readonly proxy: string | null;
}

export interface SipPatience extends CallPatience {
  /** How long a connection may take to be made. */
  readonly answerMs: number;
  /** Routers forget who is behind them after half a minute of silence. */
  readonly aliveMs: number;
  /** How long we want to be registered. It is asked for again at half time, which is how an exchange that has forgotten us is found out. */
  readonly registeredS: number;
}

const usualPatience: SipPatience = {
  t1Ms: 500,
  t2Ms: 4_000,
  ringMs: 60_000,
  answerMs: 20_000,
  aliveMs: 20_000,
  registeredS: 120,
};

export interface SipHears {
  /** Each time that the exchange has agreed again. */
  readonly registered: (until: Date) => void;
  readonly call: (heard: CallHeard) => void;
}

/** A registration as one more phone, which is kept until it says that it has ended. */
export interface SipLine {
  /** Why it ended, in words; null where we have closed it. */
  readonly ended: Promise<string | null>;
  close(): Promise<void>;
}

const MOST_REGISTERED_S = 86_400;
/** However long the exchange agrees to, we ask again after so long. */
const MOST_BETWEEN_MS = 300_000;
/** What was refused for now is tried again after so long, while the registration still holds. */
const AGAIN_MS = 5_000;
const GOODBYE_MS = 2_000;
const LIFE_IN_T1 = 64;
/** An exchange may say so often in a row that a nonce is too old, or that it wants it otherwise. */
const MOST_TRIES = 5;
/** Registrations that a killed process of ours has left behind. */
const MOST_LEFT = 5;

interface Options {
  readonly transport: Transport;
  readonly now: () => number;
  readonly patience?: SipPatience;
}

/** Registers as one more phone. Throws why not, in words. */
export async function openSipLine(
  target: Target,
  login: SipLogin,
  hears: SipHears,
  { transport, now, patience = usualPatience }: Options,
): Promise<SipLine> {
  const { promise: ended, resolve: end } = Promise.withResolvers<string | null>();
  const [leaving, closing] = [new AbortController(), new AbortController()];
  const wire = await openWire(transport, target, { heard, lost: over }, patience.answerMs);
  /** Where the exchange sees us, which behind a router is somewhere else. */
  let seen = { host: hostOf(wire.local.address), port: wire.local.port };
  const dialogue = createDialogue(wire, { transport, patience });
  const calls = createCalls({
    send: (octets) => wire.send(octets),
    isReliable: transport !== 'udp',
    contact: () => `<${contact()}>`,
    remote: target,
    hear: hears.call,
    now,
    patience,
  });
  const aor = `sip:${escaped(login.user)}@${login.domain}`;
  const ours = randomBytes(8).toString('hex');
  let challenge: (Challenge & { isForProxy: boolean; count: number }) | undefined;
  let wantedS = patience.registeredS;
  let silence = 'It didn’t answer in time.';

  function heard(message: SipMessage): void {
    if (message.method === undefined) dialogue.answered(message);
    else calls.take(message);
  }

  function over(why: string | null): void {
    if (closing.signal.aborted) return;
    silence = why ?? silence;
    leaving.abort();
    closing.abort();
    clearInterval(beat);
    dialogue.close();
    calls.close();
    wire.close();
    end(why);
  }

  function contact(): string {
    const through = transport === 'udp' ? '' : `;transport=${transport}`;
    return `sip:${login.name}@${seen.host}:${seen.port}${through}`;
  }

  const beat = setInterval(() => wire.send(Buffer.from('\r\n\r\n')), patience.aliveMs).unref();
  let until: number;
  try {
    until = await register();
  } catch (error) {
    over(null);
    throw error;
  }
  void keepRegistered();

  return {
    ended,
    async close() {
      leaving.abort();
      if (!closing.signal.aborted) {
        const goodbye = ask(() => `<${contact()}>;expires=0`).catch(() => {});
        await Promise.race([goodbye, sleep(GOODBYE_MS, undefined, { ref: false })]);
      }
      over(null);
    },
  };

  async function keepRegistered(): Promise<void> {
    let pause = pauseUntil(until);
    while (!leaving.signal.aborted) {
      try {
        await sleep(pause, undefined, { signal: leaving.signal, ref: false });
        until = await register();
        pause = pauseUntil(until);
      } catch (error) {
        if (leaving.signal.aborted) return;
        if (!(error instanceof NoLine) || !error.isAway || now() + AGAIN_MS > until)
          over(error instanceof NoLine ? error.message : 'What it sent makes no sense.');
        pause = AGAIN_MS;
      }
    }
  }

  function pauseUntil(until: number): number {
    return Math.min((until - now()) / 2, MOST_BETWEEN_MS);
  }

  /** Until when the exchange will tell us of calls. */
  async function register(): Promise<number> {
    let at = '';
    const here = () => `<${(at = contact())}>`;
    let answer = await ask(here);
    // It has told us where it sees us: that is where it is to look for us.
    if (at !== contact()) answer = await ask(here);
    const known = valuesOf(answer, 'contact').map(addressIn);
    const mine = known.find(({ uri }) => uri === at);
    if (mine) await removeLeft(known.filter(isLeft).map(({ uri }) => uri));
    const said = (mine ?? known.find(isOurs))?.parameters.get('expires') ?? headerOf(answer, 'expires');
    const seconds = /^[1-9]\d{0,9}$/.test(said) ? Math.min(Number(said), MOST_REGISTERED_S) : wantedS;
    const until = now() + seconds * 1000;
    hears.registered(new Date(until));
    return until;

    function isOurs({ uri }: { uri: string }): boolean {
      return uri.startsWith(`sip:${login.name}@`);
    }
    function isLeft(one: { uri: string }): boolean {
      return isOurs(one) && one.uri !== at;
    }
  }

  /** Calls would be sent there, too, and wait for somebody who is not there any more. */
  async function removeLeft(uris: readonly string[]): Promise<void> {
    for (const uri of uris.slice(0, MOST_LEFT)) await ask(() => `<${uri}>;expires=0`).catch(() => {});
  }

  /** Asks to be registered like this, proves who we are, and yields where the exchange wants it otherwise. */
  async function ask(where: () => string): Promise<SipResponse> {
    let isProven = false;
    for (let time = 0; time < MOST_TRIES; time += 1) {
      const answer = await dialogue.ask((via) => question(via, where()));
      if (answer === undefined) throw new NoLine(silence, { isAway: true });
      lookWhereWeAre(answer);
      const { status } = answer;
      if (status < 300) return answer;
      if (status === 423 && readLonger(answer)) continue;
      if (status !== 401 && status !== 407) throw refusalOf(answer, now());
      const isForProxy = status === 407;
      const found = findChallenge(challengesIn(answer, isForProxy));
      if (!found) throw new NoLine('It asks for a kind of proof that we can’t give.');
      // An old nonce was refused for its age; a new one was refused for the password.
      if (isProven && !found.isStale) throw new NoLine(WRONG_PASSWORD);
      isProven = true;
      challenge = { ...found, isForProxy, count: 0 };
    }
    throw new NoLine('It keeps asking for the password again.', { isAway: true });
  }

  function question(via: string, where: string): Buffer {
    const registrar = `sip:${login.domain}`;
    return writeMessage(`REGISTER ${registrar} SIP/2.0`, [
      ['Via', `${via};rport`],
      ['Max-Forwards', '70'],
      ...(login.proxy === null ? [] : [['Route', `<sip:${login.proxy};lr>`] as const]),
      ['From', `<${aor}>;tag=${ours}`],
      ['To', `<${aor}>`],
      ['Call-ID', dialogue.callId],
      ['CSeq', `${dialogue.number()} REGISTER`],
      ['Contact', where],
      ['Expires', String(wantedS)],
      ['Allow', ALLOWED],
      ...proof(registrar),
    ]);
  }

  function proof(uri: string): (readonly [string, string])[] {
    if (!challenge) return [];
    challenge.count += 1;
    const { isForProxy, count } = challenge;
    const { login: user, password } = login;
    const about = { user, password, method: 'REGISTER', uri, count, ours: randomBytes(12).toString('hex') };
    return [[isForProxy ? 'Proxy-Authorization' : 'Authorization', answerTo(challenge, about)]];
  }

  function readLonger(answer: SipResponse): boolean {
    const least = Number(headerOf(answer, 'min-expires'));
    if (!Number.isInteger(least) || least <= wantedS || least > MOST_REGISTERED_S) return false;
    wantedS = least;
    return true;
  }

  function lookWhereWeAre({ via: { parameters } }: SipResponse): void {
    const [host, port] = [parameters.get('received') ?? '', Number(parameters.get('rport') ?? '')];
    if (isIP(host) && Number.isInteger(port) && port > 0 && port < 65_536)
      seen = { host: hostOf(host), port };
  }
}

function challengesIn(answer: SipResponse, isForProxy: boolean): string[] {
  const name = isForProxy ? 'proxy-authenticate' : 'www-authenticate';
  return answer.headers.filter(([one]) => one === name).map(([, value]) => value);
}

const WRONG_PASSWORD = 'The user name or the password is wrong.';
const refusals: Readonly<Record<number, string>> = {
  403: 'It refuses to register us (403). Check the user name and the password, and whether one more phone is allowed.',
  404: 'It doesn’t know this user (404).',
};

function refusalOf(answer: SipResponse, now: number): NoLine {
  const { status } = answer;
  const [asked = ''] = headerOf(answer, 'retry-after').split(/[ ;(]/, 1);
  const askedSeconds = askedPause(asked === '' ? undefined : asked, now);
  const words = refusals[status] ?? `It refuses to register us (${status}).`;
  return new NoLine(words, { askedSeconds, isAway: status >= 500 || status === 408 || status === 480 });
}

interface Dialogue {
  readonly callId: string;
  number(): number;
  /** The answer to a question, which is repeated where it may be lost on the way; undefined where none comes. */
  ask(write: (via: string) => Buffer): Promise<SipResponse | undefined>;
  answered(response: SipResponse): void;
  close(): void;
}

/** What we ask of the exchange (RFC 3261, 17.1.2). */
function createDialogue(
  wire: Wire,
  { transport, patience: { t1Ms, t2Ms } }: { transport: Transport; patience: SipPatience },
): Dialogue {
  const open = new Map<string, (answer: SipResponse | undefined) => void>();
  const callId = randomBytes(16).toString('hex');
  let number = 0;
  let isClosed = false;
  const { address, port } = wire.local;

  return {
    callId,
    number: () => (number += 1),
    async ask(write) {
      if (isClosed) return undefined;
      const branch = `z9hG4bK${randomBytes(12).toString('hex')}`;
      const words = write(`SIP/2.0/${transport.toUpperCase()} ${hostOf(address)}:${port};branch=${branch}`);
      const { promise, resolve } = Promise.withResolvers<SipResponse | undefined>();
      open.set(branch, resolve);
      const over = new AbortController();
      const { signal } = over;
      wire.send(words);
      if (transport === 'udp') void repeat(words, signal);
      const silence = sleep(LIFE_IN_T1 * t1Ms, undefined, { signal, ref: false }).catch(() => undefined);
      try {
        return await Promise.race([promise, silence]);
      } finally {
        over.abort();
        open.delete(branch);
      }
    },
    answered(response) {
      const { status, via, sequence } = response;
      if (status < 200 || sequence.method !== 'REGISTER' || response.callId !== callId) return;
      open.get(via.branch)?.(response);
    },
    close() {
      isClosed = true;
      for (const resolve of open.values()) resolve(undefined);
    },
  };

  async function repeat(words: Buffer, signal: AbortSignal): Promise<void> {
    for (let pause = t1Ms; !signal.aborted; pause = Math.min(pause * 2, t2Ms)) {
      await sleep(pause, undefined, { signal, ref: false }).catch(() => {});
      if (!signal.aborted) wire.send(words);
    }
  }
}

function hostOf(address: string): string {
  return isIPv6(address) ? `[${address}]` : address;
}

/** As a user may stand in an address (RFC 3261, 25.1). */
function escaped(user: string): string {
  return user.toWellFormed().replaceAll(/[^\w.!~*'()&=+$,;?/-]/gu, (sign) => encodeURIComponent(sign));
}

import { createHash, randomBytes } from 'node:crypto';
import { parametersIn, type SipRequest, splitOutside, valuesOf, writeMessage } from './message.ts';
import { calledIn, callerOf } from './parties.ts';

/** A call that rings here, as one of the phones at which it rings. */
interface SipCall {
  /** The exchange's own name for it, the same on all the ways by which it reaches us. */
  readonly id: string;
  /** As the exchange writes it; null where it is withheld. */
  readonly from: string | null;
  /** The numbers that may have been called, the likeliest first. */
  readonly called: readonly string[];
}

/**
 * What is heard of a call: it rings; another phone has taken it; the caller has hung up before; or it has rung for so long that we have
 * stopped to listen, and nobody knows what became of it.
 */
export interface CallHeard {
  readonly event: 'ringing' | 'answered elsewhere' | 'missed' | 'unknown';
  readonly call: SipCall;
  readonly at: Date;
}

/** The times of RFC 3261 (17.1.1.1), and how long we ring, in milliseconds; tests are less patient. */
export interface CallPatience {
  readonly t1Ms: number;
  readonly t2Ms: number;
  readonly ringMs: number;
}

/** More calls at once than a business has. The rest is not heard, and rings elsewhere. */
const MOST_AT_ONCE = 200;
/** A message that was sent may still come again after this many times T1. */
const LIFE_IN_T1 = 64;

/** One way by which a call has reached us, until nothing of it can come any more. */
interface Ring {
  readonly invite: SipRequest;
  readonly call: Call;
  /** What it is answered with whenever it is asked again. */
  latest: Buffer | undefined;
  isRinging: boolean;
  timer: NodeJS.Timeout | undefined;
}

interface Call {
  readonly heard: SipCall;
  readonly rings: Set<Ring>;
  isTaken: boolean;
  isUnknown: boolean;
}

export interface Calls {
  /** Answers a request of the exchange, as a phone that lets it ring and never takes a call. */
  take(request: SipRequest): void;
  /** Answers what still rings as a phone that is switched off. */
  close(): void;
}

interface Listening {
  readonly send: (octets: Buffer) => void;
  /** Whether nothing is lost on the way, so that nothing needs to be sent twice. */
  readonly isReliable: boolean;
  /** Where the exchange reaches us, as it is to be told. */
  readonly contact: () => string;
  readonly remote: { readonly address: string; readonly port: number };
  readonly hear: (heard: CallHeard) => void;
  readonly now: () => number;
  readonly patience: CallPatience;
}

/** The methods that a phone of ours knows. */
export const ALLOWED = 'INVITE, ACK, CANCEL, OPTIONS';

/**
 * The calls that reach us. An INVITE is answered that it rings (180), at last that nobody is here (480) or that it was called off (487);
 * nothing in here can say 200, 486 or 603 to one, which would take the call, or end it, for everybody else.
 */
export function createCalls({ send, isReliable, contact, remote, hear, now, patience }: Listening): Calls {
  const { t1Ms, t2Ms, ringMs } = patience;
  const lifeMs = LIFE_IN_T1 * t1Ms;
  const secret = randomBytes(16);
  const rings = new Map<string, Ring>();
  const calls = new Map<string, Call>();
  const timers = new Set<NodeJS.Timeout>();

  return {
    take(request) {
      const { method, toTag } = request;
      if (method === 'INVITE') invited(request);
      else if (method === 'ACK') acknowledged(request);
      else if (method === 'CANCEL') cancelled(request);
      else if (toTag !== '') send(answer(request, 481));
      else if (method === 'OPTIONS') send(answer(request, 'options'));
      else send(answer(request, 405));
    },
    close() {
      for (const ring of rings.values()) if (ring.isRinging) send(answer(ring.invite, 480));
      for (const timer of timers) clearTimeout(timer);
      rings.clear();
      calls.clear();
    },
  };

  function invited(invite: SipRequest): void {
    const key = keyOf(invite);
    const known = rings.get(key);
    if (known) {
      if (known.latest) send(known.latest);
      return;
    }
    if (rings.size >= MOST_AT_ONCE) return;
    const wanted = valuesOf(invite, 'require').map((name) => name.toLowerCase());
    if (invite.toTag !== '' || wanted.some((name) => name !== RELIABLY)) {
      // Part of a call that we never took, or more than we can: it makes no sound here.
      const call = { heard: heardIn(invite), rings: new Set<Ring>(), isTaken: false, isUnknown: false };
      const ring: Ring = { invite, call, latest: undefined, isRinging: false, timer: undefined };
      rings.set(key, ring);
      refuse(ring, invite.toTag === '' ? 420 : 481);
      return;
    }
    const call = calls.get(invite.callId) ?? openCall(invite);
    const ring: Ring = { invite, call, latest: undefined, isRinging: true, timer: undefined };
    rings.set(key, ring);
    const isFirst = call.rings.size === 0;
    call.rings.add(ring);
    if (isFirst) tell('ringing', call);
    send(answer(invite, 100));
    // Whoever insists on answers that are acknowledged one by one gets none of ours, and calls on.
    ring.latest = answer(invite, wanted.includes(RELIABLY) ? 100 : 180);
    send(ring.latest);
    after(ringMs, () => {
      if (ring.isRinging) over(ring, 480, 'unknown');
    });
  }

  function openCall(invite: SipRequest): Call {
    const call = { heard: heardIn(invite), rings: new Set<Ring>(), isTaken: false, isUnknown: false };
    calls.set(invite.callId, call);
    return call;
  }

  function acknowledged(request: SipRequest): void {
    const ring = rings.get(keyOf(request));
    if (ring && !ring.isRinging) stop(ring);
  }

  function cancelled(request: SipRequest): void {
    const ring = rings.get(keyOf(request));
    send(answer(request, ring ? 'cancelled' : 481));
    if (ring?.isRinging) over(ring, 487, isTakenElsewhere(request) ? 'answered elsewhere' : 'missed');
  }

  /** The last word on one way. The call is over with the last of them, or as soon as somebody has taken it. */
  function over(ring: Ring, status: 480 | 487, became: Exclude<CallHeard['event'], 'ringing'>): void {
    const { call, invite } = ring;
    ring.isRinging = false;
    refuse(ring, status);
    call.rings.delete(ring);
    if (became === 'answered elsewhere' && !call.isTaken) {
      call.isTaken = true;
      tell(became, call);
    }
    call.isUnknown ||= became === 'unknown';
    if (call.rings.size > 0) return;
    calls.delete(invite.callId);
    if (!call.isTaken) tell(call.isUnknown ? 'unknown' : 'missed', call);
  }

  /** Says it until it is acknowledged, and remembers it for as long as copies of the INVITE may be on their way. */
  function refuse(ring: Ring, status: 420 | 480 | 481 | 487): void {
    const words = answer(ring.invite, status);
    ring.latest = words;
    send(words);
    const again = (ms: number) => {
      ring.timer = after(ms, () => {
        send(words);
        again(Math.min(ms * 2, t2Ms));
      });
    };
    if (!isReliable) again(t1Ms);
    after(lifeMs, () => {
      stop(ring);
      rings.delete(keyOf(ring.invite));
    });
  }

  function stop({ timer }: Ring): void {
    if (!timer) return;
    clearTimeout(timer);
    timers.delete(timer);
  }

  function after(ms: number, work: () => void): NodeJS.Timeout {
    const timer = setTimeout(() => {
      timers.delete(timer);
      work();
    }, ms).unref();
    timers.add(timer);
    return timer;
  }

  function tell(event: CallHeard['event'], { heard }: Call): void {
    hear({ event, call: heard, at: new Date(now()) });
  }

  /** The same request has the same answer, down to our tag, without our having to remember it. */
  function answer(request: SipRequest, about: keyof typeof answers): Buffer {
    const [status, reason, more] = answers[about];
    const { headers } = request;
    const tag = createHash('sha256').update(secret).update(keyOf(request)).digest('hex').slice(0, 16);
    const copied = headers.flatMap(([name, value], at): [string, string][] => {
      if (name === 'via') return [['Via', isTopVia(request, at) ? viaBack(request, value) : value]];
      if (name === 'record-route') return status > 100 && status < 300 ? [['Record-Route', value]] : [];
      if (name === 'to')
        return [['To', status === 100 || request.toTag !== '' ? value : `${value};tag=${tag}`]];
      const kept = copiedNames[name];
      return kept === undefined ? [] : [[kept, value]];
    });
    const added = more.map((name): [string, string] => {
      if (name === 'Contact') return [name, contact()];
      if (name === 'Unsupported') {
        const wanted = valuesOf(request, 'require').filter((one) => one.toLowerCase() !== RELIABLY);
        return [name, wanted.join(', ')];
      }
      return [name, name === 'Allow' ? ALLOWED : ''];
    });
    return writeMessage(`SIP/2.0 ${status} ${reason}`, [...copied, ...added]);
  }

  /** With where it has really come from, for proxies that ask. */
  function viaBack({ via }: SipRequest, value: string): string {
    const [first = '', ...others] = splitOutside(value, ',');
    const asks = via.parameters.get('rport') === '';
    const seen = `;received=${remote.address}`;
    const told = asks
      ? `${first.replace(/;[ \t]*rport(?=[ \t]*(?:;|$))/i, `;rport=${remote.port}`)}${seen}`
      : first;
    return [told, ...others].join(', ');
  }
}

/** What we answer with, once each: the figure, its words and the headers that go with it. */
const answers = {
  100: [100, 'Trying', []],
  180: [180, 'Ringing', ['Contact', 'Allow']],
  405: [405, 'Method Not Allowed', ['Allow']],
  420: [420, 'Bad Extension', ['Unsupported']],
  480: [480, 'Temporarily Unavailable', []],
  481: [481, 'Call/Transaction Does Not Exist', []],
  487: [487, 'Request Terminated', []],
  cancelled: [200, 'OK', []],
  options: [200, 'OK', ['Allow', 'Accept', 'Supported']],
} as const satisfies Record<string, readonly [number, string, readonly string[]]>;

const copiedNames: Readonly<Record<string, string>> = { from: 'From', 'call-id': 'Call-ID', cseq: 'CSeq' };
/** The only wish that can be met by keeping silent. */
const RELIABLY = '100rel';
const MOST_ID = 150;

/** The same for an INVITE, whatever is said again of it, its ACK and its CANCEL (RFC 3261, 17.2.3). */
function keyOf({ via, callId, sequence, fromTag }: SipRequest): string {
  return [via.branch, via.sentBy, callId, sequence.number, fromTag].join('\n');
}

function isTopVia({ headers }: SipRequest, at: number): boolean {
  return headers.findIndex(([name]) => name === 'via') === at;
}

function heardIn(invite: SipRequest): SipCall {
  const { callId } = invite;
  const id = callId.length > MOST_ID ? createHash('sha256').update(callId).digest('hex') : callId;
  return { id, from: callerOf(invite), called: calledIn(invite) };
}

/** RFC 3326 with TS 24.229; the older way of telephone networks is "non-selected user clearing" (Q.850). */
function isTakenElsewhere(cancel: SipRequest): boolean {
  return valuesOf(cancel, 'reason').some((value) => {
    const [protocol = '', ...rest] = splitOutside(value, ';');
    const cause = parametersIn(rest).get('cause');
    return protocol.toUpperCase() === 'SIP'
      ? cause === '200'
      : protocol.toUpperCase() === 'Q.850' && cause === '26';
  });
}

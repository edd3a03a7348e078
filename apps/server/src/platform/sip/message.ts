/** Where a message begins with what is asked, or with what was answered (RFC 3261, 7.1 and 7.2). */
type Start =
  | { readonly method: string; readonly uri: string; readonly status?: never }
  | { readonly status: number; readonly reason: string; readonly method?: never };

type Header = readonly [name: string, value: string];

/** A message without its body, which says nothing to one who only listens. Names of headers are whole and in small letters. */
export type SipMessage = Start & {
  readonly headers: readonly Header[];
  readonly via: Via;
  readonly callId: string;
  readonly sequence: { readonly number: number; readonly method: string };
  readonly fromTag: string;
  readonly toTag: string;
};

export type SipRequest = Extract<SipMessage, { method: string }>;
export type SipResponse = Extract<SipMessage, { status: number }>;

/** Who has sent a message last, and under which name its answers are known. */
interface Via {
  readonly sentBy: string;
  readonly branch: string;
  readonly parameters: ReadonlyMap<string, string>;
}

/** As much as a datagram can hold. */
export const MOST_OCTETS = 65_535;
const MOST_HEADERS = 256;
const GREATEST_NUMBER = 2 ** 31;
const END = '\r\n\r\n';

const token = /^[\w.!%*+`'~-]{1,128}$/;
const requestLine = /^([\w.!%*+`'~-]{1,32}) (\S{1,2048}) SIP\/2\.0$/i;
const statusLine = /^SIP\/2\.0 ([1-6]\d\d)(?: (.*))?$/i;
/** Nothing of a header may look like the end of it, or like nothing at all. */
const control = /(?!\t)\p{Cc}/u;
const controls = new RegExp(control, 'gu');

const compact: Readonly<Record<string, string>> = {
  c: 'content-type',
  e: 'content-encoding',
  f: 'from',
  i: 'call-id',
  k: 'supported',
  l: 'content-length',
  m: 'contact',
  s: 'subject',
  t: 'to',
  v: 'via',
};
/** Of two of these nobody can say which one is meant. */
const single = ['from', 'to', 'call-id', 'cseq', 'content-length', 'max-forwards'];

/** What a datagram, or one message of a stream, says; undefined where it is no message. It takes time in proportion to its length, and never throws. */
export function readMessage(octets: Buffer): SipMessage | undefined {
  const end = octets.indexOf(END);
  if (end < 0 || octets.length > MOST_OCTETS) return undefined;
  const [first = '', ...lines] = octets.toString('utf8', 0, end).split('\r\n');
  const start = startIn(first);
  const headers = headersIn(lines);
  if (!start || !headers) return undefined;
  const only = (name: string) => headers.find(([one]) => one === name)?.[1];
  const via = viaIn(only('via'));
  const sequence = /^(\d{1,10})[ \t]+(\S+)$/.exec(only('cseq') ?? '');
  const [callId, from, to] = [only('call-id'), only('from'), only('to')];
  const length = only('content-length');
  if (!via || !sequence || !callId || from === undefined || to === undefined) return undefined;
  const [number, method] = [Number(sequence[1]), sequence[2]!];
  if (number >= GREATEST_NUMBER || (start.method !== undefined && start.method !== method)) return undefined;
  if (length !== undefined && !(lengthIn(length) <= octets.length - end - END.length)) return undefined;
  const [fromTag, toTag] = [from, to].map((value) => addressIn(value).parameters.get('tag') ?? '');
  return {
    ...start,
    headers,
    via,
    callId,
    sequence: { number, method },
    fromTag: fromTag!,
    toTag: toTag!,
  };
}

function startIn(line: string): Start | undefined {
  if (control.test(line)) return undefined;
  const asked = requestLine.exec(line);
  if (asked) return { method: asked[1]!, uri: asked[2]! };
  const answered = statusLine.exec(line);
  return answered ? { status: Number(answered[1]), reason: answered[2] ?? '' } : undefined;
}

function headersIn(lines: readonly string[]): Header[] | undefined {
  const headers: [name: string, parts: string[]][] = [];
  for (const line of lines) {
    if (control.test(line)) return undefined;
    if (line.startsWith(' ') || line.startsWith('\t')) {
      // A line that goes on where nothing has begun.
      if (headers.length === 0) return undefined;
      headers.at(-1)![1].push(line.trim());
      continue;
    }
    const colon = line.indexOf(':');
    const written = line.slice(0, Math.max(colon, 0)).trimEnd().toLowerCase();
    if (!token.test(written) || headers.length === MOST_HEADERS) return undefined;
    headers.push([compact[written] ?? written, [line.slice(colon + 1).trim()]]);
  }
  const names = headers.map(([name]) => name);
  if (single.some((name) => names.indexOf(name) !== names.lastIndexOf(name))) return undefined;
  return headers.map(([name, parts]) => [name, parts.join(' ').trim()]);
}

function viaIn(value: string | undefined): Via | undefined {
  const [protocol = '', ...rest] = splitOutside(splitOutside(value ?? '', ',')[0]!, ';');
  const sent = /^SIP *\/ *2\.0 *\/ *\w{2,8} +(\S{1,255})$/i.exec(protocol);
  if (!sent) return undefined;
  const parameters = parametersIn(rest);
  return { sentBy: sent[1]!.toLowerCase(), branch: parameters.get('branch') ?? '', parameters };
}

function lengthIn(value: string): number {
  return /^\d{1,9}$/.test(value) ? Number(value) : NaN;
}

/** Cuts at a sign where it stands neither in quotes nor in angle brackets. */
export function splitOutside(text: string, separator: ',' | ';'): string[] {
  const parts: string[] = [];
  let [from, isQuoted, isBracketed] = [0, false, false];
  for (let at = 0; at < text.length; at += 1) {
    const sign = text[at];
    if (isQuoted && sign === '\\') at += 1;
    else if (sign === '"' && !isBracketed) isQuoted = !isQuoted;
    else if (isQuoted) continue;
    else if (sign === '<') isBracketed = true;
    else if (sign === '>') isBracketed = false;
    else if (sign === separator && !isBracketed) {
      parts.push(text.slice(from, at).trim());
      from = at + 1;
    }
  }
  return [...parts, text.slice(from).trim()];
}

/** Names in small letters; of one that is said twice the first counts. */
export function parametersIn(parts: readonly string[]): Map<string, string> {
  const found = new Map<string, string>();
  for (const part of parts) {
    const equals = part.indexOf('=');
    const name = (equals < 0 ? part : part.slice(0, equals)).trim().toLowerCase();
    if (name !== '' && !found.has(name)) found.set(name, equals < 0 ? '' : unquoted(part.slice(equals + 1)));
  }
  return found;
}

function unquoted(text: string): string {
  const value = text.trim();
  if (!value.startsWith('"') || !value.endsWith('"') || value.length < 2) return value;
  return value.slice(1, -1).replaceAll(/\\(.)/g, '$1');
}

/** An address as From, To, Contact and their like write it: with a name and in brackets, or bare. */
export interface Address {
  readonly name: string;
  readonly uri: string;
  readonly parameters: ReadonlyMap<string, string>;
}

export function addressIn(value: string): Address {
  const [address = '', ...rest] = splitOutside(value, ';');
  const parameters = parametersIn(rest);
  const bracket = address.lastIndexOf('<');
  if (bracket < 0 || !address.endsWith('>')) return { name: '', uri: address, parameters };
  return {
    name: unquoted(address.slice(0, bracket)),
    uri: address.slice(bracket + 1, -1).trim(),
    parameters,
  };
}

/** All values of a header that may stand in several lines, and several times in each. */
export function valuesOf({ headers }: SipMessage, name: string): string[] {
  return headers
    .filter(([one]) => one === name)
    .flatMap(([, value]) => splitOutside(value, ','))
    .filter((value) => value !== '');
}

/** A header's first line as it stands; empty where there is none. */
export function headerOf({ headers }: SipMessage, name: string): string {
  return headers.find(([one]) => one === name)?.[1] ?? '';
}

/** What stands before the host: a number, or a name. */
export function userIn(uri: string): string {
  const [, scheme = '', rest = ''] = /^([a-z][a-z\d+.-]{0,15}):(.*)$/i.exec(uri) ?? [];
  const isPhone = scheme.toLowerCase() === 'tel';
  if (!isPhone && !['sip', 'sips'].includes(scheme.toLowerCase())) return '';
  const at = rest.lastIndexOf('@');
  if (!isPhone && at < 0) return '';
  const [user = ''] = (isPhone ? rest : rest.slice(0, at)).split(/[;:?]/, 1);
  try {
    return decodeURIComponent(user);
  } catch {
    return user;
  }
}

/** Whatever is in a value, it stays in its line. */
export function writeMessage(start: string, headers: readonly Header[]): Buffer {
  const lines = headers.map(([name, value]) => `${name}: ${value.replaceAll(controls, ' ')}`);
  return Buffer.from([start, ...lines, 'Content-Length: 0', '', ''].join('\r\n'));
}

/** Cuts a stream into messages by their lengths, in time in proportion to its own. What cannot be cut is told once, and nothing after it is read. */
export function createFraming({
  heard,
  lost,
}: {
  heard: (octets: Buffer) => void;
  lost: () => void;
}): (chunk: Buffer) => void {
  const held = Buffer.allocUnsafe(MOST_OCTETS);
  /** What is held lies between these; up to `searched` its end has been looked for. */
  let [from, filled, searched] = [0, 0, 0];
  /** How long the message is that begins at `from`, once that is known. */
  let size: number | undefined;
  let isLost = false;

  return (chunk) => {
    for (let rest = chunk; rest.length > 0 && !isLost;) {
      const taken = rest.copy(held, filled);
      filled += taken;
      rest = rest.subarray(taken);
      cut();
      held.copyWithin(0, from, filled);
      [from, filled, searched] = [0, filled - from, Math.max(0, searched - from)];
      if (filled === MOST_OCTETS) give();
    }
  };

  function cut(): void {
    while (!isLost) {
      // What keeps a connection alive stands between messages.
      if (size === undefined) while (from < filled && (held[from] === CR || held[from] === LF)) from += 1;
      size ??= sizeOf(held.subarray(from, filled), Math.max(0, searched - from - END.length));
      searched = filled;
      if (size !== undefined && size > MOST_OCTETS) return give();
      if (size === undefined || from + size > filled) return;
      heard(Buffer.from(held.subarray(from, from + size)));
      [from, searched, size] = [from + size, from + size, undefined];
    }
  }

  function give(): void {
    isLost = true;
    lost();
  }
}

const [CR, LF] = [0x0d, 0x0a];

/** How long the message is that begins here; undefined where that cannot be said yet, and without end where it never can. */
function sizeOf(octets: Buffer, searched: number): number | undefined {
  const end = octets.indexOf(END, searched);
  if (end < 0) return undefined;
  const head = octets.toString('latin1', 0, end);
  const lengths = [...head.matchAll(/\r\n(?:content-length|l)[ \t]*:[ \t]*(\d{1,9})[ \t]*(?=\r\n|$)/gi)];
  return lengths.length === 1 ? end + END.length + Number(lengths[0]![1]) : Infinity;
}

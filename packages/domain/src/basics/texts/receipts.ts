import { fromGsmOctets } from './gsm.ts';

/** What a service says has become of a message that it took. */
export interface Receipt {
  /** By which id it was taken, as the receipt writes it. */
  readonly id: string;
  /** Null: it is still on its way. */
  readonly state: 'confirmed' | 'failed' | 'expired' | 'unknown' | null;
  /** The service's own word, such as UNDELIV, with its error where it has one. */
  readonly word: string;
  /** How the message began, where the receipt says so. */
  readonly text: string;
}

/** The words of receipts, by how they begin: services cut them to seven letters, or do not. */
const states: readonly (readonly [string, Receipt['state']])[] = [
  ['DELIV', 'confirmed'],
  ['READ', 'confirmed'],
  ['EXPIR', 'expired'],
  ['DELET', 'failed'],
  ['UNDEL', 'failed'],
  ['REJEC', 'failed'],
  ['FAIL', 'failed'],
  ['UNKNO', 'unknown'],
];
/** The same as numbers, of SMPP 3.4. */
const numbered = ['', 'ENROUTE', 'DELIVRD', 'EXPIRED', 'DELETED', 'UNDELIV', 'ACCEPTD', 'UNKNOWN', 'REJECTD'];

export function stateOfWord(word: string): Receipt['state'] {
  const upper = word.toUpperCase();
  return states.find(([beginning]) => upper.startsWith(beginning))?.[1] ?? null;
}

/** A receipt, of its fields where it has any, else of its text; undefined where neither says what it is about. */
export function readReceipt({
  text,
  id,
  state,
}: {
  text: string;
  id?: string | undefined;
  state?: number | undefined;
}): Receipt | undefined {
  const said = (name: string) => new RegExp(`\\b${name}:\\s*(\\S+)`, 'i').exec(text)?.[1];
  const found = id?.trim() || said('id');
  const word = (state === undefined ? undefined : numbered[state]) || said('stat');
  if (found === undefined || word === undefined) return undefined;
  const error = said('err');
  const isTold = error !== undefined && /[1-9A-Z]/i.test(error);
  return {
    id: found,
    state: stateOfWord(word),
    word: isTold ? `${word} ${error}` : word,
    text: /\btext:\s?(.*)$/is.exec(text)?.[1] ?? '',
  };
}

/** Ids as they are compared: services write one and the same with zeros before it, in capitals and not. */
export function plainId(id: string): string {
  const plain = id.trim().toLowerCase().replace(/^0+/, '');
  return plain === '' ? '0' : plain;
}

/**
 * Under which ids a message may have been taken that a receipt calls by this one, the likeliest first: the same, or the same number
 * written in tens for sixteens, or the other way round.
 */
export function idsMeant(id: string): string[] {
  const plain = plainId(id);
  const forms = [plain];
  if (/^\d{1,38}$/.test(plain)) forms.push(BigInt(plain).toString(16));
  if (/^[0-9a-f]{1,32}$/.test(plain)) forms.push(BigInt(`0x${plain}`).toString());
  return [...new Set(forms)];
}

/** Part of a long message: which, of how many, of what. */
export interface PartOf {
  readonly whole: string;
  readonly total: number;
  readonly number: number;
}

/** What an answer says, of its octets: the header before it tells whether it is a part. */
export function readOctets(
  octets: Uint8Array,
  { coding, hasHeader }: { coding: number; hasHeader: boolean },
): { text: string; part: PartOf | null } {
  const headerLength = hasHeader && octets.length > 0 ? Math.min(octets[0]! + 1, octets.length) : 0;
  return {
    text: decoded(octets.subarray(headerLength), coding),
    part: partIn(octets.subarray(1, headerLength)),
  };
}

const CONCATENATED = 0x00;
const CONCATENATED_16 = 0x08;

function partIn(header: Uint8Array): PartOf | null {
  for (let at = 0; at + 2 <= header.length;) {
    const [element, length] = [header[at]!, header[at + 1]!];
    const content = [...header.subarray(at + 2, at + 2 + length)];
    const numbers = element === CONCATENATED ? content : element === CONCATENATED_16 ? content.slice(1) : [];
    const [low, total, number] = numbers;
    if (low !== undefined && total && number && number <= total)
      return { whole: content.slice(0, -2).join('.'), total, number };
    at += 2 + length;
  }
  return null;
}

/** The alphabets of SMPP that carry words; what is no words is none. */
function decoded(octets: Uint8Array, coding: number): string {
  const alphabet = coding >= 0xf0 ? (coding & 0x04 ? 4 : 0) : coding & 0x0f;
  if (alphabet === 0) return fromGsmOctets(octets);
  if (alphabet === 1 || alphabet === 3) return String.fromCharCode(...octets);
  if (alphabet !== 8) return '';
  let text = '';
  for (let at = 0; at + 1 < octets.length; at += 2)
    text += String.fromCharCode((octets[at]! << 8) | octets[at + 1]!);
  return text.toWellFormed();
}

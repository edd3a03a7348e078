import type { DeliveryState } from '../deliveries/rules.ts';
import {
  dateAt,
  type LocalDate,
  type LocalTime,
  momentOf,
  addDays,
  startOfDay,
  timeAt,
} from '../../values/local-time.ts';
import { type EpochMinutes, MINUTE_MS } from '../../values/minutes.ts';
import { encodingOf, placesOf, type TextEncoding } from './gsm.ts';

/** What one message carries, and what each part of a long one does: its header takes the rest. */
const room = { 'GSM-7': { alone: 160, part: 153 }, 'UCS-2': { alone: 70, part: 67 } } as const;

/** Longer than anything that somebody has to say by text. */
export const LONGEST_TEXT = 1_000;

export interface TextLength {
  readonly encoding: TextEncoding;
  /** Places that it takes of those that it has. */
  readonly characters: number;
  readonly parts: number;
  /** What still fits before it takes another part. */
  readonly left: number;
}

/** How long a text is, and how many messages it is paid for. */
export function partsOf(body: string): TextLength {
  const encoding = encodingOf(body);
  const parts = splitText(body);
  const places = (text: string) =>
    Array.from(text).reduce((sum, letter) => sum + placesOf(letter, encoding), 0);
  const { alone, part } = room[encoding];
  return {
    encoding,
    characters: places(body),
    parts: parts.length,
    left: (parts.length === 1 ? alone : part) - places(parts.at(-1)!),
  };
}

/** The parts that a text is sent in: one, where it fits. Neither an escaped letter nor an emoji is cut in two. */
export function splitText(body: string): string[] {
  const encoding = encodingOf(body);
  const { alone, part } = room[encoding];
  const letters = Array.from(body);
  if (letters.reduce((sum, letter) => sum + placesOf(letter, encoding), 0) <= alone) return [body];
  const parts = [''];
  let used = 0;
  for (const letter of letters) {
    const places = placesOf(letter, encoding);
    if (used + places > part) {
      parts.push('');
      used = 0;
    }
    parts[parts.length - 1] += letter;
    used += places;
  }
  return parts;
}

/** What word processors and phones put in the place of what keys have, and what it stands for. */
const straight: readonly (readonly [RegExp, string])[] = [
  [/[“”„‟«»″]/gu, '"'],
  [/[‘’‚‛′`´]/gu, "'"],
  [/[‐‑‒–—―−]/gu, '-'],
  [/…/gu, '...'],
  [/•/gu, '-'],
  [/[\u00A0\u2000-\u200A\u202F\u205F\u3000]/gu, ' '],
  [/[\u200B\u200C\u2060\uFEFF]/gu, ''],
];

/** The same words with plain quotes, dashes and spaces: one curly quote doubles what a text costs. */
export function straighten(body: string): string {
  return straight.reduce((text, [curly, plain]) => text.replaceAll(curly, plain), body);
}

/** From when to when nobody is texted; null: at no time. Past midnight where it begins later than it ends. */
export interface QuietHours {
  readonly from: LocalTime;
  readonly to: LocalTime;
}

export function inQuietHours(at: Date, hours: QuietHours | null, zone: string): boolean {
  if (!hours || hours.from === hours.to) return false;
  const time = timeAt(minuteAt(at), zone);
  return hours.from < hours.to
    ? time >= hours.from && time < hours.to
    : time >= hours.from || time < hours.to;
}

/** The first moment from then on that is not in the quiet hours, by the clocks where the customer is. */
export function afterQuietHours(at: Date, hours: QuietHours | null, zone: string): Date {
  if (!hours || !inQuietHours(at, hours, zone)) return at;
  const today = dateAt(minuteAt(at), zone);
  for (const date of [today, addDays(today, 1)]) {
    const end = momentOf(date, hours.to, zone) * MINUTE_MS;
    if (end > at.getTime()) return new Date(end);
  }
  return at;
}

function minuteAt(at: Date): EpochMinutes {
  return Math.floor(at.getTime() / MINUTE_MS) as EpochMinutes;
}

/** Of a business that has set nothing. */
export const usualTextSettings = {
  sender: '',
  part_price: 800,
  monthly_ceiling: 50,
  quiet_from: '20:00',
  quiet_to: '08:00',
} as const;

/** A dollar in hundredths of a cent. */
export const DOLLAR = 10_000;

/** Whole cents, or as many places as it takes: "$0.08", "$0.0515". */
export function priceWords(price: number): string {
  const text = (price / DOLLAR).toFixed(4);
  return `$${text.replace(/0{1,2}$/, '')}`;
}

/** The month of a business in which something is paid: its first day. */
export function monthOf(at: Date, zone: string): LocalDate {
  return `${dateAt(minuteAt(at), zone).slice(0, 7)}-01` as LocalDate;
}

export function monthBegins(at: Date, zone: string): Date {
  return new Date(startOfDay(monthOf(at, zone), zone) * MINUTE_MS);
}

/** Australian letters as a sender are at most so many, and one of them no figure. */
const letterSender = /^(?=.*[A-Za-z])[A-Za-z0-9 &.+_-]{3,11}$/;
const numberSender = /^\+?\d{3,15}$/;

/** Whether a text may come from that: a number with its country, a short one, or a name of up to eleven letters. */
export function isSender(sender: string): boolean {
  return sender.trim() === sender && (letterSender.test(sender) || numberSender.test(sender));
}

/** Nobody can answer a name, so those who want no more texts need another way. */
export function canBeAnswered(sender: string): boolean {
  return !letterSender.test(sender);
}

const stopWords: ReadonlySet<string> = new Set([
  'STOP',
  'STOPALL',
  'STOP ALL',
  'UNSUBSCRIBE',
  'CANCEL',
  'END',
  'QUIT',
  'OPTOUT',
  'OPT OUT',
]);
const startWords: ReadonlySet<string> = new Set(['START', 'UNSTOP']);

/** Whether an answer says that somebody wants no more texts, or wants them again: the word alone, however it is written. */
export function wishIn(body: string): 'stop' | 'start' | null {
  const word = body
    .toUpperCase()
    .replaceAll(/[^A-Z\s]/g, '')
    .replaceAll(/\s+/g, ' ')
    .trim();
  if (stopWords.has(word)) return 'stop';
  return startWords.has(word) ? 'start' : null;
}

/** Why a text is not sent, to whoever wants to send it. */
export const textProblems = {
  'no mobile': 'This isn’t a mobile number, so it can’t be texted.',
  'opted out': 'They’ve replied STOP or used the link to stop texts, so they get none.',
  ceiling: 'That would cost more than the month’s limit. The owner can raise it in Settings → Connections.',
  'not connected': 'No text service is connected.',
  'too many': 'This number has had many texts. Try again later.',
} as const;

export type TextProblem = keyof typeof textProblems;

export type TextStateName = 'waiting' | 'sent' | 'delivered' | 'failed' | 'unknown' | 'unsent' | 'expired';

/** What has become of a text, of what has become of its parts: the worst that is known of any of them. */
export function stateOfParts(parts: readonly DeliveryState[]): TextStateName {
  const has = (...states: DeliveryState[]) => parts.some((state) => states.includes(state));
  const left = has('accepted', 'confirmed', 'unknown');
  if (has('failed')) return 'failed';
  // Half a text that has left is none.
  if (has('expired', 'cancelled') && left) return 'failed';
  if (has('expired')) return 'expired';
  if (has('cancelled')) return 'unsent';
  if (has('queued', 'claimed', 'waiting')) return 'waiting';
  if (has('unknown')) return 'unknown';
  return parts.every((state) => state === 'confirmed') ? 'delivered' : 'sent';
}

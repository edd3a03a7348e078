import { minuteOf } from '../assignments/rules.ts';
import { dayInWords, timeInWords } from '../values/clock-words.ts';
import type { Arrival, MessageKind } from './rules.ts';
import type { CustomerMessage } from './schema.ts';

/** "Tue 24 Nov, 8–10 am", "Tue 24 Nov, 11:30 am–1:30 pm": as the clocks in the zone show it. */
export function arrivalInWords({ from, to }: Arrival, zone: string): string {
  const [first, last] = [from, to].map((at) => timeInWords(at, zone).replace(':00', '')) as [string, string];
  const half = last.slice(-3);
  return `${dayInWords(from, zone)}, ${first.endsWith(half) ? first.slice(0, -3) : first}–${last}`;
}

/** "Broken Hill time" of Australia/Broken_Hill. */
export function clocksOf(zone: string): string {
  return `${zone.slice(zone.lastIndexOf('/') + 1).replaceAll('_', ' ')} time`;
}

/** What is sent. */
export const messageNames: Record<MessageKind, string> = {
  confirmed: 'Confirmation',
  changed: 'New time',
  cancelled: 'Cancellation',
  'on the way': '“On my way”',
};

const problems = {
  'no address': 'no email address',
  'too many': 'too many mails to this address',
} as const;

type Message = Pick<CustomerMessage, 'kind' | 'from_at' | 'to_at' | 'zone' | 'to_address' | 'problem'>;

/** "Confirmation mailed to j…@example.com: Tue 24 Nov, 8–10 am", or why not. */
export function messageInWords({ kind, from_at, to_at, zone, to_address, problem }: Message): string {
  const when = arrivalInWords({ from: minuteOf(from_at), to: minuteOf(to_at) }, zone);
  if (problem !== null) return `${messageNames[kind]} not mailed, ${problems[problem]}: ${when}`;
  return `${messageNames[kind]} mailed${to_address === '' ? '' : ` to ${to_address}`}: ${when}`;
}

/** The same in short, for whoever looks at the visit. */
export function toldInWords(message: Message): string {
  return message.problem === null ? messageInWords(message) : `Not told: ${problems[message.problem]}`;
}

import type { MessageKind } from '../../work/visits/rules.ts';
import { messageNames, sentInWords } from '../customer-messages/rules.ts';
import type { Message, MessageCount } from './schema.ts';

const otherNames: Readonly<Record<string, string>> = {
  report: 'Report',
  invoice: 'Invoice',
  'payment reminder': 'Payment reminder',
  receipt: 'Receipt',
  statement: 'Statement',
  quote: 'Quote',
  answer: 'Answer',
  test: 'Test text',
  'opt-out': 'Reply to STOP or START',
};

/** What a message was about. */
export function aboutInWords(kind: string): string {
  return messageNames[kind as MessageKind] ?? otherNames[kind] ?? kind;
}

/** "Confirmation: text to +61412345678 delivered", or who wrote. */
export function messageInOneLine(
  { direction, kind, address, way, problem, state, contact_id }: Message,
  zone: string,
): string {
  if (direction === 'in') return `Text from ${address}`;
  const sent = state === null || state.name === 'received' ? null : { ...state, name: state.name };
  return `${aboutInWords(kind)}: ${sentInWords({ contact_id, to_address: address, problem, way, state: sent }, zone)}`;
}

/** What a text said; the address of its page was never kept. */
export function bodyInWords(body: string): string {
  return body.replaceAll('{link}', '(link)');
}

/** A line of a month: what it was about, and by which way how often. */
export interface MonthLine {
  readonly about: string;
  readonly emails: number;
  readonly texts: number;
  readonly parts: number;
  /** In hundredths of a cent. */
  readonly price: number;
  readonly unsent: number;
}

/** The counts of a month, a line for each kind, the most frequent first, and all of them together. */
export function monthLines(counts: readonly MessageCount[]): { lines: MonthLine[]; all: MonthLine } {
  const lines = [...Map.groupBy(counts, ({ kind }) => kind)].map(([kind, own]) =>
    lineOf(aboutInWords(kind), own),
  );
  return {
    lines: lines.toSorted((one, other) => other.emails + other.texts - one.emails - one.texts),
    all: lineOf('All', counts),
  };
}

function lineOf(about: string, counts: readonly MessageCount[]): MonthLine {
  const sum = (what: (count: MessageCount) => number) => counts.reduce((all, one) => all + what(one), 0);
  const by = (wanted: MessageCount['way']) => sum(({ way, messages }) => (way === wanted ? messages : 0));
  return {
    about,
    emails: by('email'),
    texts: by('text'),
    parts: sum(({ parts }) => parts),
    price: sum(({ price }) => price),
    unsent: sum(({ unsent }) => unsent),
  };
}

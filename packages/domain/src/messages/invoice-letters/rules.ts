/** What a letter about money is. */
export const letterKinds = ['invoice', 'reminder', 'receipt', 'statement', 'quote'] as const;
export type LetterKind = (typeof letterKinds)[number];

/** What the list of messages calls it: a reminder alone is one of a visit. Whoever sees no prices does not see what these say. */
export const letterMessages = {
  invoice: 'invoice',
  reminder: 'payment reminder',
  receipt: 'receipt',
  statement: 'statement',
  quote: 'quote',
} as const satisfies Record<LetterKind, string>;

/** How it got to whoever pays. */
export const letterWays = ['email', 'text', 'by hand'] as const;
export type LetterWay = (typeof letterWays)[number];

/** What somebody adds in words of their own. */
export const MOST_MESSAGE = 1_000;

/** What an email says, with somebody's own words behind the greeting: as it is shown before it is sent, and as it leaves. */
export function withOwnWords<T>(paragraphs: readonly T[], message: string): (T | string)[] {
  const [greeting, ...rest] = paragraphs;
  const own = message
    .split(/\n+/)
    .map((line) => line.trim())
    .filter((line) => line !== '');
  return [...(greeting === undefined ? [] : [greeting]), ...own, ...rest];
}

import type { KeptText } from '../api.ts';

/** What one phone shows of one sender. */
export interface Phone {
  /** The number, and the business by its id. */
  readonly key: string;
  readonly number: string;
  readonly sender: string;
  readonly texts: readonly KeptText[];
}

/** Each number with each business that texts it; whoever has the latest text comes first. */
export function phonesOf(texts: readonly KeptText[]): Phone[] {
  const phones = [...Map.groupBy(texts, ({ business, number }) => `${number}.${business}`)].map(
    ([key, own]) => ({
      key,
      number: own[0]!.number,
      sender: own.findLast(({ direction }) => direction === 'out')?.sender ?? '',
      texts: own,
    }),
  );
  return phones.toSorted((one, other) => latest(other).localeCompare(latest(one)));
}

function latest({ texts }: Phone): string {
  return texts.at(-1)!.at;
}

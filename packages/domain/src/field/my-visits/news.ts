import type { News } from './schema.ts';

/** One change of one person's booking for a visit. */
export interface Rebooked {
  readonly visit_id: string;
  readonly change: number;
  readonly at: string;
  readonly by: string;
  /** Whether whoever is told did it themselves. */
  readonly is_own: boolean;
  /** When the visit was to start before, and is after; null where they were not on it, or are not. */
  readonly before: string | null;
  readonly after: string | null;
  /** Whether the visit was cancelled by it. */
  readonly is_cancelled: boolean;
}

export type FoldedNews = Pick<News, 'visit_id' | 'kind' | 'was_at' | 'starts_at' | 'change' | 'at' | 'by'>;

/**
 * What somebody is to be told of these changes, in the order in which they happened: of each visit one line with the latest truth
 * beside what they know. Where both are the same there is nothing to tell; what they did themselves they know.
 */
export function foldNews(changes: readonly Rebooked[]): FoldedNews[] {
  const inOrder = changes.toSorted((one, other) => one.change - other.change);
  return [...Map.groupBy(inOrder, ({ visit_id }) => visit_id).values()]
    .flatMap(toldOf)
    .toSorted((one, other) => one.change - other.change);
}

function toldOf(own: readonly Rebooked[]): FoldedNews[] {
  const since = own.slice(own.findLastIndex(({ is_own }) => is_own) + 1);
  const [first, last] = [since[0], since.at(-1)];
  if (first === undefined || last === undefined || isSame(first.before, last.after)) return [];
  const { visit_id, change, at, by } = last;
  return [
    { visit_id, kind: kindOf(first, last), was_at: first.before, starts_at: last.after, change, at, by },
  ];
}

function kindOf({ before }: Rebooked, { after, is_cancelled }: Rebooked): News['kind'] {
  if (after !== null) return before === null ? 'new' : 'moved';
  return is_cancelled ? 'cancelled' : 'gone';
}

function isSame(one: string | null, other: string | null): boolean {
  return one === other || (one !== null && other !== null && Date.parse(one) === Date.parse(other));
}

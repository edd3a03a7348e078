import type { Board, BoardVisit } from '../prepared.ts';
import type { Finding, FindingOf } from '../reasons.ts';

/** Short beside a visit that is being dragged, where its technician is in sight; long in a panel, as a sentence. */
export type Words = { readonly short: string; readonly long: string };

/** What a reason is about, for whoever puts it into words. */
export type Scene = {
  readonly board: Board;
  readonly visit: BoardVisit;
  /** The technician's name; empty where the reason is about none. */
  readonly who: string;
};

export type Phrases<Rule extends Finding['rule']> = {
  readonly [Each in Rule]: (finding: FindingOf<Each>, scene: Scene) => Words;
};

export function nameOf({ technicians }: Board, id: string): string {
  return technicians.get(id)?.row.name ?? 'somebody else';
}

/** "Dave, Priya and Sam". */
export function listInWords(words: readonly string[], last = 'and'): string {
  return words.length < 2 ? words.join('') : `${words.slice(0, -1).join(', ')} ${last} ${words.at(-1)}`;
}

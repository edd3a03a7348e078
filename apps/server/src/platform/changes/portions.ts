import { setImmediate as others } from 'node:timers/promises';

/** Few enough that a statement ends long before its time limit, also on a busy machine; enough that there are few statements. */
const PORTION = 1_000;

/** What one statement each writes: an import has more rows than one may take. */
export function portionsOf<T>(list: readonly T[]): readonly (readonly T[])[] {
  return Array.from({ length: Math.ceil(list.length / PORTION) }, (_, at) =>
    list.slice(at * PORTION, (at + 1) * PORTION),
  );
}

/** Whether a list takes more than one statement. */
export function isLong(list: readonly unknown[]): boolean {
  return list.length > PORTION;
}

/** Does a statement for each portion of a list, in its order, and gathers what they answer. Between two, others have their turn. */
export async function inPortions<T, Row>(
  list: readonly T[],
  statement: (portion: readonly T[]) => Promise<readonly Row[]>,
): Promise<Row[]> {
  const gathered: Row[] = [];
  for (const portion of portionsOf(list)) {
    if (gathered.length > 0) await others();
    for (const row of await statement(portion)) gathered.push(row);
  }
  return gathered;
}

/** As long as nobody notices that they wait. */
const SLICE_MS = 10;

/** The same for what is done here and not in the database: whenever that has taken a moment, others have their turn. */
export async function eachInPortions<T>(
  list: readonly T[],
  work: (item: T, at: number) => void,
): Promise<void> {
  let begun = performance.now();
  for (const [at, item] of list.entries()) {
    if (performance.now() - begun > SLICE_MS) {
      await others();
      begun = performance.now();
    }
    work(item, at);
  }
}

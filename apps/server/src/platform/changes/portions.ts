/** Few enough that a statement ends long before its time limit, also on a busy machine; enough that there are few statements. */
const PORTION = 2_000;

/** What one statement each writes: an import has more rows than one may take. */
export function portionsOf<T>(list: readonly T[]): readonly (readonly T[])[] {
  return Array.from({ length: Math.ceil(list.length / PORTION) }, (_, at) =>
    list.slice(at * PORTION, (at + 1) * PORTION),
  );
}

import type { Fields, ValuesOf } from './fields.ts';

// The fields of two records that turn out to be one.

/** Those of which only one record can be right: somebody chooses. */
export function chosenOf<F extends Fields>(fields: F): (keyof F & string)[] {
  return Object.keys(fields).filter((name) => !fields[name]!.together);
}

/** What is said of both: what was chosen of the other one, what the kept one lacks, and together what is told by both. */
export function mergedOf<F extends Fields>(
  fields: F,
  kept: ValuesOf<F>,
  other: ValuesOf<F>,
  taken: readonly (keyof F)[] = [],
): ValuesOf<F> {
  const merged = Object.entries(fields).map(([name, field]) => {
    if (field.together) return [name, field.together(kept[name], other[name])];
    const isOther = isBlank(kept[name]) || (taken.includes(name) && !isBlank(other[name]));
    return [name, (isOther ? other : kept)[name]];
  });
  return Object.fromEntries(merged) as ValuesOf<F>;
}

/** Why what both say cannot be kept together, in words. */
export function mergeProblemIn<F extends Fields>(
  fields: F,
  merged: Partial<ValuesOf<F>>,
): string | undefined {
  for (const [name, { label, schema }] of Object.entries(fields)) {
    const value: unknown = merged[name];
    const { maxLength, maxItems } = schema;
    const most = typeof value === 'string' ? maxLength : Array.isArray(value) ? maxItems : undefined;
    const length = (value as { length: number } | null | undefined)?.length ?? 0;
    if (typeof most === 'number' && length > most)
      return typeof value === 'string'
        ? `${label}: more than ${most.toLocaleString('en-AU')} characters together. Shorten one of them first.`
        : `${label}: more than ${most} together. Remove some first.`;
  }
  return undefined;
}

/** What two tell of one: what the first leaves open, the second says, and of lists what either has. */
export function completedBy<T extends object>(fields: Fields, one: T, other: T): T {
  const said = (record: T, name: string) => (record as Readonly<Record<string, unknown>>)[name];
  const names = Object.keys(fields).filter((name) => name in one || name in other);
  const completed = names.map((name) => {
    const [first, second] = [said(one, name), said(other, name)];
    if (Array.isArray(first) && Array.isArray(second)) return [name, [...new Set([...first, ...second])]];
    return [name, isBlank(first) ? (second ?? first) : first];
  });
  return { ...one, ...Object.fromEntries(completed) };
}

function isBlank(value: unknown): boolean {
  return value === undefined || value === null || (typeof value === 'string' && value.trim() === '');
}

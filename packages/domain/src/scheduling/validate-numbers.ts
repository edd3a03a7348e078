import type { Fault } from './faults.ts';

/** Names that are used more than once, each told once. */
export function duplicates(items: readonly { readonly id: string }[], name: (id: string) => string): Fault[] {
  const seen = new Set<string>();
  const twice = new Set(items.map(({ id }) => id).filter((id) => seen.has(id) || !seen.add(id)));
  return [...twice].map((id) => ({ code: 'duplicate id', of: name(id) }));
}

/** Amounts: whole, and not below zero. */
export function whole(of: string, amounts: readonly (number | undefined)[]): Fault[] {
  return amounts.flatMap((value): Fault[] => {
    if (value === undefined) return [];
    if (!Number.isSafeInteger(value)) return [{ code: 'not whole', of, value }];
    return value < 0 ? [{ code: 'negative', of, value }] : [];
  });
}

/** Times: whole, and none after the one that follows it. */
export function ordered(of: string, times: readonly (number | undefined)[]): Fault[] {
  const given = times.filter((time) => time !== undefined);
  const broken = given.find((time) => !Number.isSafeInteger(time));
  if (broken !== undefined) return [{ code: 'not whole', of, value: broken }];
  const early = given.find((time, i) => time < (given[i - 1] ?? time));
  return early === undefined ? [] : [{ code: 'out of order', of, value: early }];
}

export function placeFaults(of: string, place: number, places: number): Fault[] {
  return Number.isInteger(place) && place >= 0 && place < places
    ? []
    : [{ code: 'unknown place', of, value: place }];
}

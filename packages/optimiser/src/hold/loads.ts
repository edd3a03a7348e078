import type { HeldStop } from './held-stops.ts';

/** What the visits that stay put on the vehicle of a technician in a shift, by kind of load. */
export function heldLoads(
  held: readonly HeldStop[],
): (technician: string, shift: string) => readonly number[] {
  const key = (technician: string, shift: string | undefined): string => JSON.stringify([technician, shift]);
  const sums = new Map<string, number[]>();
  for (const { technician, shift, visit } of held) {
    const own = sums.get(key(technician, shift)) ?? [];
    sums.set(key(technician, shift), own);
    visit.loads?.forEach((load, kind) => (own[kind] = (own[kind] ?? 0) + load));
  }
  return (technician, shift) => sums.get(key(technician, shift)) ?? [];
}

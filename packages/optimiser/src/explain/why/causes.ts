import type { Difference, Placement } from '@muster/domain/scheduling/differences';
import type { Problem, Schedule } from '@muster/domain/scheduling/problem';

import type { Inquiry } from '../why-not/inquiry.ts';
import { brokenBefore } from './broken-before.ts';
import type { Cause } from './cause.ts';
import { gaveWayTo } from './gave-way.ts';

/** Why each visit that differs left its place; of a chain of visits that gave way the first cause is told with each. */
export function findCauses(
  problem: Problem,
  before: Schedule,
  inquiry: Inquiry,
  differences: readonly Difference[],
): (visit: string) => Cause | undefined {
  const broken = brokenBefore(problem, before, inquiry.now);
  const differs = new Map(differences.map((difference) => [difference.visit, difference]));
  const known = new Map<string, Cause | undefined>();
  const direct = (id: string): Cause | undefined => {
    if (!known.has(id)) known.set(id, directCause(id));
    return known.get(id);
  };
  const directCause = (id: string): Cause | undefined => {
    const own = differs.get(id);
    const visit = inquiry.source.visits.get(id);
    if (own?.before === undefined || visit === undefined) return undefined;
    const rule = broken(id);
    if (rule !== undefined) return rule;
    // What stood there before as it stands now took nobody's place.
    const to = gaveWayTo(inquiry, visit, own.before, (other) => differs.has(other));
    const [first] = to ?? [];
    if (to === undefined || first === undefined) return undefined;
    return to.length === 1 && goesBefore(differs.get(first), own)
      ? { code: 'follows', visit: first }
      : { code: 'gave way', to };
  };
  const rootOf = (id: string, seen: Set<string>): Cause | undefined => {
    const cause = direct(id);
    if (cause?.code !== 'gave way' && cause?.code !== 'follows') return cause;
    for (const other of namesOf(cause)) {
      if (seen.has(other)) continue;
      if (differs.get(other)?.before === undefined) return { code: 'new', visit: other };
      const root = rootOf(other, seen.add(other));
      if (root !== undefined) return root;
    }
    return undefined;
  };
  return (id) => {
    const cause = direct(id);
    if (cause?.code !== 'gave way' && cause?.code !== 'follows') return cause;
    const root = rootOf(id, new Set([id]));
    // What a visit gave way to itself need not be told twice.
    if (root === undefined || (root.code === 'new' && namesOf(cause).includes(root.visit))) return cause;
    return { ...cause, root };
  };
}

function namesOf(cause: Extract<Cause, { code: 'gave way' | 'follows' }>): readonly string[] {
  return cause.code === 'follows' ? [cause.visit] : cause.to;
}

/** Whether the first was before the second on the same technician's day, and still is. */
function goesBefore(first: Difference | undefined, second: Difference): boolean {
  const isBefore = (a: Placement | undefined, b: Placement | undefined): boolean =>
    a !== undefined && b !== undefined && a.start < b.start && a.technicians[0] === b.technicians[0];
  return isBefore(first?.before, second.before) && isBefore(first?.after, second.after);
}

import type { Problem, Visit } from '@muster/domain/scheduling/problem';

/** Why a slot is offered; amounts are times, names are ids. slot-words.ts says it in words. */
export type SlotReason =
  | { readonly code: 'driving'; readonly added: number }
  | { readonly code: 'skills'; readonly technicians: readonly string[]; readonly skills: readonly string[] }
  | { readonly code: 'preferred'; readonly technicians: readonly string[] }
  | { readonly code: 'late'; readonly by: number };

/** What a slot adds to the driving, and which wishes it meets. */
export function slotReasons(
  problem: Problem,
  visit: Visit,
  slot: { readonly technicians: readonly string[]; readonly start: number; readonly driving: number },
): SlotReason[] {
  const skills = visit.skills ?? [];
  const people = problem.technicians.filter(({ id }) => slot.technicians.includes(id)).map(({ id }) => id);
  const preferred = people.filter((id) => visit.preferred?.includes(id));
  const late = slot.start - (visit.promise ?? slot.start);
  const reasons: SlotReason[] = [{ code: 'driving', added: slot.driving }];
  if (skills.length > 0) reasons.push({ code: 'skills', technicians: people, skills });
  if (preferred.length > 0) reasons.push({ code: 'preferred', technicians: preferred });
  if (late > 0) reasons.push({ code: 'late', by: late });
  return reasons;
}

import type { Problem, Visit } from '@muster/domain/dispatch/scheduling/problem';
import { lengthInWords } from '@muster/domain/values/clock-words';
import { ticketsFor } from './words/scene.ts';

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

/** Why a slot is offered, in words. Times are minutes. */
export function slotWords(
  { technicians }: Problem,
  skillName: (id: string) => string,
): (reason: SlotReason) => string {
  const names = new Map(technicians.map(({ id, name }) => [id, name]));
  const people = (ids: readonly string[]): string => namesOf(ids.map((id) => names.get(id) ?? id));
  return (reason) => {
    if (reason.code === 'driving')
      return reason.added <= 0 ? 'no extra driving' : `${lengthInWords(reason.added)} of extra driving`;
    if (reason.code === 'preferred') return `${people(reason.technicians)} preferred by the customer`;
    if (reason.code === 'late') return `${lengthInWords(reason.by)} later than promised`;
    const count = reason.technicians.length;
    const holds = ['', `${people(reason.technicians)} holds`, 'both hold'][count] ?? 'all hold';
    return `${holds} the ${ticketsFor(reason.skills.map(skillName))}`;
  };
}

/** "Dave", "Dave and Priya", "Dave, Priya and Sam". */
function namesOf(names: readonly string[]): string {
  if (names.length < 2) return names.join('');
  return `${names.slice(0, -1).join(', ')} and ${names.at(-1)}`;
}

import type { Problem } from '@muster/domain/scheduling/problem';
import { lengthInWords } from '@muster/domain/values/clock-words';

import type { SlotReason } from './slot-reasons.ts';
import { tickets } from './words/blocker.ts';

/** Why a slot is offered, in words. Times are minutes. */
export function slotWords({ technicians }: Problem): (reason: SlotReason) => string {
  const names = new Map(technicians.map(({ id, name }) => [id, name]));
  const people = (ids: readonly string[]): string => namesOf(ids.map((id) => names.get(id) ?? id));
  return (reason) => {
    if (reason.code === 'driving')
      return reason.added <= 0 ? 'no extra driving' : `${lengthInWords(reason.added)} of extra driving`;
    if (reason.code === 'preferred') return `${people(reason.technicians)} preferred by the customer`;
    if (reason.code === 'late') return `${lengthInWords(reason.by)} later than promised`;
    const count = reason.technicians.length;
    const holds = ['', `${people(reason.technicians)} holds`, 'both hold'][count] ?? 'all hold';
    return `${holds} the ${tickets(reason.skills)}`;
  };
}

/** "Dave", "Dave and Priya", "Dave, Priya and Sam". */
function namesOf(names: readonly string[]): string {
  if (names.length < 2) return names.join('');
  return `${names.slice(0, -1).join(', ')} and ${names.at(-1)}`;
}

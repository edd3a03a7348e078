import type { HardRule } from '@muster/domain/scheduling/hard-rules';
import type { Problem } from '@muster/domain/scheduling/problem';

import type { Move } from './moves.ts';
import { minutes, namesOf, skillPhrase } from './phrases.ts';
import type { SlotReason } from './slot-reasons.ts';

/** Everything that the optimiser has to say to a dispatcher, in words. */
export type DispatcherWords = {
  readonly move: (move: Move) => string;
  readonly slotReason: (reason: SlotReason) => string;
  readonly blocker: (rule: HardRule) => string;
};

/** `unitsPerMinute`: of the problem's times. */
export function dispatcherWords(problem: Problem, unitsPerMinute: number): DispatcherWords {
  const names = new Map(problem.technicians.map(({ id, name }) => [id, name]));
  const nameAll = (ids: readonly string[]): string[] => ids.map((id) => names.get(id) ?? id);
  const people = (ids: readonly string[]): string => namesOf(nameAll(ids));
  const time = (units: number): string => minutes(units, unitsPerMinute);
  return {
    move: (move) => moveInWords(move, people, nameAll, time),
    slotReason: (reason) => {
      if (reason.code === 'driving')
        return reason.added <= 0 ? 'no extra driving' : `${time(reason.added)} of extra driving`;
      if (reason.code === 'skills') return skillPhrase(nameAll(reason.technicians), reason.skills);
      if (reason.code === 'preferred') return `${people(reason.technicians)} preferred by the customer`;
      return `${time(reason.by)} later than promised`;
    },
    blocker: (rule) => blockers[rule],
  };
}

function moveInWords(
  { kind, from, to, saved, startBefore, startAfter, skills, preferred }: Move,
  people: (ids: readonly string[]) => string,
  nameAll: (ids: readonly string[]) => string[],
  time: (units: number) => string,
): string {
  const driving = `${saved >= 0 ? 'saves' : 'costs'} ${time(saved)} of driving`;
  if (kind === 'left out') return `${people(from)} → nobody: saves ${time(saved)} of driving`;
  if (kind === 'retimed') {
    const later = (startAfter ?? 0) - (startBefore ?? 0);
    return `${people(to)}: ${time(later)} ${later < 0 ? 'earlier' : 'later'}, ${driving}`;
  }
  const head = kind === 'placed' ? `→ ${people(to)}` : `${people(from)} → ${people(to)}`;
  const parts = [kind === 'placed' ? `adds ${time(saved)} of driving` : driving];
  if (skills.length > 0) parts.push(skillPhrase(nameAll([...new Set([...from, ...to])]), skills));
  if (preferred.length > 0) parts.push('preferred by the customer');
  return `${head}: ${parts.join(', ')}`;
}

/** Why somebody cannot take a visit. */
const blockers: Readonly<Record<HardRule, string>> = {
  known: 'is not known',
  once: 'is planned twice',
  skill: 'does not hold the ticket',
  ticket: 'holds a ticket that has expired',
  banned: 'is not wanted by the customer',
  fixed: 'is not whom the customer was promised',
  pinned: 'is pinned to somebody else',
  window: 'has no time inside the visit’s window',
  crew: 'has nobody to make up the crew',
  overlap: 'is on another visit',
  travel: 'has no room among the other visits',
  shift: 'would work past the end of the shift',
  absence: 'is away',
  break: 'would miss a break',
  duration: 'would be out for too long',
  capacity: 'has no room in the vehicle',
};

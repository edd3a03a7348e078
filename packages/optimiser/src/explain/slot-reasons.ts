import type { Problem, Visit } from '@muster/domain/scheduling/problem';

import { minutes, namesOf, skillPhrase } from './phrases.ts';

/** Why a slot is offered: what it adds to the driving, and which wishes it meets. */
export function slotReasons(
  problem: Problem,
  visit: Visit,
  slot: { readonly technicians: readonly string[]; readonly start: number; readonly driving: number },
  unitsPerMinute: number,
): string[] {
  const people = problem.technicians.filter(({ id }) => slot.technicians.includes(id));
  const added = minutes(slot.driving, unitsPerMinute);
  const late = slot.start - (visit.promise ?? slot.start);
  const wanted = people.filter(({ id }) => visit.preferred?.includes(id));
  return [
    slot.driving <= 0 ? 'no extra driving' : `${added} of extra driving`,
    ...(visit.skills?.length
      ? [
          skillPhrase(
            people.map(({ name }) => name),
            visit.skills,
          ),
        ]
      : []),
    ...(wanted.length > 0 ? [`${namesOf(wanted.map(({ name }) => name))} preferred by the customer`] : []),
    ...(late > 0 ? [`${minutes(late, unitsPerMinute)} later than promised`] : []),
  ];
}

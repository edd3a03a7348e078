import type { Matching } from '@muster/domain/dispatch/scheduling/crew';
import { matchMember, startMatching } from '@muster/domain/dispatch/scheduling/crew';

import type { Model } from '../model/model.ts';
import type { State } from './state.ts';

/** A crew of node `first` to be made up of these technicians, by index; undefined where its members need no skills of their own. */
export function crewMatching(
  model: Model,
  first: number,
  technicians: readonly number[],
): Matching | undefined {
  const { crewLists, crewSize } = model.rich;
  const meets = crewLists.get(first);
  return (
    meets &&
    startMatching(
      crewSize[first]!,
      (member, list) => meets[list * model.technicians + technicians[member]!] === 1,
    )
  );
}

/** Whether those who are on the crew of node `first` can meet its lists of skills. */
export function crewMatches(model: Model, state: State, first: number): boolean {
  const { crewSize, technician } = model.rich;
  const routes = Array.from(state.route.subarray(first, first + crewSize[first]!)).filter((r) => r >= 0);
  const members = routes.map((r) => technician[r]!);
  const matching = crewMatching(model, first, members);
  return matching === undefined || members.every((_, member) => matchMember(matching, member));
}

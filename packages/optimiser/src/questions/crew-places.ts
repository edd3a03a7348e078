import { crewSize, holdsAll, matchMember, startMatching } from '@muster/domain/scheduling/crew';
import type { Visit } from '@muster/domain/scheduling/problem';
import { lastingSkills } from '@muster/domain/scheduling/tickets';

import { drive } from '../model/travel.ts';
import { cheapestSeat, someOf, startsOn } from '../moves/place-crew.ts';
import type { HeldSchedule } from './held-schedule.ts';
import type { LaidOutDays } from './laid-out.ts';

type Place = {
  readonly technicians: readonly string[];
  readonly shifts: readonly string[];
  readonly start: number;
  readonly cost: number;
  readonly driving: number;
};

type Member = {
  readonly technician: string;
  readonly shift: string;
  readonly cost: number;
  readonly driving: number;
};

/** The cheapest crew for every start at which somebody could begin. */
export function crewPlaces(held: HeldSchedule, visit: Visit, days: readonly LaidOutDays[]): Place[] {
  const starts = new Set(visit.windows.map(({ start }) => start));
  for (const { compiled, work, node } of days)
    for (const start of startsOn(work, node)) if (start >= 0) starts.add(compiled.zero + start);
  return someOf(starts).flatMap((start) => {
    const members = days.flatMap((each) => memberAt(each, start) ?? []).sort((a, b) => a.cost - b.cost);
    const crew = cheapestCrew(held, visit, members);
    if (crew.length < crewSize(visit)) return [];
    return [
      {
        technicians: crew.map(({ technician }) => technician),
        shifts: crew.map(({ shift }) => shift),
        start,
        cost: crew.reduce((sum, { cost }) => sum + cost, 0),
        driving: crew.reduce((sum, { driving }) => sum + driving, 0),
      },
    ];
  });
}

function memberAt({ days, compiled, work, node }: LaidOutDays, start: number): Member | undefined {
  const { model, state } = work;
  const fixed = state.rich!.fixedStart;
  fixed[node] = start - compiled.zero;
  let best: Member | undefined;
  for (let r = 0; r < model.routes; r++) {
    const seat = cheapestSeat(work, node, r);
    if (seat === undefined || seat.cost >= (best?.cost ?? Infinity)) continue;
    const saved = state.size[r] === 0 ? 0 : state.leg[seat.follow]!;
    const driving =
      drive(model, r, seat.follow, node) + drive(model, r, node, state.next[seat.follow]!) - saved;
    best = { technician: days.technician.id, shift: compiled.shiftOf[r]!.id, cost: seat.cost, driving };
  }
  fixed[node] = -1;
  return best;
}

function cheapestCrew({ technicians }: HeldSchedule, visit: Visit, members: readonly Member[]): Member[] {
  const size = crewSize(visit);
  const { crewSkills } = visit;
  if (crewSkills === undefined) return members.slice(0, size);
  const matching = startMatching(size, (member, list) =>
    holdsAll({ skills: lastingSkills(technicians.get(members[member]!.technician)!) }, crewSkills[list]!),
  );
  return members.filter((_, member) => matchMember(matching, member));
}

import { crewSize } from '@muster/domain/scheduling/crew';
import type { Technician, Visit } from '@muster/domain/scheduling/problem';

import { slotsOf } from '../../find-slot.ts';
import { crewWith } from '../crew-with.ts';
import { findMates } from '../mates.ts';
import type { Blocked, Blocker } from './blockers.ts';
import { groupBlockers } from './blockers.ts';
import { withShorterVisit, withWiderWindow } from './eased.ts';
import { asMove, atAnotherTime, onAnotherDay, withSomebodyElse } from './elsewhere.ts';
import { ifOthersGaveWay } from './give-way.ts';
import type { Inquiry } from './inquiry.ts';
import { ifAnotherMadeRoom } from './move-out.ts';
import type { Fits } from './obstacle.ts';
import { asMember, exactly, obstacleFor } from './obstacle.ts';
import { withOvertime } from './overtime.ts';
import type { Remedy } from './remedy.ts';
import { movesOf, movesOn } from './remedy.ts';

/** Why a visit is not on the schedule, and what would let it in. */
export type WhyNot = {
  readonly visit: string;
  /** The most telling first. Whoever is in none of them could take it: then there is a remedy `place`. */
  readonly blockers: readonly Blocker[];
  /** Those that ask for least first. */
  readonly remedies: readonly Remedy[];
  /** Where there is none of them: until when something was looked for. */
  readonly until?: number;
};

/** A dispatcher rings two or three. */
const MOST_EXACT = 3;

type Able = { readonly technician: Technician; readonly fits: Fits };

export function whyNot(inquiry: Inquiry, visit: Visit): WhyNot {
  const { technicians } = inquiry.source.problem;
  const blocked: Blocked[] = [];
  const able: Able[] = [];
  for (const technician of technicians) {
    const found = obstacleFor(inquiry.daysOf(technician), asMember(visit));
    if (found.code === 'fits') able.push({ technician, fits: found });
    else blocked.push({ technician: technician.id, obstacle: found });
  }
  sharpen(inquiry, visit, blocked);
  const isCrew = crewSize(visit) > 1;
  const place =
    placeBeside(inquiry, visit, able) ??
    (isCrew ? placeCrew(inquiry, visit, able) : placeOne(inquiry, visit, able));
  // Each of them could come, and not enough at once.
  if (isCrew && place === undefined)
    blocked.push(
      ...able.map(({ technician }): Blocked => ({ technician: technician.id, obstacle: { code: 'crew' } })),
    );
  const remedies = place === undefined ? remediesFor(inquiry, visit, blocked) : [place];
  return {
    visit: visit.id,
    blockers: groupBlockers(blocked, visit.windows),
    remedies,
    ...(remedies.length === 0 && { until: (inquiry.wider ?? inquiry.held).horizon.end }),
  };
}

/** The few who come closest are told to the minute. */
function sharpen({ source, daysOf }: Inquiry, visit: Visit, blocked: Blocked[]): void {
  const over = ({ obstacle }: Blocked): number =>
    obstacle.code === 'full' ? (obstacle.by?.over ?? Infinity) : Infinity;
  const full = blocked.filter(({ obstacle }) => obstacle.code === 'full');
  const closest = full.sort((a, b) => over(a) - over(b)).slice(0, MOST_EXACT);
  for (const one of closest) {
    const technician = source.problem.technicians.find(({ id }) => id === one.technician)!;
    const obstacle = exactly(daysOf(technician), asMember(visit), one.obstacle);
    blocked[blocked.indexOf(one)] = { technician: one.technician, obstacle };
  }
}

function remediesFor(inquiry: Inquiry, visit: Visit, blocked: readonly Blocked[]): Remedy[] {
  const elsewhere = [withSomebodyElse(inquiry, visit), onAnotherDay(inquiry, visit)];
  const never = new Set<string>(['skill', 'ticket', 'banned', 'fixed', 'pinned']);
  const hopeless = new Set(
    blocked.filter(({ obstacle }) => never.has(obstacle.code)).map(({ technician }) => technician),
  );
  const people = inquiry.source.problem.technicians.filter(({ id }) => !hopeless.has(id));
  const window = withWiderWindow(inquiry, visit, people);
  const found = (
    crewSize(visit) > 1
      ? [elsewhere[0], window, elsewhere[1]]
      : [
          elsewhere[0],
          ifAnotherMadeRoom(inquiry, visit, people),
          withOvertime(inquiry, visit, blocked),
          window,
          elsewhere[1],
          withShorterVisit(inquiry, visit, people),
        ]
  ).filter((remedy) => remedy !== undefined);
  if (found.length > 0) return found;
  const last = [atAnotherTime(inquiry, visit), ifOthersGaveWay(inquiry, visit)];
  return last.filter((remedy) => remedy !== undefined);
}

/** With everything else standing still. */
function placeBeside({ held }: Inquiry, visit: Visit, able: readonly Able[]): Remedy | undefined {
  const [slot] = able.length === 0 ? [] : slotsOf(held, visit);
  return slot && { code: 'place', moves: [asMove(visit, slot)] };
}

function placeOne(inquiry: Inquiry, visit: Visit, able: readonly Able[]): Remedy | undefined {
  const [best] = able.toSorted((a, b) => a.fits.cost - b.fits.cost);
  if (best === undefined) return undefined;
  return { code: 'place', moves: movesOn(inquiry.daysOf(best.technician), visit, best.fits.routes) };
}

function placeCrew(
  { source, daysOf, routesOf }: Inquiry,
  visit: Visit,
  able: readonly Able[],
): Remedy | undefined {
  const mates = findMates(source.problem.technicians, daysOf, visit);
  for (const { technician } of able) {
    const crew = crewWith(daysOf(technician), visit, mates);
    if (crew === undefined) continue;
    const people = [...new Set(crew.routes.map((route) => route.technician))];
    const moves = movesOf(visit.id, people.flatMap(routesOf), crew.routes);
    const own = moves.filter((move) => move.visit === visit.id);
    const together = { ...own[0]!, technicians: own.flatMap((move) => move.technicians) };
    return { code: 'place', moves: [together, ...moves.slice(own.length)] };
  }
  return undefined;
}

import { matchMember } from '@muster/domain/dispatch/scheduling/crew';
import { crewMatching } from '../schedule/crew.ts';
import { insertAfter } from '../schedule/edit.ts';
import { NEVER } from '../model/model.ts';
import { tryInsert } from '../times/route-times.ts';
import { earliestStart } from '../times/timetable.ts';
import { drive } from '../model/travel.ts';
import type { Work } from '../schedule/work.ts';
import { carries, fairnessCost } from '../schedule/loads.ts';

/** Start times tried for one crew: more find little. */
const MOST_STARTS = 24;

type Seat = { readonly node: number; readonly follow: number; readonly cost: number };

/** A full crew at one start. */
type Crew = { readonly start: number; readonly seats: readonly Seat[]; readonly cost: number };

/**
 * Places a visit that needs several technicians: the cheapest full crew wins. Once placed its start stands still, so
 * that routes stay independent of each other.
 */
export function placeCrew(work: Work, first: number, most: number): boolean {
  let best: Crew | undefined;
  for (const crew of possibleCrews(work, first)) if (crew.cost < (best?.cost ?? most)) best = crew;
  for (const { node, follow } of best?.seats ?? []) {
    work.state.rich.fixedStart[node] = best!.start;
    insertAfter(work, node, follow);
  }
  return best !== undefined;
}

/** The cheapest crew for every start at which some route could take the visit. */
function possibleCrews(work: Work, first: number): Crew[] {
  const size = work.model.rich.crewSize[first]!;
  return someOf(startsOn(work, first)).flatMap((start) => {
    const seats = fillSeats(work, first, size, start);
    const cost = seats.reduce((sum, seat) => sum + seat.cost, 0);
    return seats.length === size ? [{ start, seats, cost }] : [];
  });
}

/** Every start at which some route could take the visit: as soon as possible after each of its stops, or as a window opens. */
export function startsOn(work: Work, first: number): Set<number> {
  const { model, state } = work;
  const rich = model.rich;
  const starts = new Set<number>();
  for (let w = rich.windowAt[first]!; w < rich.windowAt[first + 1]!; w++) starts.add(rich.windowStart[w]!);
  for (let r = 0; r < model.routes; r++) {
    if (!takes(work, first, r)) continue;
    const end = model.nodes + 2 * r + 1;
    for (let p = end - 1; p !== end; p = state.next[p]!) {
      const into = drive(model, r, p, first);
      const start = earliestStart(rich, state, first, state.depart[p]! + into);
      if (start < NEVER) starts.add(start);
    }
  }
  return starts;
}

/** In order, and of very many only some. */
export function someOf(starts: ReadonlySet<number>): number[] {
  const sorted = [...starts].sort((a, b) => a - b);
  const step = Math.max(1, Math.ceil(sorted.length / MOST_STARTS));
  return sorted.filter((_, i) => i % step === 0);
}

/** The cheapest position of every technician at that start, and of those the cheapest who make up a crew. */
function fillSeats(work: Work, first: number, size: number, start: number): Seat[] {
  const { model, state } = work;
  const rich = model.rich;
  const fixed = state.rich.fixedStart;
  const byTechnician = new Map<number, Seat>();
  fixed[first] = start;
  for (let r = 0; r < model.routes; r++) {
    const seat = cheapestSeat(work, first, r);
    const known = byTechnician.get(rich.technician[r]!);
    if (seat !== undefined && (known === undefined || seat.cost < known.cost))
      byTechnician.set(rich.technician[r]!, seat);
  }
  fixed[first] = -1;
  const sorted = [...byTechnician].sort(([, a], [, b]) => a.cost - b.cost);
  const technicians = sorted.map(([t]) => t);
  const matching = crewMatching(model, first, technicians);
  return sorted
    .filter((_, member) => matching === undefined || matchMember(matching, member))
    .slice(0, size)
    .map(([, { follow, cost }], k) => ({ node: first + k, follow, cost }));
}

function takes({ model }: Work, first: number, r: number): boolean {
  if (model.rich.assign[first * model.routes + r]! < 0) return false;
  return (
    model.routeStart[r]! <= model.due[first]! &&
    model.routeEnd[r]! >= model.ready[first]! + model.service[first]!
  );
}

/** The cheapest position on route r at the start that is fixed for the visit; undefined where it breaks a rule. */
export function cheapestSeat(work: Work, first: number, r: number): Seat | undefined {
  const { model, state } = work;
  if (!takes(work, first, r) || !carries(model, state, first, r)) return undefined;
  const rich = model.rich;
  const start = state.rich.fixedStart[first]!;
  const row = rich.base[r]! + model.place[first]! * model.places;
  const end = model.nodes + 2 * r + 1;
  const empty = state.size[r] === 0;
  let best: Seat | undefined;
  for (let p = end - 1; p !== end; p = state.next[p]!) {
    // Whoever is still busy then is so behind every later stop as well.
    if (state.depart[p]! > start) break;
    const q = state.next[p]!;
    const into = drive(model, r, p, first);
    const out = model.travel[row + model.place[q]!]!;
    if (state.depart[p]! + into > start || start + model.service[first]! + out > state.latest[q]!) continue;
    const timed = tryInsert(model, state, first, p, into, out);
    if (timed === NEVER) continue;
    const travel = (into + out - (empty ? 0 : state.leg[p]!)) * model.rate[r]!;
    const once = rich.assign[first * model.routes + r]! + (empty ? rich.shiftCost[r]! : 0);
    const cost = travel + timed + once + fairnessCost(model, state, first, r);
    if (best === undefined || cost < best.cost) best = { node: first, follow: p, cost };
  }
  return best;
}

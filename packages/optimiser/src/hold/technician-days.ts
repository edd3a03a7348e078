import type {
  Problem,
  Schedule,
  Shift,
  TakenBreak,
  Technician,
  Visit,
  TravelMatrix,
} from '@muster/domain/dispatch/scheduling/problem';
import { compile } from '../model/compile.ts';
import type { Compiled } from '../model/model.ts';
import { createState } from '../schedule/state.ts';
import { timeRoute } from '../times/time-route.ts';
import type { Block, Spot } from './block.ts';
import { joinPauses, makeBlocks, driveBetween } from './block.ts';
import type { HeldStop } from './held-stops.ts';
import type { OpenShift } from './open-shift.ts';
import { openShift, pausesOf } from './open-shift.ts';

/** The days of one technician: what stays, and what is left to plan in. */
export type TechnicianDays = {
  readonly technician: Technician;
  readonly stops: readonly HeldStop[];
  readonly open: readonly OpenShift[];
};

/** `taken`: the breaks of each shift that are on the schedule. */
export function openDays(
  problem: Problem,
  technician: Technician,
  stops: readonly HeldStop[],
  now: number,
  taken: ReadonlyMap<string, readonly TakenBreak[]>,
): TechnicianDays {
  const matrix = problem.travel[technician.profile ?? 0];
  const blocks = makeBlocks(stops, matrix);
  const open = technician.shifts.flatMap(
    (shift) => openAround(problem, technician, shift, blocks, now, taken.get(shift.id) ?? []) ?? [],
  );
  return { technician, stops, open };
}

/** A break that cannot be planned anew beside the blocks stays where the schedule has it: it is `settled`, and joins a block. */
function openAround(
  problem: Problem,
  technician: Technician,
  shift: Shift,
  blocks: readonly Block[],
  now: number,
  taken: readonly TakenBreak[],
  settled: readonly TakenBreak[] = [],
): OpenShift | undefined {
  const matrix = problem.travel[technician.profile ?? 0];
  const around = settled.length === 0 ? blocks : joinPauses(blocks, pausesOf(shift, settled), matrix);
  const left = openShift(shift, around, matrix, now, taken, settled);
  const eased = left && ease(problem, technician, left);
  if (eased === undefined) return undefined;
  const known = new Set([...eased.rules, ...eased.keptBreaks.map(({ rule }) => rule)]);
  const dropped = taken.filter(({ rule }) => !known.has(rule));
  if (dropped.length === 0) return eased;
  return openAround(problem, technician, shift, blocks, now, taken, [...settled, ...dropped]);
}

/**
 * Drops what the blocks alone already break: a longest duration, and breaks for which they leave no time. Undefined where
 * it is only more work in this shift that would break them.
 */
function ease(problem: Problem, technician: Technician, open: OpenShift): OpenShift | undefined {
  if (open.inside.length === 0 || keepsRules(problem, technician, open)) return open;
  let eased = withRules(open, []);
  if (!keepsRules(problem, technician, eased)) {
    if (!open.isTooLong) return undefined;
    const { maxDuration: _, ...shift } = eased.shift;
    eased = { ...eased, shift };
  }
  for (const rule of open.rules) {
    const tried = withRules(eased, [...eased.rules, rule], open);
    if (keepsRules(problem, technician, tried)) eased = tried;
    else if (!open.isDue(rule)) return undefined;
  }
  return eased;
}

function withRules(open: OpenShift, rules: readonly number[], from: OpenShift = open): OpenShift {
  const { breaks: _, ...shift } = open.shift;
  const breaks = rules.map((rule) => from.shift.breaks![from.rules.indexOf(rule)]!);
  return { ...open, rules, shift: breaks.length === 0 ? shift : { ...shift, breaks } };
}

function keepsRules(problem: Problem, technician: Technician, open: OpenShift): boolean {
  const { compiled } = compileDays(problem, { technician, stops: [], open: [open] });
  const { model } = compiled;
  const nodes = open.inside.map((_, i) => i);
  return timeRoute(model, createState(model), 0, nodes) !== undefined;
}

/** The days as a problem of their own: the blocks pinned, and the visit that somebody asks for behind them. */
export function compileDays(
  problem: Problem,
  { technician, open, stops }: TechnicianDays,
  asked?: { readonly visit: Visit; readonly current: Schedule | undefined; readonly share: number },
): { readonly compiled: Compiled; readonly spots: readonly Spot[] } {
  const { profile: _, ...person } = technician;
  const places = createPlaces();
  const shifts = open.map((each) => shiftAtPlaces(each, (spot) => numberOf(places, spot)));
  const blocks = open.flatMap(({ inside }) => inside);
  const visits = blocks.map((block, i) =>
    blockVisit(block, `${i}`, numberOf(places, placeOf(block)), technician.id),
  );
  if (asked !== undefined) visits.push({ ...asked.visit, place: numberOf(places, asked.visit.place) });
  const part: Problem = {
    travel: [localMatrix(places, problem.travel[technician.profile ?? 0])],
    technicians: [{ ...person, shifts }],
    visits,
    weights: problem.weights,
    ...(asked?.current !== undefined && { current: asked.current }),
  };
  const options = { forQuestions: true, shares: [asked?.share ?? 0], loaded: heldLoads(stops) };
  return { compiled: compile(part, options), spots: places.spots };
}

/** One stop lies at a place; several do at one of their own. */
export function placeOf(block: Block): Spot {
  const [only] = block.stops;
  return block.stops.length === 1 ? only!.visit.place : block;
}

export function shiftAtPlaces({ shift, from, to }: OpenShift, number: (spot: Spot) => number): Shift {
  const at = (spot: Spot): number => number(typeof spot === 'number' ? spot : placeOf(spot));
  return { ...shift, startPlace: at(from), endPlace: at(to) };
}

export function blockVisit({ start, end }: Block, id: string, place: number, technician: string): Visit {
  return {
    id,
    place,
    duration: end - start,
    windows: [],
    pinned: { technicians: [technician], start },
  };
}

/** The few places that one technician's days are about, numbered from 0. -1 stands for one that is not known yet. */
type LocalPlaces = { readonly spots: Spot[]; readonly numbers: Map<Spot, number> };

function createPlaces(): LocalPlaces {
  return { spots: [], numbers: new Map() };
}

function numberOf({ spots, numbers }: LocalPlaces, spot: Spot): number {
  const known = numbers.get(spot);
  if (known !== undefined) return known;
  numbers.set(spot, spots.length);
  return spots.push(spot) - 1;
}

/** The drives between them. */
function localMatrix({ spots }: LocalPlaces, matrix: TravelMatrix | undefined): TravelMatrix {
  const places = spots.length;
  const times = new Int32Array(places * places);
  for (let from = 0; from < places; from++)
    for (let to = 0; to < places; to++)
      if (isKnown(spots[from]!) && isKnown(spots[to]!) && (from !== to || typeof spots[from] === 'number'))
        times[from * places + to] = driveBetween(matrix, spots[from]!, spots[to]!);
  return { places, times };
}

function isKnown(spot: Spot): boolean {
  return typeof spot !== 'number' || spot >= 0;
}

/** What the visits that stay put on the vehicle of a technician in a shift, by kind of load. */
export function heldLoads(
  held: readonly HeldStop[],
): (technician: string, shift: string) => readonly number[] {
  const key = (technician: string, shift: string | undefined): string => JSON.stringify([technician, shift]);
  const sums = new Map<string, number[]>();
  for (const { technician, shift, visit } of held) {
    const own = sums.get(key(technician, shift)) ?? [];
    sums.set(key(technician, shift), own);
    visit.loads?.forEach((load, kind) => (own[kind] = (own[kind] ?? 0) + load));
  }
  return (technician, shift) => sums.get(key(technician, shift)) ?? [];
}

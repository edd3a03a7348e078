import type { Model } from '../model/model.ts';
import { NEVER } from '../model/model.ts';
import type { RouteTimes } from '../times/time-route.ts';
import { timeRoute } from '../times/time-route.ts';
import type { State } from '../schedule/state.ts';
import { beginFront, createFront } from '../times/front.ts';
import { stepFront } from '../times/timetable.ts';

/** When to leave, and how many breaks are over by then, taken at home. */
type Departure = { readonly time: number; readonly breaks: readonly number[] };

/** A timetable with every visit and break of the day. */
export type DayFit = Pick<RouteTimes, 'starts' | 'breaks' | 'cost'>;

/**
 * The timetable that starts nodes[index] soonest, or undefined when no timetable keeps the rules. Slow and complete where
 * the search takes a short cut: a longest duration may be kept by leaving so late that visits fall into later windows.
 */
export function soonestDay(
  model: Model,
  state: State,
  r: number,
  nodes: readonly number[],
  index: number,
): DayFit | undefined {
  const rich = model.rich!;
  const fixed = state.rich!.fixedStart;
  const breaks = rich.breakAt[r + 1]! - rich.breakAt[r]!;
  let best: { start: number; departure: Departure } | undefined;
  for (const home of homeDepartures(model, r, nodes)) {
    for (let taken = 0; taken <= breaks - home.breaks.length; taken++) {
      let departure = home;
      for (;;) {
        const day = leavingAt(model, r, nodes[0]!, departure);
        const start = startAfterBreaks(day, state, r, nodes.slice(0, index + 1), taken);
        if (start >= (best?.start ?? NEVER)) break;
        const end = withFixed(fixed, nodes[index]!, start, () => earliestEnd(day, state, r, nodes));
        if (end >= NEVER) break;
        if (end - departure.time <= rich.maxDuration[r]!) {
          best = { start, departure };
          break;
        }
        // Leaving earlier than this cannot do: no departure after this one ends the day any sooner.
        departure = { ...home, time: end - rich.maxDuration[r]! };
      }
    }
  }
  if (best === undefined) return undefined;
  const { start, departure } = best;
  const day = leavingAt(model, r, nodes[0]!, departure);
  day.routeEnd[r] = Math.min(day.routeEnd[r]!, departure.time + rich.maxDuration[r]!);
  const timed = withFixed(fixed, nodes[index]!, start, () => timeRoute(day, state, r, nodes));
  return timed && { ...timed, breaks: [...departure.breaks, ...timed.breaks] };
}

function withFixed<T>(fixed: Int32Array, node: number, start: number, ask: () => T): T {
  const before = fixed[node]!;
  fixed[node] = start;
  const answer = ask();
  fixed[node] = before;
  return answer;
}

/**
 * At once, or after one or more breaks at home. A break that leaves time for the drive before it counts as taken on
 * arrival, so that only breaks early in the shift are taken at home.
 */
function homeDepartures(model: Model, r: number, nodes: readonly number[]): Departure[] {
  const rich = model.rich!;
  const drive = firstDrive(model, r, nodes[0]!);
  const departures: Departure[] = [{ time: model.routeStart[r]!, breaks: [] }];
  if (rich.maxDuration[r]! >= NEVER) return departures;
  for (let b = rich.breakAt[r]!; b < rich.breakAt[r + 1]!; b++) {
    const { time, breaks } = departures.at(-1)!;
    const pause = Math.max(time, rich.breakEarliest[b]!);
    if (pause > rich.breakLatest[b]! || pause - model.routeStart[r]! >= drive) break;
    departures.push({ time: pause + rich.breakDuration[b]!, breaks: [...breaks, pause] });
  }
  return departures;
}

/**
 * The same day with the departure settled, and no longest duration. Where there is one, the day begins on arrival at the
 * first stop: its breaks are those at home and those from there on.
 */
function leavingAt(model: Model, r: number, first: number, { time, breaks }: Departure): Model {
  const rich = model.rich!;
  if (rich.maxDuration[r]! >= NEVER) return { ...model, routeEnd: model.routeEnd.slice() };
  const routeStart = model.routeStart.slice();
  const place = model.place.slice();
  place[model.nodes + 2 * r] = place[first]!;
  routeStart[r] = time + firstDrive(model, r, first) - firstDrive({ ...model, place }, r, first);
  const breakAt = rich.breakAt.slice();
  breakAt[r]! += breaks.length;
  const maxDuration = rich.maxDuration.slice().fill(NEVER);
  return {
    ...model,
    place,
    routeStart,
    routeEnd: model.routeEnd.slice(),
    rich: { ...rich, breakAt, maxDuration, hasDuration: false, delayPriced: false },
  };
}

function firstDrive({ nodes, place, places, travel, rich }: Model, r: number, first: number): number {
  return travel[rich!.base[r]! + place[nodes + 2 * r]! * places + place[first]!]!;
}

/** Earliest start of the last node with exactly so many breaks before it; NEVER when that cannot be. */
function startAfterBreaks(
  model: Model,
  state: State,
  r: number,
  nodes: readonly number[],
  taken: number,
): number {
  const time = walk(model, state, r, nodes)[taken]!;
  return time >= NEVER ? NEVER : time - model.service[nodes.at(-1)!]!;
}

function earliestEnd(model: Model, state: State, r: number, nodes: readonly number[]): number {
  return Math.min(...walk(model, state, r, [...nodes, model.nodes + 2 * r + 1]));
}

/** Earliest departures from the last of the stops, by breaks taken. */
function walk(model: Model, state: State, r: number, stops: readonly number[]): number[] {
  const rich = model.rich!;
  const wide = rich.breakAt[r + 1]! - rich.breakAt[r]! + 1;
  let here = createFront(wide);
  let there = createFront(wide);
  beginFront(model, r, here, 0);
  let place = model.place[model.nodes + 2 * r]!;
  for (const stop of stops) {
    const drive = model.travel[rich.base[r]! + place * model.places + model.place[stop]!]!;
    if (!stepFront(model, state, r, drive, stop, here, 0, there, 0))
      return Array.from(here.time, () => NEVER);
    [here, there] = [there, here];
    place = model.place[stop]!;
  }
  return [...here.time];
}

import type { Model } from '../model/model.ts';
import type { State } from '../schedule/state.ts';
import { beginFront, cheapestEntry, createFront } from './front.ts';
import { earliestStart, startCost, stepFront } from './timetable.ts';

/** The times of one route: a start for each node, and for each break that is taken. */
export type RouteTimes = {
  readonly starts: readonly number[];
  readonly breaks: readonly number[];
  readonly cost: number;
};

type Event = { time: number; readonly wait: number; readonly isBreak: boolean };

/** Times the nodes as stops of route r, in this order; undefined when no timetable keeps the rules. */
export function timeRoute(
  model: Model,
  state: State,
  r: number,
  nodes: readonly number[],
): RouteTimes | undefined {
  const rich = model.rich;
  const first = rich.breakAt[r]!;
  const breaks = rich.breakAt[r + 1]! - first;
  const wide = breaks + 1;
  const stops = [...nodes, model.nodes + 2 * r + 1];
  const front = createFront((stops.length + 1) * wide);
  beginFront(model, r, front, 0);
  const places = [model.place[model.nodes + 2 * r]!, ...stops.map((node) => model.place[node]!)];
  const legs = stops.map((_, i) => model.travel[rich.base[r]! + places[i]! * model.places + places[i + 1]!]!);
  for (let i = 0; i < stops.length; i++) {
    if (!stepFront(model, state, r, legs[i]!, stops[i]!, front, i * wide, front, (i + 1) * wide))
      return undefined;
  }
  const last = cheapestEntry(front, stops.length * wide, breaks);
  const taken: number[] = [last];
  for (let i = stops.length; i > 0; i--) taken.unshift(front.via[i * wide + taken[0]!]!);
  const events: Event[] = [];
  let wait = 0;
  const note = (time: number, idle: number, isBreak: boolean): void => {
    wait += idle;
    events.push({ time, wait, isBreak });
  };
  stops.forEach((node, i) => {
    let leave = front.time[i * wide + taken[i]!]!;
    let arrive = leave + legs[i]!;
    for (let b = first + taken[i]!; b < first + taken[i + 1]!; b++) {
      let pause = Math.max(arrive, rich.breakEarliest[b]!);
      if (pause <= rich.breakLatest[b]!) {
        note(pause, pause - arrive, true);
        arrive = pause + rich.breakDuration[b]!;
      } else {
        pause = Math.max(leave, rich.breakEarliest[b]!);
        note(pause, pause - leave, true);
        leave = pause + rich.breakDuration[b]!;
        arrive = leave + legs[i]!;
      }
    }
    if (node >= model.nodes) return;
    const start = earliestStart(rich, state, node, arrive);
    note(start, start - arrive, false);
  });
  const back = front.time[stops.length * wide + last]!;
  leaveLater(events, Math.max(0, back - model.routeStart[r]! - rich.maxDuration[r]!));
  const starts = events.filter(({ isBreak }) => !isBreak).map(({ time }) => time);
  const overtime = Math.max(0, back - rich.regularEnd[r]!) * rich.overtime;
  return {
    starts,
    breaks: events.filter(({ isBreak }) => isBreak).map(({ time }) => time),
    cost: starts.reduce((sum, start, i) => sum + startCost(rich, nodes[i]!, start), overtime),
  };
}

/** Pushes everything back by `delay`, less what each idle time takes up: the end stays where it is. */
function leaveLater(events: readonly Event[], delay: number): void {
  for (const event of events) event.time += Math.max(0, delay - event.wait);
}

/** Whether leaving later to keep the longest duration may change what the starts cost: then they are to be timed in full. */
export function delayHasAPrice({ rich, routeStart }: Model, r: number, back: number): boolean {
  return rich.delayPriced && back - routeStart[r]! > rich.maxDuration[r]!;
}

import type { Draft } from './draft.ts';

/** A drive along pieces of routes, as far as it has been reckoned. */
export type Walk = { at: number; time: number; warp: number };

/** Begins behind a node, where all before it stays as it is. */
export function beginBehind(walk: Walk, draft: Draft, node: number): void {
  walk.at = node < draft.nodes ? node : draft.nodes;
  walk.time = draft.depart[node]!;
  walk.warp = draft.warpBefore[node]!;
}

/** Goes on over the visits from `first` to `last`, which follow each other. */
export function goAlong(walk: Walk, draft: Draft, first: number, last: number): void {
  const { way, stride, ready, due, service, next } = draft;
  let { at, time, warp } = walk;
  for (let i = first; ; i = next[i]!) {
    time += way[at * stride + i]!;
    if (time < ready[i]!) time = ready[i]!;
    else if (time > due[i]!) {
      warp += time - due[i]!;
      time = due[i]!;
    }
    time += service[i]!;
    at = i;
    if (i === last) break;
  }
  walk.at = at;
  walk.time = time;
  walk.warp = warp;
}

/** The warp of the whole route when it goes on with a node and all that follows it now. */
export function endWith(walk: Walk, draft: Draft, node: number): number {
  const column = node < draft.nodes ? node : draft.nodes;
  const late = walk.time + draft.way[walk.at * draft.stride + column]! - draft.latest[node]!;
  return walk.warp + draft.warpAfter[node]! + (late > 0 ? late : 0);
}

export function createWalk(): Walk {
  return { at: 0, time: 0, warp: 0 };
}

import type { Neighbours } from '../../near/neighbours.ts';
import type { Random } from '../../search/random.ts';
import { nextBelow } from '../../search/random.ts';
import type { Draft } from './draft.ts';
import { joinPair, openWith } from './join-pair.ts';
import type { Walk } from './walk.ts';

/** What the local search needs beside the draft. */
export type Improver = {
  readonly neighbours: Neighbours;
  /** Neighbours looked at per visit. */
  readonly width: number;
  readonly order: Int32Array;
  readonly walk: Walk;
  readonly random: Random;
};

/** Local search: makes moves as long as one of those that touch a changed route is worth it. */
export function improve(draft: Draft, improver: Improver): void {
  const { order, walk, random } = improver;
  const { nodes, route, changed, tried } = draft;
  shuffle(order, random);
  for (let before = -1; before !== draft.stamp;) {
    before = draft.stamp;
    for (let k = 0; k < nodes; k++) {
      const u = order[k]!;
      const since = tried[u]!;
      tried[u] = draft.stamp;
      joinNeighbours(draft, improver, u, since);
      if (changed[route[u]!]! <= since) continue;
      const empty = draft.size.indexOf(0);
      if (empty >= 0) openWith(draft, walk, u, nodes + 2 * empty);
    }
  }
}

/** Tries to let visit u follow its neighbours, or come first in front of them, where a route has changed since then. */
function joinNeighbours(draft: Draft, improver: Improver, u: number, since: number): void {
  const { nodes, prev, route, changed } = draft;
  const { neighbours, width, walk } = improver;
  const from = u * neighbours.width;
  const end = from + Math.min(width, neighbours.before.count[u]!);
  for (let i = from; i < end; i++) {
    const v = neighbours.before.visits[i]!;
    if (changed[route[u]!]! > since || changed[route[v]!]! > since) joinPair(draft, walk, u, v);
  }
  const last = from + Math.min(width, neighbours.after.count[u]!);
  for (let i = from; i < last; i++) {
    const v = prev[neighbours.after.visits[i]!]!;
    if (v >= nodes && (changed[route[u]!]! > since || changed[route[v]!]! > since))
      joinPair(draft, walk, u, v);
  }
}

export function shuffle(order: Int32Array, random: Random): void {
  for (let i = order.length - 1; i > 0; i--) {
    const j = nextBelow(random, i + 1);
    const held = order[i]!;
    order[i] = order[j]!;
    order[j] = held;
  }
}

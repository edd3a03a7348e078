import { assert, integer, property } from 'fast-check';
import { expect, test } from 'vitest';

import { PATIENCE, runs } from '../../../test/runs.ts';
import { compile } from '../../model/compile.ts';
import { buildNeighbours } from '../../near/neighbours.ts';
import { createRandom, nextBelow, nextUnit } from '../../search/random.ts';
import { samplePlain } from '../sample-plain.ts';
import type { Draft } from './draft.ts';
import { createDraft } from './draft.ts';
import { improve } from './improve.ts';
import { loadDraft, overloadOf, setPrices, travelOf, warpOf } from './refresh-draft.ts';
import { reverseChain } from './reverse-chain.ts';
import { shiftChain } from './shift-chain.ts';
import { swapChains } from './swap-chains.ts';
import { tradeTails } from './trade-tails.ts';
import { createWalk } from './walk.ts';

/** The price of a draft, told stop by stop. */
function slowCost(draft: Draft): number {
  const { nodes, way, stride, next, ready, due, service, demand } = draft;
  let cost = 0;
  for (let r = 0; r < draft.routes; r++) {
    let time = draft.opens;
    let load = 0;
    let at = nodes;
    for (let i = next[nodes + 2 * r]!; i < nodes; i = next[i]!) {
      cost += way[at * stride + i]!;
      time = Math.max(ready[i]!, time + way[at * stride + i]!);
      cost += Math.max(0, time - due[i]!) * draft.warpPrice;
      time = Math.min(time, due[i]!) + service[i]!;
      load += demand[i]!;
      at = i;
    }
    cost += way[at * stride + nodes]!;
    cost += Math.max(0, time + way[at * stride + nodes]! - draft.closes) * draft.warpPrice;
    cost += Math.max(0, load - draft.capacity) * draft.loadPrice;
  }
  return cost;
}

function fastCost(draft: Draft): number {
  return travelOf(draft) + warpOf(draft) * draft.warpPrice + overloadOf(draft) * draft.loadPrice;
}

/** Every visit on a random route. */
function scatter(draft: Draft, seed: number): void {
  const random = createRandom(seed);
  const next = draft.next.slice();
  for (let r = 0; r < draft.routes; r++) next[draft.nodes + 2 * r] = draft.nodes + 2 * r + 1;
  for (let i = 0; i < draft.nodes; i++) {
    const start = draft.nodes + 2 * nextBelow(random, draft.routes);
    next[i] = next[start]!;
    next[start] = i;
  }
  loadDraft(draft, next);
  setPrices(draft, 0.1 + 5 * nextUnit(random), 0.1 + 20 * nextUnit(random));
}

function visitsOf({ nodes, routes, next }: Draft): number[] {
  const seen: number[] = [];
  for (let r = 0; r < routes; r++) for (let i = next[nodes + 2 * r]!; i < nodes; i = next[i]!) seen.push(i);
  return seen.sort((a, b) => a - b);
}

/** A random move with a random outcome: made or not, as its own reckoning says. */
function randomMove(draft: Draft, pick: (bound: number) => number): boolean {
  const { nodes, next, route, rank } = draft;
  const walk = createWalk();
  const u = pick(nodes);
  const v = pick(nodes + 2 * draft.routes);
  if (u === v || next[v] === u || (v >= nodes && (v - nodes) % 2 === 1)) return false;
  const last = next[u]! < nodes && next[u] !== v && pick(2) === 0 ? next[u]! : u;
  if (pick(2) === 0) return shiftChain(draft, walk, u, last, v);
  if (route[u] === route[v]!) return rank[v]! < rank[u]! && reverseChain(draft, u, v);
  if (pick(2) === 0 || v >= nodes) return tradeTails(draft, u, v);
  return swapChains(draft, walk, u, last, v, next[v]! < nodes ? next[v]! : v);
}

test(
  'after any move the fast sums are the slow ones, and no move makes a draft dearer',
  () => {
    assert(
      property(integer(), integer({ min: 2, max: 14 }), (seed, visits) => {
        const { model } = compile(samplePlain(seed, visits));
        const draft = createDraft(model);
        const random = createRandom(seed);
        scatter(draft, seed);
        let cost = slowCost(draft);
        expect(fastCost(draft)).toBeCloseTo(cost, 6);
        for (let step = 0; step < 60; step++) {
          const made = randomMove(draft, (bound) => nextBelow(random, bound));
          const now = slowCost(draft);
          expect(fastCost(draft)).toBeCloseTo(now, 6);
          if (made) expect(now).toBeLessThan(cost);
          else expect(now).toBe(cost);
          cost = now;
        }
        expect(visitsOf(draft)).toEqual(Array.from({ length: visits }, (_, i) => i));
      }),
      { numRuns: runs(60, 2000) },
    );
  },
  PATIENCE,
);

test(
  'what follows a node and what lies before it tell the warp of their route at every cut',
  () => {
    assert(
      property(integer(), integer({ min: 1, max: 14 }), (seed, visits) => {
        const draft = createDraft(compile(samplePlain(seed, visits)).model);
        scatter(draft, seed);
        const { nodes, way, stride, next, route, depart, latest, warpBefore, warpAfter } = draft;
        for (let i = 0; i < nodes; i++) {
          const n = next[i]!;
          const late = depart[i]! + way[i * stride + Math.min(n, nodes)]! - latest[n]!;
          expect(warpBefore[i]! + Math.max(0, late) + warpAfter[n]!).toBe(draft.warp[route[i]!]!);
        }
      }),
      { numRuns: runs(60, 2000) },
    );
  },
  PATIENCE,
);

test(
  'the local search ends with every visit in its place once, and cheaper',
  () => {
    assert(
      property(integer(), integer({ min: 1, max: 20 }), (seed, visits) => {
        const { model } = compile(samplePlain(seed, visits));
        const draft = createDraft(model);
        scatter(draft, seed);
        const before = slowCost(draft);
        draft.changed.fill(++draft.stamp);
        const order = Int32Array.from({ length: visits }, (_, i) => i);
        const neighbours = buildNeighbours(model, 8, 8);
        improve(draft, { neighbours, width: 8, order, walk: createWalk(), random: createRandom(seed) });
        expect(visitsOf(draft)).toEqual(Array.from({ length: visits }, (_, i) => i));
        expect(slowCost(draft)).toBeLessThanOrEqual(before);
        expect(fastCost(draft)).toBeCloseTo(slowCost(draft), 6);
      }),
      { numRuns: runs(40, 1000) },
    );
  },
  PATIENCE,
);

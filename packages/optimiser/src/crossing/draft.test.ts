import { assert, boolean, integer, property } from 'fast-check';
import { expect, test } from 'vitest';

import { PATIENCE, runs } from '../../test/runs.ts';
import { compile } from '../model/compile.ts';
import { buildNeighbours } from '../near/neighbours.ts';
import { samplePlain } from '../samples/plain.ts';
import { sampleProblem } from '../samples/problem.ts';
import { replaceSchedule, routesOf } from '../schedule/replace-schedule.ts';
import { createWork, isBound } from '../schedule/work.ts';
import { createRandom, nextBelow, nextUnit } from '../search/random.ts';
import { advance, createSearch } from '../search/search.ts';
import { defaultTuning } from '../search/tuning.ts';
import type { Draft } from './draft.ts';
import { createDraft, sumsOf } from './draft.ts';
import { loadDraft, setPrices } from './reckon.ts';
import { beginImproving, improve } from './improve.ts';
import { reverseChain, shiftChain, swapChains, tradeTails } from './moves.ts';

/** The price of a draft under windows and one load, told stop by stop. */
function slowCost(draft: Draft): number {
  const { nodes, travel, place, places, next, ready, due, service, demand, model } = draft;
  const { rate } = model;
  let cost = 0;
  for (let r = 0; r < draft.routes; r++) {
    let time = model.routeStart[r]!;
    let load = 0;
    let at = nodes + 2 * r;
    if (next[at]! >= nodes) continue;
    const go = (to: number): number => travel[place[at]! * places + place[to]!]!;
    for (let i = next[at]!; i < nodes; i = next[i]!) {
      cost += go(i) * rate[r]!;
      time = Math.max(ready[i]!, time + go(i));
      cost += Math.max(0, time - due[i]!) * draft.warpPrice;
      time = Math.min(time, due[i]!) + service[i]!;
      load += demand[i]!;
      at = i;
    }
    const end = nodes + 2 * r + 1;
    cost += go(end) * rate[r]!;
    cost += Math.max(0, time + go(end) - model.routeEnd[r]!) * draft.warpPrice;
    cost += Math.max(0, load - draft.capacity[r]!) * draft.loadPrice;
  }
  return cost;
}

function fastCost(draft: Draft): number {
  const { cost, warp, overload } = sumsOf(draft);
  return cost + warp * draft.warpPrice + overload * draft.loadPrice;
}

/** Every visit on a random route that may take it; what is bound stays where the search has put it. */
function scatter(draft: Draft, seed: number, known: Int32Array): void {
  const random = createRandom(seed);
  const { nodes, routes, model } = draft;
  const next = known.slice();
  const free = Array.from({ length: nodes }, (_, i) => i).filter((i) => !isBound(model, i));
  for (let r = 0; r < routes; r++) {
    const bound = routesOf(model, known)[r]!.filter((i) => isBound(model, i));
    const chain = [nodes + 2 * r, ...bound, nodes + 2 * r + 1];
    chain.slice(1).forEach((i, k) => (next[chain[k]!] = i));
  }
  for (const i of free) {
    const takers = Array.from({ length: routes }, (_, r) => r).filter(
      (r) => model.rich.assign[i * routes + r]! >= 0,
    );
    const start = nodes + 2 * takers[nextBelow(random, takers.length)]!;
    next[i] = next[start]!;
    next[start] = i;
  }
  // Which way a broken route is told to go depends on the prices.
  setPrices(draft, 0.1 + 5 * nextUnit(random), 0.1 + 20 * nextUnit(random));
  loadDraft(draft, next);
}

/** A rich problem's schedule with every visit on it, or a plain one's; undefined where some are left out. */
function begun(isRich: boolean, seed: number, visits: number) {
  const problem = isRich
    ? sampleProblem(seed, { technicians: 4, visits, days: 2 })
    : samplePlain(seed, visits);
  const search = createSearch(compile(problem), seed, defaultTuning(), () => {});
  advance(search, 30, 0);
  const { model } = search.compiled;
  const isWhole = search.work.unplaced.count === 0;
  if (isRich && !isWhole) return undefined;
  const known = search.work.state.next.slice();
  const starts = search.work.state.rich.fixedStart.slice();
  return { model, work: search.work, known, starts, draft: createDraft(model, starts) };
}

function visitsOf({ nodes, routes, next }: Draft): number[] {
  const seen: number[] = [];
  for (let r = 0; r < routes; r++) for (let i = next[nodes + 2 * r]!; i < nodes; i = next[i]!) seen.push(i);
  return seen.sort((a, b) => a - b);
}

/** A random move with a random outcome: made or not, as its own reckoning says. */
function randomMove(draft: Draft, pick: (bound: number) => number): boolean {
  const { nodes, next, route, rank } = draft;
  const u = pick(nodes);
  const v = pick(nodes + 2 * draft.routes);
  if (u === v || next[v] === u || (v >= nodes && (v - nodes) % 2 === 1)) return false;
  const last = next[u]! < nodes && next[u] !== v && pick(2) === 0 ? next[u]! : u;
  if (pick(2) === 0) return shiftChain(draft, u, last, v);
  if (route[u] === route[v]!) return rank[v]! < rank[u]! && reverseChain(draft, u, v);
  if (pick(2) === 0 || v >= nodes) return tradeTails(draft, u, v);
  return swapChains(draft, u, last, v, next[v]! < nodes ? next[v]! : v);
}

test(
  'after any move the fast sums are the slow ones, no move makes a draft dearer, and what is bound stays',
  () => {
    assert(
      property(boolean(), integer(), integer({ min: 2, max: 14 }), (isRich, seed, visits) => {
        const known = begun(isRich, seed, visits);
        if (known === undefined) return;
        const { draft } = known;
        const random = createRandom(seed);
        scatter(draft, seed, known.known);
        const all = visitsOf(draft);
        const boundTo = () => all.map((i) => (draft.bound[i] === 1 ? draft.route[i] : -1));
        const before = boundTo();
        let cost = fastCost(draft);
        if (!draft.ruled) expect(cost).toBeCloseTo(slowCost(draft), 6);
        for (let step = 0; step < 60; step++) {
          const made = randomMove(draft, (bound) => nextBelow(random, bound));
          const now = fastCost(draft);
          if (!draft.ruled) expect(now).toBeCloseTo(slowCost(draft), 6);
          if (made) expect(now).toBeLessThan(cost);
          else expect(now).toBeCloseTo(cost, 6);
          cost = now;
        }
        expect(visitsOf(draft)).toEqual(all);
        expect(boundTo()).toEqual(before);
        const links = draft.next.slice();
        loadDraft(draft, links);
        expect(fastCost(draft)).toBeCloseTo(cost, 6);
      }),
      { numRuns: runs(120, 4000) },
    );
  },
  PATIENCE,
);

test(
  'what follows a node and what lies before it tell the warp of their route at every cut',
  () => {
    assert(
      property(integer(), integer({ min: 1, max: 14 }), (seed, visits) => {
        const { draft, known } = begun(false, seed, visits)!;
        scatter(draft, seed, known);
        const { nodes, travel, place, places, next, route, depart, latest, warpBefore, warpAfter } = draft;
        for (let i = 0; i < nodes; i++) {
          const n = next[i]!;
          const late = depart[i]! + travel[place[i]! * places + place[n]!]! - latest[n]!;
          expect(warpBefore[i]! + Math.max(0, late) + warpAfter[n]!).toBe(draft.warp[route[i]!]!);
        }
      }),
      { numRuns: runs(60, 2000) },
    );
  },
  PATIENCE,
);

test(
  'a schedule that keeps every rule has no warp as a draft, and one without costs as a draft what it costs',
  () => {
    let compared = 0;
    assert(
      property(integer(), integer({ min: 1, max: 14 }), (seed, visits) => {
        const known = begun(true, seed, visits);
        if (known === undefined) return;
        const { draft, work, model } = known;
        loadDraft(draft, known.known);
        const { cost, warp, overload } = sumsOf(draft);
        expect([warp, overload]).toEqual([0, 0]);
        // Leaving later to keep a longest duration may have a price that a draft does not look at.
        if (!model.rich.delayPriced) expect(cost).toBe(work.routesCost);
        compared++;
        setPrices(draft, 1000, 1000);
        draft.changed.fill(++draft.stamp);
        const order = Int32Array.from({ length: model.nodes }, (_, i) => i);
        const neighbours = buildNeighbours(model, 8, 8);
        const improver = { neighbours, width: 8, order, random: createRandom(seed), at: 0, since: 0 };
        beginImproving(improver);
        while (!improve(draft, improver, 50));
        const after = sumsOf(draft);
        if (after.warp > 0 || after.overload > 0) return;
        const fresh = createWork(model, neighbours, createRandom(1));
        replaceSchedule(fresh, routesOf(model, draft.next), known.starts);
        expect(after.cost).toBeLessThanOrEqual(cost);
        if (fresh.unplaced.count === 0 && !model.rich.delayPriced)
          expect(fresh.routesCost).toBeGreaterThanOrEqual(after.cost);
        expect(fresh.unplaced.count).toBe(0);
      }),
      { numRuns: runs(80, 2000) },
    );
    expect(compared).toBeGreaterThan(10);
  },
  PATIENCE,
);

test(
  'the local search ends with every visit in its place once, and cheaper',
  () => {
    assert(
      property(boolean(), integer(), integer({ min: 1, max: 20 }), (isRich, seed, visits) => {
        const known = begun(isRich, seed, visits);
        if (known === undefined) return;
        const { draft, model } = known;
        scatter(draft, seed, known.known);
        const all = visitsOf(draft);
        const before = fastCost(draft);
        draft.changed.fill(++draft.stamp);
        const order = Int32Array.from({ length: model.nodes }, (_, i) => i);
        const neighbours = buildNeighbours(model, 8, 8);
        const improver = { neighbours, width: 8, order, random: createRandom(seed), at: 0, since: 0 };
        beginImproving(improver);
        while (!improve(draft, improver, 20));
        expect(visitsOf(draft)).toEqual(all);
        expect(fastCost(draft)).toBeLessThanOrEqual(before + 0.001);
      }),
      { numRuns: runs(60, 1000) },
    );
  },
  PATIENCE,
);

import type { Random } from '../search/random.ts';
import { nextBelow } from '../search/random.ts';

/** One schedule of the population, whether it keeps the rules or not. */
export type Individual = {
  readonly next: Int32Array;
  /** Successors once more, every end of a route called alike. */
  readonly after: Int32Array;
  /** What it costs apart from rules that are broken. */
  readonly kept: number;
  readonly warp: number;
  readonly overload: number;
  /** The others of its kind, the most alike first. */
  readonly others: { readonly other: Individual; readonly distance: number }[];
  cost: number;
  fitness: number;
};

/** Schedules that keep the rules, and those that do not, each kind kept small by its own contest. */
export type Population = {
  readonly nodes: number;
  readonly kept: Individual[];
  readonly broken: Individual[];
};

/** Survivors of a kind, newcomers until the next contest, schedules safe for their cost, and others that closeness is told by. */
const SURVIVORS = 25;
const NEWCOMERS = 40;
const ELITE = 4;
const CLOSE = 5;

export function createPopulation(nodes: number): Population {
  return { nodes, kept: [], broken: [] };
}

export function clearPopulation({ kept, broken }: Population): void {
  kept.length = 0;
  broken.length = 0;
}

export function keepsRules({ warp, overload }: Individual): boolean {
  return warp === 0 && overload === 0;
}

export function addIndividual(population: Population, individual: Individual): void {
  const kind = keepsRules(individual) ? population.kept : population.broken;
  if (kind.some((other) => isDouble(population.nodes, individual, other))) return;
  for (const other of kind) {
    const distance = distanceBetween(population.nodes, individual.after, other.after);
    insertSorted(other, individual, distance);
    insertSorted(individual, other, distance);
  }
  let at = kind.length;
  while (at > 0 && kind[at - 1]!.cost > individual.cost) at--;
  kind.splice(at, 0, individual);
  if (kind.length > SURVIVORS + NEWCOMERS) while (kind.length > SURVIVORS) removeWorst(kind);
  rate(kind);
}

/** Prices of broken rules have changed: broken schedules cost something else. */
export function repriceBroken({ broken }: Population, warpPrice: number, loadPrice: number): void {
  for (const one of broken) one.cost = one.kept + one.warp * warpPrice + one.overload * loadPrice;
  broken.sort((a, b) => a.cost - b.cost);
  rate(broken);
}

/** The fitter of two. */
export function pickParent({ kept, broken }: Population, random: Random): Individual {
  const pick = (): Individual => {
    const k = nextBelow(random, kept.length + broken.length);
    return k < kept.length ? kept[k]! : broken[k - kept.length]!;
  };
  const one = pick();
  const other = pick();
  return one.fitness < other.fitness ? one : other;
}

/** Share of the visits that are followed by another one. */
function distanceBetween(nodes: number, a: Int32Array, b: Int32Array): number {
  let different = 0;
  for (let i = 0; i < nodes; i++) if (a[i] !== b[i]!) different++;
  return different / nodes;
}

function isDouble(nodes: number, a: Individual, b: Individual): boolean {
  return a.kept === b.kept && distanceBetween(nodes, a.after, b.after) === 0;
}

function insertSorted(into: Individual, other: Individual, distance: number): void {
  let at = into.others.length;
  while (at > 0 && into.others[at - 1]!.distance > distance) at--;
  into.others.splice(at, 0, { other, distance });
}

function closeness({ others }: Individual): number {
  let sum = 0;
  const count = Math.min(CLOSE, others.length);
  for (let k = 0; k < count; k++) sum += others[k]!.distance;
  return count === 0 ? 1 : sum / count;
}

/** Fitness: the place by cost, and the place by how different a schedule is, the latter the less the larger the elite (Vidal et al. 2012). */
function rate(kind: Individual[]): void {
  const size = kind.length;
  if (size === 0) return;
  const spread = kind.map((one, place) => ({ place, closeness: closeness(one) }));
  spread.sort((a, b) => b.closeness - a.closeness || a.place - b.place);
  const weight = size <= ELITE ? 0 : 1 - ELITE / size;
  spread.forEach(({ place }, rank) => (kind[place]!.fitness = (place + weight * rank) / size));
}

/** The least fit goes; the best never. */
function removeWorst(kind: Individual[]): void {
  rate(kind);
  let worst = 1;
  for (let k = 2; k < kind.length; k++) if (kind[k]!.fitness > kind[worst]!.fitness) worst = k;
  const [gone] = kind.splice(worst, 1);
  for (const one of kind)
    one.others.splice(
      one.others.findIndex(({ other }) => other === gone),
      1,
    );
}

import type { Work } from '../schedule/work.ts';
import { nextBelow } from './random.ts';

/** Of so many visits drawn the one with the longest ways: who goes where costs more than the order there, and takes longer to find. */
export function drawSeed({ model, state, random }: Work, draws: number): number {
  const { leg, prev } = state;
  let seed = nextBelow(random, model.nodes);
  for (let i = 1; i < draws; i++) {
    const c = nextBelow(random, model.nodes);
    if (leg[c]! + leg[prev[c]!]! > leg[seed]! + leg[prev[seed]!]!) seed = c;
  }
  return seed;
}

/** Lists who is to be inserted now: all that wait, or where very many do, those near the seed and a few others. */
export function drawWaiting(work: Work, seed: number, list: Int32Array, most: number): number {
  const { unplaced, neighbours, moved, random } = work;
  if (unplaced.count <= most) {
    for (let i = 0; i < unplaced.count; i++) list[i] = unplaced.items[i]!;
    return unplaced.count;
  }
  let count = 0;
  for (let i = 0; i < moved.count; i++)
    if (unplaced.at[moved.items[i]!]! >= 0) list[count++] = moved.items[i]!;
  const removed = count;
  for (let k = 0; k < neighbours.reach && count < removed + most / 2; k++) {
    const c = neighbours.near[seed * neighbours.reach + k]!;
    if (unplaced.at[c]! >= 0 && moved.at[c]! < 0) list[count++] = c;
  }
  for (let tries = 0; tries < 4; tries++) {
    const c = unplaced.items[nextBelow(random, unplaced.count)]!;
    let known = moved.at[c]! >= 0;
    for (let i = removed; i < count; i++) known ||= list[i] === c;
    if (!known) list[count++] = c;
  }
  return count;
}

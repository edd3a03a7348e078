import type { RouteLines } from '@muster/domain/dispatch/roads/schema';
import { placeCode, type Position } from '@muster/domain/values/travel';

/** The line of a drive from one place to the next. */
export type LegLine = (from: Position, to: Position) => readonly Position[];

/** Straight, where no routing service has told of the way along the roads. */
export const straightLine: LegLine = (from, to) => [from, to];

/** Along the roads where that is known. Its ends are the places themselves, which may lie away from the road. */
export function roadLines(lines: RouteLines['lines']): LegLine {
  const known = new Map(lines.map(({ from, to, line }) => [`${from} ${to}`, line]));
  return (from, to) => {
    const line = known.get(`${placeCode(from)} ${placeCode(to)}`);
    return line === undefined ? straightLine(from, to) : [from, ...decoded(line), to];
  };
}

const DECIMALS = 1_000_000;

/** An encoded polyline: each number is the difference to the one before, in portions of five bits, the smallest first. */
function decoded(line: string): Position[] {
  const differences: number[] = [];
  let [value, weight] = [0, 1];
  for (const character of line) {
    const portion = character.codePointAt(0)! - 63;
    value += (portion % 32) * weight;
    weight *= 32;
    if (portion >= 32) continue;
    differences.push(value % 2 === 1 ? -(value + 1) / 2 : value / 2);
    [value, weight] = [0, 1];
  }
  const positions: Position[] = [];
  let [north, east] = [0, 0];
  for (let at = 0; at + 1 < differences.length; at += 2) {
    north += differences[at]!;
    east += differences[at + 1]!;
    positions.push({ latitude: north / DECIMALS, longitude: east / DECIMALS });
  }
  return positions;
}

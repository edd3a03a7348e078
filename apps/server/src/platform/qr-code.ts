import { encode } from 'uqr';

/** The white that a reader needs around a code, in its own dots. */
const QUIET_ZONE = 4;

/** A code as one path of black squares on a white ground of so many dots each way, its quiet zone included. */
export function qrCode(text: string): { readonly size: number; readonly path: string } {
  // A seventh of it may be stained or folded.
  const { data, size } = encode(text, { ecc: 'M', border: QUIET_ZONE });
  const path = data.flatMap((row, y) => blackRuns(row).map(([x, long]) => `M${x} ${y}h${long}v1h-${long}z`));
  return { size, path: path.join('') };
}

/** Where black begins in a row, and for how long: one piece, so that no hair of white shows between two dots. */
function blackRuns(row: readonly boolean[]): [number, number][] {
  const text = row.map((isBlack) => (isBlack ? '#' : ' ')).join('');
  return [...text.matchAll(/#+/g)].map(({ index, 0: run }) => [index, run.length]);
}

/** Whether every repetition is wanted (`npm run test:long`), or as few as show that nothing has broken (`npm test`). */
const isLong = process.env['MUSTER_LONG'] === '1';

/** The same test with fewer repetitions by default. */
export function repetitions({ usual, long }: { usual: number; long: number }): number {
  return isLong ? long : usual;
}

/** For a test that varies another one with processes of its own: `npm run test:long` runs it. */
export const long = { skip: !isLong };

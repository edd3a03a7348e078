/** Whether all repetitions are wanted: `npm run test:long` sets it. */
const isLong = process.env['MUSTER_LONG'] === '1';

/** How often a property is tried: `few` on every test run, `all` in the long one. */
export function runs(few: number, all: number): number {
  return isLong ? all : few;
}

/** Milliseconds that a property may take: for a machine that has much else to do. */
export const PATIENCE = isLong ? 3_600_000 : 180_000;

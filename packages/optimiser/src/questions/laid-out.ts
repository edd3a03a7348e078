import type { Spot } from '../hold/block.ts';
import type { TechnicianDays } from '../hold/technician-days.ts';
import type { Compiled } from '../model/compiled.ts';
import type { Work } from '../schedule/work.ts';

/** One technician's days, compiled once, with a place kept free for the visit that somebody asks about. */
export type LaidOutDays = {
  readonly days: TechnicianDays;
  readonly compiled: Compiled;
  readonly work: Work;
  /** The node of the visit, and the places that drives to it come from. */
  readonly node: number;
  readonly spots: readonly Spot[];
};

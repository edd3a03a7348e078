import type { Problem, Shift } from '@muster/domain/scheduling/problem';

import type { Model } from './model.ts';

/** The problem's names and the model's numbers side by side. */
export type Compiled = {
  readonly problem: Problem;
  readonly model: Model;
  /** Node → index of its visit. */
  readonly visitOf: Int32Array;
  /** Visit → its first node. */
  readonly nodeOf: Int32Array;
  /** Route → technician and shift. */
  readonly technicianOf: Int32Array;
  readonly shiftOf: readonly Shift[];
  /** The model counts its times from here: the problem's may be of any size. */
  readonly zero: number;
};

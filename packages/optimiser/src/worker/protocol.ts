import type { Difference } from '@muster/domain/dispatch/scheduling/differences';
import type { Problem, Schedule } from '@muster/domain/dispatch/scheduling/problem';

import type { Figures } from '../explain/summary.ts';
import type { Scope } from '../hold/held-stops.ts';
import type { Answer, Question } from '../questions/answer.ts';
import type { Result } from '../solve.ts';

/** What a host asks of a worker. Any number of runs may be under way beside each other, and questions between them. */
export type Request =
  | { readonly kind: 'start'; readonly id: number; readonly task: Task }
  | { readonly kind: 'cancel'; readonly id: number }
  | { readonly kind: 'hold'; readonly id: number; readonly held: Held }
  | { readonly kind: 'ask'; readonly id: number; readonly question: Question };

/** A schedule for the worker to keep, and what time it is there. */
export type Held = { readonly problem: Problem; readonly schedule: Schedule; readonly now?: number };

/** A run. Without a problem it is about the schedule that the worker holds. */
export type Task = {
  readonly way: 'plan' | 'fill gaps' | 'repair';
  readonly problem?: Problem;
  /** Where to start from: required to fill gaps and to repair. */
  readonly schedule?: Schedule;
  readonly scope?: Scope;
  readonly seed: number;
  readonly milliseconds?: number;
  readonly iterations?: number;
};

export type Progress = {
  /** Share of the run that is done (0 … 1); 0 where nothing limits it. */
  readonly share: number;
  readonly iterations: number;
  readonly cost: number;
  readonly costs: Result['costs'];
  readonly figures: Figures;
  /** The best schedule so far, against the one that the run began with. */
  readonly differences: readonly Difference[];
};

export type Reply =
  | { readonly kind: 'progress'; readonly id: number; readonly progress: Progress }
  | { readonly kind: 'done'; readonly id: number; readonly result: Result; readonly cancelled: boolean }
  | { readonly kind: 'answered'; readonly id: number; readonly answer: Answer | undefined }
  | { readonly kind: 'failed'; readonly id: number; readonly message: string };

/** How messages go and come. */
export type Port<Out, In> = {
  readonly post: (message: Out) => void;
  readonly listen: (receive: (message: In) => void) => void;
};

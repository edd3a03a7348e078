import type { Schedule, Problem } from '@muster/domain/scheduling/problem';

import type { Result } from '../solve.ts';

/** What a host asks of a worker. One run at a time per `id`; any number beside each other. */
export type Request =
  | { readonly kind: 'start'; readonly id: number; readonly task: Task }
  | { readonly kind: 'cancel'; readonly id: number };

export type Task = {
  readonly way: 'plan' | 'fill gaps' | 'repair';
  readonly problem: Problem;
  /** Where to start from: required to fill gaps and to repair. */
  readonly schedule?: Schedule;
  readonly seed: number;
  readonly milliseconds?: number;
  readonly iterations?: number;
};

export type Progress = { readonly cost: number; readonly iterations: number; readonly schedule: Schedule };

export type Reply =
  | ({ readonly kind: 'best'; readonly id: number } & Progress)
  | { readonly kind: 'done'; readonly id: number; readonly result: Result; readonly cancelled: boolean }
  | { readonly kind: 'failed'; readonly id: number; readonly message: string };

/** What both kinds of worker have in common. */
export type Port<Out, In> = {
  readonly post: (message: Out) => void;
  readonly listen: (receive: (message: In) => void) => void;
};

/** A worker as its host sees it: it may end with tasks under way. */
export type HostPort = Port<Request, Reply> & { readonly whenLost: (tell: (reason: string) => void) => void };

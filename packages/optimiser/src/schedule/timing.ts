import type { Compiled } from '../model/compiled.ts';
import type { Model } from '../model/model.ts';
import type { Stop, TakenBreak } from '@muster/domain/scheduling/problem';
import type { State } from './state.ts';

/** How the routes of a model are timed. Problems of the product and of the textbooks have one each. */
export type Timing = {
  /** Brings the times behind node p and in front of node q up to date. False when the walk finds a rule broken. */
  readonly refresh: (model: Model, state: State, p: number, q: number) => boolean;
  /** Whether the times of route r, which is not empty, keep every rule: the whole walk, with no shortcut. */
  readonly keepsRules: (model: Model, state: State, r: number) => boolean;
  /** Whether node c may come after p on route r. */
  readonly mayFollow: (model: Model, state: State, c: number, p: number, r: number) => boolean;
  /** The starts of the nodes as stops of route r, and its breaks. */
  readonly timesOf: (compiled: Compiled, state: State, r: number, nodes: readonly number[]) => Times;
};

export type Times = { readonly stops: readonly Stop[]; readonly breaks: readonly TakenBreak[] };

import type { Model } from '../model/model.ts';
import { exchangeTails } from '../moves/exchange-tails.ts';
import { insertGreedy } from '../moves/insert-greedy.ts';
import type { Timing } from '../schedule/timing.ts';
import type { Work } from '../schedule/work.ts';
import { timing } from '../times/timing.ts';
import type { Rounds } from './rounds.ts';
import { createRounds } from './rounds.ts';
import type { Tuning } from './tuning.ts';

/** How a model is searched: the parts in which problems of the product and of the textbooks differ. */
export type Way = {
  readonly timing: Timing;
  readonly insert: typeof insertGreedy;
  readonly exchangeTails: (work: Work, c: number, width: number, room: number) => boolean;
  readonly createRounds: (model: Model, work: Work, tuning: Tuning) => Rounds;
};

/** The product's own. */
export const usualWay: Way = { timing, insert: insertGreedy, exchangeTails, createRounds };

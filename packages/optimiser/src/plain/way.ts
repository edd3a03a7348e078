import { exchangeTails } from '../moves/exchange-tails.ts';
import type { Way } from '../search/way.ts';
import { insertPlain } from './insert-greedy.ts';
import { createPlainRounds } from './rounds.ts';
import { swapTails } from './swap-tails.ts';
import { plainTiming } from './timing.ts';

export const plainWay: Way = {
  timing: plainTiming,
  insert: insertPlain,
  exchangeTails: (work, c, width, room) => exchangeTails(work, c, width, room, swapTails),
  createRounds: createPlainRounds,
};

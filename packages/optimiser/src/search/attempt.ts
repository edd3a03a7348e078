import type { Regret } from '../moves/insert-regret.ts';
import { insertByRegret, MOST_REGRETTED } from '../moves/insert-regret.ts';
import { moveChain } from '../moves/move-chain.ts';
import { openRoute } from '../moves/open-route.ts';
import { orderVisits } from '../moves/order.ts';
import { removeRoute } from '../moves/remove-route.ts';
import { removeStrings } from '../moves/remove-strings.ts';
import type { Work } from '../schedule/work.ts';
import { isBound } from '../schedule/work.ts';
import { drawWaiting } from './draw.ts';
import { nextUnit } from './random.ts';
import type { Pace, Tuning } from './tuning.ts';
import type { Way } from './way.ts';

/** What attempts need beside the work; `list` and `keys` are room for the visits to insert and what they are sorted by. */
export type Attempts = {
  readonly way: Way;
  readonly tuning: Tuning;
  readonly list: Int32Array;
  readonly keys: Float64Array;
  regret: Regret | undefined;
};

/**
 * Changes the schedule around the seed in one way that is drawn. `passed` is the share of the annealing that is over, `cost`
 * what the schedule costs now and `limit` what it may cost then. False when nothing was found that is worth a try.
 */
export function attempt(
  work: Work,
  attempts: Attempts,
  seed: number,
  pace: Pace,
  passed: number,
  cost: number,
  limit: number,
): boolean {
  const { tuning, way } = attempts;
  if (tuning.tailOdds > 0 && nextUnit(work.random) < tuning.tailOdds)
    return way.exchangeTails(work, seed, pace.width, limit - cost);
  const mayLead = pace.chainOdds > 0 && work.state.route[seed]! >= 0 && !isBound(work.model, seed);
  if (mayLead && nextUnit(work.random) < pace.chainOdds * (1 - passed))
    return moveChain(work, seed, pace.width, limit - cost);
  removeAndInsert(work, attempts, seed, pace, limit);
  return true;
}

function removeAndInsert(work: Work, attempts: Attempts, seed: number, pace: Pace, limit: number): void {
  const { tuning, list, keys, regret, way } = attempts;
  const { random } = work;
  const opened = work.unplaced.count > 0 && nextUnit(random) < tuning.openOdds && openRoute(work);
  if (!opened) {
    if (tuning.routeOdds > 0 && nextUnit(random) < tuning.routeOdds)
      removeRoute(work, seed, tuning.longestRoute);
    else removeStrings(work, seed, pace.removed, pace.leastStrings);
  }
  // A route is worth opening only with many visits on it, so all that wait are tried then.
  const waiting = drawWaiting(work, seed, list, opened ? Infinity : tuning.mostWaiting);
  if (regret !== undefined && waiting <= MOST_REGRETTED && nextUnit(random) < pace.regretOdds) {
    insertByRegret(work, regret, list, waiting, drawGenerosity(work, tuning), limit);
    return;
  }
  orderVisits(work, list, waiting, keys);
  const wide = nextUnit(random) < tuning.wideOdds;
  const width = wide ? tuning.widest : pace.width;
  way.insert(work, list, waiting, width, drawGenerosity(work, tuning), limit);
}

function drawGenerosity({ random }: Work, { generousOdds, generosity }: Tuning): number {
  return nextUnit(random) < generousOdds ? generosity : 1;
}

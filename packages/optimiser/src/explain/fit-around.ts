import type { Problem, Route, Visit } from '@muster/domain/scheduling/problem';

import { askedDays } from '../questions/asked-days.ts';
import { holdSound } from '../questions/held-schedule.ts';
import { feasiblePositions } from '../schedule/positions.ts';
import type { Fit } from './fit.ts';

/**
 * Tries the visit with the only technician of a problem whose routes break rules: then nothing else moves, because nobody
 * could say where to. The cheapest place, or the soonest.
 */
export function fitAround(
  problem: Problem,
  routes: readonly Route[],
  visit: Visit,
  soonest: boolean,
): Fit | undefined {
  const held = holdSound(problem, { routes, unplaced: [visit.id] }, -Infinity);
  let best: Fit | undefined;
  for (const { days, compiled, work, node } of askedDays(held, visit)) {
    for (const { route, start: after, cost } of feasiblePositions(work, node)) {
      const start = compiled.zero + after;
      if (soonest ? start >= (best?.start ?? Infinity) : cost >= (best?.cost ?? Infinity)) continue;
      const technician = days.technician.id;
      const shift = compiled.shiftOf[route]!.id;
      const old = routes.find((own) => own.shift === shift) ?? { technician, shift, stops: [], breaks: [] };
      const stops = [...old.stops, { visit: visit.id, start }].sort((a, b) => a.start - b.start);
      const others = routes.filter((own) => own.shift !== shift);
      best = { technician, start, cost, routes: [...others, { ...old, stops }] };
    }
  }
  return best;
}

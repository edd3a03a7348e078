import type { Model } from '../model/model.ts';
import { NEVER } from '../model/model.ts';
import { inWindow, tryInsert } from './route-times.ts';
import { Fit, simpleFit } from './simple-fit.ts';
import { spanFits } from './spans.ts';
import type { State } from '../schedule/state.ts';
import { earliestStart } from './timetable.ts';

/** What the timetable of the route costs more with c after p, `into` and `out` being the drives; NEVER when it breaks a rule. */
export function timetablePrice(
  model: Model,
  state: State,
  c: number,
  p: number,
  into: number,
  out: number,
): number {
  const rich = model.rich;
  if (rich.windowsOnly) return inWindow(model, state, c, p, into, out) ? 0 : NEVER;
  const r = state.route[p]!;
  if (rich.timed && rich.simple[r] === 1) {
    const fit = simpleFit(model, state, c, p, into, out);
    if (fit === Fit.never) return NEVER;
    if (fit === Fit.costless) return state.size[r] === 0 ? 0 : -state.rich.routeSoft[r]!;
    return tryInsert(model, state, c, p, into, out);
  }
  const start = earliestStart(rich, state, c, state.depart[p]! + into);
  if (start + model.service[c]! + out > state.latest[state.next[p]!]!) return NEVER;
  if (rich.spanned[r] === 1) return spanFits(model, state, c, p, into, out) ? 0 : NEVER;
  return rich.timed ? tryInsert(model, state, c, p, into, out) : 0;
}

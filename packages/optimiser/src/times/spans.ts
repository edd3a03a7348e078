import type { Model } from '../model/model.ts';
import type { State } from '../schedule/state.ts';

/**
 * Spanned shifts have a longest duration, no breaks and no price on times, and visits have one window each. A stretch of
 * such a route is then told by three numbers (Vidal et al. 2013): its least span, and the earliest and latest start that
 * have it. Two stretches join in constant time, so that no trial walk is needed.
 */

/** Earliest start and least span of what lies behind, in front of node q; latest starts with them. */
export function refreshSpans(model: Model, state: State, q: number): void {
  const { prev, latest, leg } = state;
  const { tailEarliest, tailSpan } = state.rich;
  for (let i = q; ;) {
    const j = prev[i]!;
    if (j >= model.nodes) return;
    const open = opens(model, state, j);
    const close = closes(model, state, j);
    const room = model.service[j]! + leg[j]!;
    const wait = Math.max(0, tailEarliest[i]! - room - close);
    const earliest = Math.max(tailEarliest[i]! - room, open) - wait;
    const span = room + tailSpan[i]! + wait;
    const last = Math.min(latest[i]! - room, close);
    if (latest[j] === last && tailEarliest[j] === earliest && tailSpan[j] === span) return;
    latest[j] = last;
    tailEarliest[j] = earliest;
    tailSpan[j] = span;
    i = j;
  }
}

/** Whether the route is in time and short enough with node c after p. */
export function spanFits(
  model: Model,
  state: State,
  c: number,
  p: number,
  into: number,
  out: number,
): boolean {
  const { front, tailEarliest, tailSpan } = state.rich;
  const { width, maxDuration } = model.rich;
  const r = state.route[p]!;
  const q = state.next[p]!;
  const at = p * width;
  const slack = front.slack[at]!;
  // The stretch up to p: how late it can leave without waiting, and how long it takes then.
  let earliest = model.routeStart[r]! + Math.min(front.wait[at]!, slack);
  let latest = model.routeStart[r]! + slack;
  let span = front.time[at]! - earliest + into;
  if (earliest + span > closes(model, state, c)) return false;
  let wait = Math.max(0, opens(model, state, c) - span - latest);
  earliest = Math.max(opens(model, state, c) - span, earliest) - wait;
  latest = Math.min(closes(model, state, c) - span, latest);
  span += model.service[c]! + wait + out;
  if (earliest + span > state.latest[q]!) return false;
  wait = Math.max(0, tailEarliest[q]! - span - latest);
  return span + wait + tailSpan[q]! <= maxDuration[r]!;
}

function opens(model: Model, state: State, j: number): number {
  const fixed = state.rich.fixedStart[j]!;
  return fixed >= 0 ? fixed : model.ready[j]!;
}

function closes(model: Model, state: State, j: number): number {
  const fixed = state.rich.fixedStart[j]!;
  return fixed >= 0 ? fixed : model.due[j]!;
}

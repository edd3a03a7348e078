import { crewSize } from '@muster/domain/dispatch/scheduling/crew';
import type { Technician, Visit, Window } from '@muster/domain/dispatch/scheduling/problem';
import { slotsOf } from '../../find-slot.ts';
import type { Fit } from '../fit.ts';
import { fitWith } from '../fit.ts';
import { asMove } from './elsewhere.ts';
import type { Inquiry } from './inquiry.ts';
import type { Remedy } from './remedy.ts';
import { movesOn } from './remedy.ts';

/** By how much a window is widened, in steps that somebody would ask a customer for. */
const STEPS = [15, 30, 60, 120, 240, 480];
/** Durations are multiples of this, and so are times that one agrees on. */
const GRID = 5;

/** The window widened by the least that lets the visit in with somebody. */
export function withWiderWindow(
  inquiry: Inquiry,
  visit: Visit,
  people: readonly Technician[],
): Remedy | undefined {
  for (const by of STEPS) {
    const eased = { ...visit, windows: widened(visit.windows, by, inquiry.now) };
    const ways = waysIn(inquiry, eased, people).map(({ start, moves }) => ({
      start,
      moves,
      before: nearest(visit.windows, start),
    }));
    ways.sort((a, b) => missedBy(a.before, a.start) - missedBy(b.before, b.start));
    const best = ways[0];
    if (best?.before === undefined) continue;
    const { start, before } = best;
    const window = {
      start: Math.min(before.start, Math.max(inquiry.now, Math.floor(start / GRID) * GRID)),
      end: Math.max(before.end, Math.ceil(start / GRID) * GRID),
    };
    return { code: 'window', window, before, moves: best.moves() };
  }
  return undefined;
}

type Way = { readonly start: number; readonly moves: () => Remedy['moves'] };

/** A crew is placed with everything else standing still: to move the days of several people for it is more than one would offer. */
function waysIn(inquiry: Inquiry, visit: Visit, people: readonly Technician[]): Way[] {
  if (crewSize(visit) > 1)
    return slotsOf(inquiry.held, visit).map((slot) => ({
      start: slot.start,
      moves: () => [asMove(visit, slot)],
    }));
  const fits = people.flatMap((technician) => fitWith(inquiry.daysOf(technician), visit) ?? []);
  return fits.map((fit) => ({ start: fit.start, moves: () => movesIn(inquiry, visit, fit) }));
}

/** The longest duration with which somebody could take it; less than half would be another job. */
export function withShorterVisit(
  inquiry: Inquiry,
  visit: Visit,
  people: readonly Technician[],
): Remedy | undefined {
  let least = Math.ceil(visit.duration / 2 / GRID);
  let most = Math.ceil(visit.duration / GRID) - 1;
  let found: { readonly fit: Fit; readonly duration: number } | undefined;
  while (least <= most) {
    const middle = Math.ceil((least + most) / 2);
    const duration = middle * GRID;
    const fit = cheapest(inquiry, { ...visit, duration }, people);
    if (fit === undefined) most = middle - 1;
    else {
      found = { fit, duration };
      least = middle + 1;
    }
  }
  if (found === undefined) return undefined;
  const { fit, duration } = found;
  const moves = movesIn(inquiry, { ...visit, duration }, fit);
  return { code: 'shorter', duration, before: visit.duration, moves };
}

function cheapest(inquiry: Inquiry, visit: Visit, people: readonly Technician[]): Fit | undefined {
  const fits = people.flatMap((technician) => fitWith(inquiry.daysOf(technician), visit) ?? []);
  return fits.sort((a, b) => a.cost - b.cost)[0];
}

function movesIn({ source, daysOf }: Inquiry, visit: Visit, { technician, routes }: Fit): Remedy['moves'] {
  return movesOn(daysOf(source.problem.technicians.find(({ id }) => id === technician)!), visit, routes);
}

/** In order and apart, as windows are; nothing before now. */
function widened(windows: readonly Window[], by: number, now: number): Window[] {
  const wide: Window[] = [];
  for (const window of windows) {
    const start = Math.max(window.start - by, Math.min(now, window.start));
    const last = wide.at(-1);
    if (last !== undefined && start <= last.end)
      wide[wide.length - 1] = { start: last.start, end: window.end + by };
    else wide.push({ start, end: window.end + by });
  }
  return wide;
}

function nearest(windows: readonly Window[], start: number): Window | undefined {
  return windows.toSorted((a, b) => missedBy(a, start) - missedBy(b, start))[0];
}

function missedBy(window: Window | undefined, start: number): number {
  return window === undefined ? Infinity : Math.max(window.start - start, start - window.end, 0);
}

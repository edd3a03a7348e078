import { type EpochMinutes, epochMinutes } from '@muster/domain/values/minutes';
import { snapTo } from './axis.ts';

/** Where a visit would be put down. */
export type Target =
  | { readonly kind: 'slot'; readonly technician: string; readonly start: EpochMinutes }
  | { readonly kind: 'tray' }
  /** Beside the board, where nothing can be put down. */
  | { readonly kind: 'nowhere' };

/** A visit in somebody's hand. Pointer and keys drive the same one. */
export interface Drag {
  readonly visit: string;
  /** Whose block was taken; nobody's where it came from the tray. */
  readonly from: string | null;
  /** Who is on the visit now, the lead first. */
  readonly crew: readonly string[];
  /** Where it was when it was taken. */
  readonly start: EpochMinutes | null;
  readonly target: Target;
  readonly by: 'pointer' | 'keys';
}

/** Minutes of the grid, and of the fine one that Shift gives. */
export const GRID = 15;
export const FINE = 5;

/** Who would be on the visit: whoever is pointed at takes the place of the one whose block was taken. */
export function crewAt({ crew, from }: Pick<Drag, 'crew' | 'from'>, technician: string): readonly string[] {
  if (from === null) return crew.length === 0 ? [technician] : crew;
  if (crew.includes(technician)) return crew;
  return crew.map((member) => (member === from ? technician : member));
}

/** What a pointer aims at: `at` is the moment below it, less the part of the visit that lies before the finger. */
export function pointedAt(drag: Drag, technician: string | null, at: number, isFine: boolean): Drag {
  const target: Target =
    technician === null
      ? { kind: 'nowhere' }
      : { kind: 'slot', technician, start: snapTo(at, isFine ? FINE : GRID) };
  return isSameTarget(drag.target, target) ? drag : { ...drag, target };
}

/** Moves by keys: along time in minutes, and between technicians in rows. */
export function nudged(
  drag: Drag,
  order: readonly string[],
  { minutes = 0, rows = 0 }: { minutes?: number; rows?: number },
  shown?: { readonly start: EpochMinutes; readonly end: EpochMinutes },
): Drag {
  if (drag.target.kind !== 'slot' || order.length === 0) return drag;
  const { technician, start } = drag.target;
  const row = Math.min(Math.max(order.indexOf(technician) + rows, 0), order.length - 1);
  const asked = start + minutes;
  // Not out of sight: the page is turned for that.
  const isShown = shown === undefined || (asked >= shown.start && asked < shown.end);
  const target: Target = {
    kind: 'slot',
    technician: order[row]!,
    start: isShown ? epochMinutes(asked) : start,
  };
  return { ...drag, target };
}

/** Whether putting it down would change nothing. */
export function isHome({ target, from, crew, start }: Drag): boolean {
  if (target.kind === 'tray') return from === null;
  return target.kind === 'slot' && crew.includes(target.technician) && target.start === start;
}

export function isSameTarget(a: Target, b: Target): boolean {
  if (a.kind !== 'slot' || b.kind !== 'slot') return a.kind === b.kind;
  return a.technician === b.technician && a.start === b.start;
}

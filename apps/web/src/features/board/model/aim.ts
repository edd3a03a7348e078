import { type Drag, pointedAt } from './drag.ts';
import type { Spot } from './layout.ts';
import { onDay } from './turn.ts';

interface Aim {
  /** The minutes of the visit that lie before the finger. */
  readonly grabbed: number;
  readonly isFine: boolean;
  readonly zone: string;
}

/** Over the name of a day a visit keeps its technician and its time of day. */
export function aimed(drag: Drag, spot: Spot, { grabbed, isFine, zone }: Aim): Drag {
  if (spot.kind === 'row') return pointedAt(drag, spot.technician, spot.at - grabbed, isFine);
  const { from, start } = drag;
  if (spot.kind === 'nothing' || from === null || start === null) return pointedAt(drag, null, 0, isFine);
  return { ...drag, target: { kind: 'slot', technician: from, start: onDay(start, spot.date, zone) } };
}

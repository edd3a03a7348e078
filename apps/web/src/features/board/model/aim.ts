import { dateAt } from '@muster/domain/values/local-time';
import type { EpochMinutes } from '@muster/domain/values/minutes';
import { type Drag, pointedAt } from './drag.ts';
import type { Spot } from './layout.ts';
import { onDay } from './turn.ts';

interface Aim {
  /** The minutes of the visit that lie before the finger. */
  readonly grabbed: number;
  readonly isFine: boolean;
  readonly zone: string;
  /** Whether a week is shown, whose days are too narrow to point at a time. */
  readonly isWeek?: boolean;
}

/** Over the name of a day a visit keeps its technician and its time of day. */
export function aimed(drag: Drag, spot: Spot, { grabbed, isFine, zone, isWeek }: Aim): Drag {
  if (spot.kind === 'row' && isWeek)
    return pointedAt(drag, spot.technician, keepingTime(drag.start, spot.at, zone), isFine);
  if (spot.kind === 'row') return pointedAt(drag, spot.technician, spot.at - grabbed, isFine);
  const { from, start } = drag;
  if (spot.kind === 'nothing' || from === null || start === null) return pointedAt(drag, null, 0, isFine);
  return { ...drag, target: { kind: 'slot', technician: from, start: onDay(start, spot.date, zone) } };
}

/** Whoever moves a visit to another day of a week means the day: it keeps its time. */
export function keepingTime(start: EpochMinutes | null, at: EpochMinutes, zone: string): EpochMinutes {
  return start === null ? at : onDay(start, dateAt(at, zone), zone);
}

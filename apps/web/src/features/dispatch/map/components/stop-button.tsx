import { timeInWords } from '@muster/domain/values/clock-words';
import { positionWords } from '@muster/domain/work/sites/positions';
import type { Stop, Spot } from '../model/day-map.ts';

export interface StopActions {
  openVisit: string | undefined;
  onOpen: (visit: string) => void;
  /** Where there are rows to drag a visit to. */
  onGrab?: ((event: React.PointerEvent, visit: string) => void) | undefined;
}

/** A visit in words, to be opened, pointed at and dragged like its dot. */
export function StopButton({
  stop,
  zone,
  openVisit,
  onOpen,
  onGrab,
}: StopActions & { stop: Stop; zone: string }) {
  const { id, customer } = stop.visit.row;
  return (
    <button
      type="button"
      className="map-stop"
      data-visit={id}
      data-open={id === openVisit || undefined}
      onPointerDown={(event) => onGrab?.(event, id)}
      onClick={() => onOpen(id)}
    >
      <b>{customer}</b>
      <span>{stopWords(stop, zone)}</span>
    </button>
  );
}

/** "9:30 am · Ryde · 60 min · pinned", or of what waits "P1 · Ryde · 60 min · centre of the suburb". */
export function stopWords({ visit: { row }, start }: Stop, zone: string): string {
  return [
    start === null ? row.priority : timeInWords(start, zone),
    row.site.suburb,
    `${row.duration} min`,
    positionWords[row.site.positionKind],
  ].join(' · ');
}

/** " · Kai and Kim", or that nobody goes there yet. */
export function crewWords({ crews }: Spot, visit: string): string {
  return ` · ${crews.get(visit)?.join(' and ') ?? 'unscheduled'}`;
}

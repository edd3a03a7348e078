import type { Stop } from '../model/day-map.ts';
import { stopWords } from './stop-words.ts';

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

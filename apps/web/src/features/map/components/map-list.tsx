import { CrewDot } from '../../../lib/kit/crew-colour.tsx';
import type { DayMap, Stop } from '../model/day-map.ts';
import { type StopActions, StopButton } from './stop-button.tsx';

interface MapListProps extends StopActions {
  day: DayMap;
  zone: string;
  /** Whose route is shown alone. */
  only: string | undefined;
  onOnly: (technician: string | undefined) => void;
}

/** The same as on the map, in words: for those who do not see it, and where it cannot be drawn. */
export function MapList({ day, zone, only, onOnly, ...actions }: MapListProps) {
  const stops = (list: readonly Stop[]) => (
    <ol>
      {list.map((stop) => (
        <li key={stop.visit.row.id}>
          <StopButton stop={stop} zone={zone} {...actions} />
        </li>
      ))}
    </ol>
  );
  return (
    <div className="map-list">
      {day.waiting.length > 0 && (
        <section aria-label="Unscheduled visits">
          <h3>
            Unscheduled <span>{day.waiting.length}</span>
          </h3>
          {stops(day.waiting)}
        </section>
      )}
      {day.routes.map((route) => (
        <section key={route.technician} aria-label={route.name}>
          <h3>
            <button
              type="button"
              className="map-list__route"
              aria-pressed={only === route.technician}
              title="Show this route alone"
              onClick={() => onOnly(only === route.technician ? undefined : route.technician)}
            >
              <CrewDot colour={route.colour} />
              {route.name}
            </button>
            <span>{route.stops.length}</span>
          </h3>
          {stops(route.stops)}
        </section>
      ))}
    </div>
  );
}

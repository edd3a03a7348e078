import { Alert, Button, SegmentedControl } from '@mantine/core';
import type { BoardTables } from '@muster/domain/dispatch/board/schema';
import type { Board, BoardDay } from '@muster/domain/dispatch/scheduling/board/board';
import { dateInWords } from '@muster/domain/values/clock-words';
import { useQuery } from '@tanstack/react-query';
import { type ReactNode, useMemo, useState } from 'react';
import { useMediaQuery } from '@mantine/hooks';
import type { Pointed } from '../../../../lib/board/pointed-visits.ts';
import { routesQuery } from '../api.ts';
import { alone, dayMap, type DayMap, type Stop } from '../model/day-map.ts';
import { roadLines } from '../model/leg-line.ts';
import { MapCanvas } from './map-canvas.tsx';
import { CrewDot } from '../../../../lib/kit/choices/crew-colour.tsx';
import { type StopActions, StopButton } from './stop-button.tsx';
import './map-legend.css';
import './map.css';

interface MapPanelProps extends StopActions {
  board: Board;
  tables: BoardTables;
  days: readonly BoardDay[];
  order: readonly string[];
  pointed: Pointed;
  /** Whether it is told in words. */
  isList: boolean;
  onList: (isList: boolean) => void;
  only: string | undefined;
  onOnly: (technician: string | undefined) => void;
  /** Where the day is told beside it already, and nobody's row. */
  title?: string;
  /** To where it is larger, or to leave it. */
  actions: ReactNode;
}

/** Where a day takes place: drawn, or as a list. */
export function MapPanel(props: MapPanelProps) {
  const { board, tables, days, order, isList, only, onOnly } = props;
  const [failure, setFailure] = useState<string>();
  // Of several days, today.
  const day = days.find(({ start, end }) => start <= board.now && board.now < end) ?? days[0];
  const { data: lines } = useQuery({
    ...routesQuery(day?.date ?? ''),
    enabled: day !== undefined && !isList,
  });
  const lineOf = useMemo(() => roadLines(lines ?? []), [lines]);
  const whole = useMemo(
    () => day && dayMap(board, tables, day, order, lineOf),
    [board, tables, day, order, lineOf],
  );
  const shown = useMemo(() => whole && alone(whole, only), [whole, only]);
  const chosen = only === undefined ? undefined : board.technicians.get(only)?.row.name;
  if (!day || !whole || !shown) return null;
  const isWords = isList || failure !== undefined;
  const common = {
    zone: board.business.zone,
    only,
    onOnly,
    openVisit: props.openVisit,
    onOpen: props.onOpen,
    onGrab: props.onGrab,
  };
  return (
    <section className="map-panel" aria-label="Map of the day">
      <div className="map-panel__bar">
        <h2>{props.title ?? dateInWords(day.date)}</h2>
        {chosen !== undefined && (
          <Button size="compact-xs" variant="light" onClick={() => onOnly(undefined)}>
            {chosen} only ×<span className="m-hidden">, show all routes</span>
          </Button>
        )}
        <div className="map-panel__actions">
          <SegmentedControl
            size="xs"
            aria-label="Map or list"
            data={[
              { value: 'map', label: 'Map', disabled: failure !== undefined },
              { value: 'list', label: 'List' },
            ]}
            value={isWords ? 'list' : 'map'}
            onChange={(value) => props.onList(value === 'list')}
          />
          {props.actions}
        </div>
      </div>
      {failure !== undefined && (
        <Alert color="attention" title="The map can’t be shown">
          {failure} The list shows the same visits.
        </Alert>
      )}
      {isWords ? (
        <MapList day={shown} {...common} />
      ) : (
        <MapCanvas
          day={shown}
          date={day.date}
          pointed={props.pointed}
          onFail={setFailure}
          legend={<MapLegend whole={whole} isOpenAtFirst={props.title !== undefined} {...{ only, onOnly }} />}
          {...common}
        />
      )}
    </section>
  );
}

interface MapListProps extends StopActions {
  day: DayMap;
  zone: string;
  /** Whose route is shown alone. */
  only: string | undefined;
  onOnly: (technician: string | undefined) => void;
}

/** The same as on the map, in words: for those who do not see it, and where it cannot be drawn. */
function MapList({ day, zone, only, onOnly, ...actions }: MapListProps) {
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
              title="Show only this route"
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

interface MapLegendProps {
  whole: DayMap;
  /** Beside the board, whose rows have the colours, it is closed. */
  isOpenAtFirst: boolean;
  /** Whose route is shown alone. */
  only: string | undefined;
  onOnly: (technician: string | undefined) => void;
}

/** With more technicians the colours repeat so often that a list of them tells nothing. */
const mostNamed = 40;

/** What the marks mean, and whose colour is whose. */
function MapLegend({ whole, isOpenAtFirst, only, onOnly }: MapLegendProps) {
  const isWide = useMediaQuery('(width >= 900px)', true, { getInitialValueInEffect: false });
  const [isOpen, setOpen] = useState(isOpenAtFirst && isWide);
  const working = whole.routes.filter(({ stops }) => stops.length > 0);
  const { waiting } = whole;
  return (
    <section className="map-legend" aria-label="Legend">
      <button type="button" aria-expanded={isOpen} onClick={() => setOpen(!isOpen)}>
        Legend
      </button>
      {isOpen && (
        <>
          {working.length <= mostNamed && (
            <ul className="map-legend__crew">
              {working.map(({ technician, name, colour, stops }) => (
                <li key={technician}>
                  <button
                    type="button"
                    aria-pressed={only === technician}
                    title="Show only this route"
                    onClick={() => onOnly(only === technician ? undefined : technician)}
                  >
                    <CrewDot colour={colour} />
                    <span>{name}</span>
                    <small>{stops.length}</small>
                  </button>
                </li>
              ))}
            </ul>
          )}
          <ul className="map-legend__marks">
            <li data-mark="visit">Visit, in its technician’s colour</li>
            <li data-mark="several">Visits of several technicians</li>
            <li data-mark="waiting">Unscheduled ({waiting.length})</li>
            {waiting.some(({ visit }) => visit.row.priority === 'P1') && (
              <li data-mark="urgent">Unscheduled emergency</li>
            )}
            <li data-mark="pinned">Pinned by a person</li>
            <li data-mark="found">Found from the address</li>
            <li data-mark="about">Centre of the suburb: approximate</li>
            <li data-mark="base">
              <svg viewBox="0 0 18 18" aria-hidden>
                <path d="M9 2l7.500 6.500h-2V16h-11V8.500h-2z" />
              </svg>
              Where a day starts
            </li>
          </ul>
        </>
      )}
    </section>
  );
}

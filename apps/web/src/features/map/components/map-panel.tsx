import { Alert, Button, SegmentedControl } from '@mantine/core';
import type { BoardTables } from '@muster/domain/board/schema';
import type { Board, BoardDay } from '@muster/domain/scheduling/board/prepared';
import { dateInWords } from '@muster/domain/values/clock-words';
import { useQuery } from '@tanstack/react-query';
import { type ReactNode, useMemo, useState } from 'react';
import type { Pointed } from '../../../lib/pointed.ts';
import { routesQuery } from '../api.ts';
import { alone, dayMap } from '../model/day-map.ts';
import { roadLines } from '../model/leg-line.ts';
import { MapCanvas } from './map-canvas.tsx';
import { MapLegend } from './map-legend.tsx';
import { MapList } from './map-list.tsx';
import type { StopActions } from './stop-button.tsx';
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
            {chosen} alone ×<span className="m-hidden">, show all routes</span>
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
        <Alert color="attention" title="The map cannot be drawn here">
          {failure} The list has the same in words.
        </Alert>
      )}
      {isWords ? (
        <MapList day={shown} {...common} />
      ) : (
        <MapCanvas
          day={shown}
          date={day.date}
          pointed={props.pointed}
          styleUrl={readStyleUrl()}
          onFail={setFailure}
          legend={<MapLegend whole={whole} isOpenAtFirst={props.title !== undefined} {...{ only, onOnly }} />}
          {...common}
        />
      )}
    </section>
  );
}

/** The operator's own map, as the server wrote it into the application's page. */
function readStyleUrl(): string | undefined {
  return document.querySelector<HTMLMetaElement>('meta[name="map-style"]')?.content || undefined;
}

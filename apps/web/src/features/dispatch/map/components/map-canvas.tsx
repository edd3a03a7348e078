import { ActionIcon, Popover, useComputedColorScheme } from '@mantine/core';
import { type ReactNode, type RefObject, useEffect, useEffectEvent, useMemo, useRef, useState } from 'react';
import type { Pointed } from '../../../../lib/board/pointed-visits.ts';
import '../../../../lib/map/ground.css';
import type { Camera } from '../../../../lib/map/ground.ts';
import type { Hit, Point, MapOptions, OpenMap } from '../canvas/open-map.ts';
import { type DayMap, extentOf, markingsIn, type Spot, spotsOf } from '../model/day-map.ts';
import { crewWords, type StopActions, StopButton, stopWords } from './stop-button.tsx';

interface MapCanvasProps extends StopActions {
  day: DayMap;
  date: string;
  zone: string;
  /** Whose route is shown alone. */
  only: string | undefined;
  onOnly: (technician: string | undefined) => void;
  pointed: Pointed;
  /** Over a corner of the map. */
  legend: ReactNode;
  /** There is no map here, and why. */
  onFail: (reason: string) => void;
}

/** As many visits at one spot as a glance takes in. */
const mostTold = 4;

/** The drawn map. What it is drawn with is loaded when it is opened. */
export function MapCanvas(props: MapCanvasProps) {
  const { day, date, zone, only, onOnly, pointed, openVisit, legend, onFail, ...actions } = props;
  const container = useRef<HTMLDivElement>(null);
  const [tip, setTip] = useState<{ spot: Spot; at: Point }>();
  /** Of several visits at one spot, somebody chooses. */
  const [choice, setChoice] = useState<{ spot: Spot; at: Point }>();
  const theme = useComputedColorScheme('light', { getInitialValueInEffect: false });
  const spots = useMemo(() => spotsOf(day, only !== undefined), [day, only]);
  const byId = useMemo(() => new Map(spots.map((spot) => [spot.id, spot])), [spots]);
  const shownKey = `${date} ${only ?? ''}`;
  const fitted = useRef(shownKey);

  const point = useEffectEvent((hit: Hit, at: Point) => {
    const spot = hit?.kind === 'spot' ? byId.get(hit.id) : undefined;
    setTip((shown) => (shown?.spot === spot ? shown : spot && { spot, at }));
    pointed.set(spot?.stops.map(({ visit }) => visit.row.id) ?? []);
  });
  const click = useEffectEvent((hit: Hit, at: Point) => {
    setTip(undefined);
    if (hit?.kind === 'technician') return onOnly(hit.id === only ? undefined : hit.id);
    const spot = hit && byId.get(hit.id);
    if (spot?.stops.length === 1) actions.onOpen(spot.stops[0]!.visit.row.id);
    else setChoice(spot && { spot, at });
  });
  const map = useOpenMap(
    container,
    theme,
    {
      extent: () => extentOf(day),
      onPoint: point,
      onClick: click,
      onLeave: () => setTip(undefined),
    },
    onFail,
  );

  useEffect(() => map?.show(day, spots, only !== undefined), [map, day, spots, only]);
  useEffect(() => {
    const markings = markingsIn(day, spots);
    map?.mark('open', openVisit === undefined ? [] : markings([openVisit]).spots);
    return pointed.follow((visits) => {
      const { spots, technicians } = markings(visits);
      map?.mark('pointed', spots);
      // Whoever points at a visit sees the route that it is on.
      map?.emphasise(technicians);
    });
  }, [map, day, spots, openVisit, pointed]);
  const fit = useEffectEvent(() => map?.fit(extentOf(day)));
  useEffect(() => {
    if (!map || fitted.current === shownKey) return;
    fitted.current = shownKey;
    fit();
  }, [map, shownKey]);

  function grab(event: React.PointerEvent<HTMLElement>) {
    const { left, top } = container.current!.getBoundingClientRect();
    const hit = map?.hitAt({ x: event.clientX - left, y: event.clientY - top });
    const spot = hit?.kind === 'spot' ? byId.get(hit.id) : undefined;
    if (spot?.stops.length === 1) actions.onGrab?.(event, spot.stops[0]!.visit.row.id);
  }

  return (
    <div className="map-canvas" data-ready={map !== undefined || undefined}>
      <div className="map-canvas__ground" ref={container} role="presentation" onPointerDown={grab} />
      <div className="map-canvas__buttons">
        <ActionIcon variant="default" aria-label="Zoom in" onClick={() => map?.zoomBy(1)}>
          +
        </ActionIcon>
        <ActionIcon variant="default" aria-label="Zoom out" onClick={() => map?.zoomBy(-1)}>
          −
        </ActionIcon>
        <ActionIcon variant="default" aria-label="Show the whole day" onClick={() => map?.fit(extentOf(day))}>
          <svg className="m-icon" viewBox="0 0 20 20" aria-hidden>
            <path d="M3.5 7.500v-4h4M12.500 3.500h4v4M16.500 12.500v4h-4M7.500 16.500h-4v-4" />
          </svg>
        </ActionIcon>
      </div>
      {legend}
      {tip && !choice && (
        <div className="map-canvas__tip" style={{ left: tip.at.x, top: tip.at.y }} aria-hidden>
          {tip.spot.stops.slice(0, mostTold).map((stop) => (
            <p key={stop.visit.row.id}>
              <b>{stop.visit.row.customer}</b> {stopWords(stop, zone)}
              {crewWords(tip.spot, stop.visit.row.id)}
            </p>
          ))}
          {tip.spot.stops.length > mostTold && <p>and {tip.spot.stops.length - mostTold} more</p>}
        </div>
      )}
      {choice && (
        <Popover opened trapFocus onChange={() => setChoice(undefined)} position="bottom-start" shadow="md">
          <Popover.Target>
            <i className="map-canvas__spot" style={{ left: choice.at.x, top: choice.at.y }} />
          </Popover.Target>
          <Popover.Dropdown
            className="map-choice"
            aria-label={`${choice.spot.stops.length} visits here`}
            onPointerLeave={(event) => event.buttons > 0 && setChoice(undefined)}
          >
            {choice.spot.stops.map((stop) => (
              <StopButton
                key={stop.visit.row.id}
                stop={stop}
                zone={zone}
                openVisit={openVisit}
                onGrab={actions.onGrab}
                onOpen={(visit) => {
                  setChoice(undefined);
                  actions.onOpen(visit);
                }}
              />
            ))}
          </Popover.Dropdown>
        </Popover>
      )}
    </div>
  );
}

type Options = Omit<MapOptions, 'container' | 'camera'>;

/**
 * A map in an element for as long as it is shown. Its library is loaded for that. Its colours are read when it is opened: in another
 * theme it is another map, where the eye was.
 */
function useOpenMap(
  container: RefObject<HTMLElement | null>,
  theme: string,
  options: Options,
  onFail: (reason: string) => void,
): OpenMap | undefined {
  const [map, setMap] = useState<OpenMap>();
  const camera = useRef<Camera>(undefined);
  const open = useEffectEvent(async (_theme: string) => {
    const { openMap } = await import('../canvas/open-map.ts');
    return openMap({ ...options, container: container.current!, camera: camera.current });
  });
  const fail = useEffectEvent((error: Error) => onFail(error.message));
  useEffect(() => {
    let opened: OpenMap | undefined;
    let isLeft = false;
    async function show() {
      try {
        opened = await open(theme);
        if (isLeft) opened.remove();
        else setMap(opened);
      } catch (error) {
        if (!isLeft) fail(error as Error);
      }
    }
    void show();
    return () => {
      isLeft = true;
      setMap(undefined);
      if (!opened) return;
      camera.current = opened.camera();
      opened.remove();
    };
  }, [theme]);
  return map;
}

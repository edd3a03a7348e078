import { type ErrorEvent, type GeoJSONSource, Map as Canvas, ScaleControl, setWorkerUrl } from 'maplibre-gl';
import workerUrl from 'maplibre-gl/dist/maplibre-gl-worker.mjs?worker&url';
import 'maplibre-gl/dist/maplibre-gl.css';
import type { FeatureCollection } from 'geojson';
import type { DayMap } from '../model/day-map.ts';
import { country, type Extent } from '../model/extent.ts';
import { baseFeatures, imagesOf, legFeatures, spotFeatures } from '../model/features.ts';
import type { Spot } from '../model/spots.ts';
import { groundStyle } from './ground-style.ts';
import { addImages, addOverlay, fitOverlay, type sources } from './overlay.ts';
import { readColours } from './tokens.ts';

// From our own origin, so that the content security policy needs no worker out of a blob.
setWorkerUrl(workerUrl);

export type Hit = { readonly kind: 'spot' | 'technician'; readonly id: string } | undefined;
export type Point = { readonly x: number; readonly y: number };
export type Camera = { readonly center: [number, number]; readonly zoom: number };

export interface MapOptions {
  container: HTMLElement;
  /** The operator's own ground; none: ours. */
  styleUrl: string | undefined;
  /** What to show first: where somebody looked before, or all of this. */
  camera: Camera | undefined;
  extent: () => Extent;
  onPoint: (hit: Hit, at: Point) => void;
  onClick: (hit: Hit, at: Point) => void;
  onLeave: () => void;
}

export type OpenMap = Awaited<ReturnType<typeof openMap>>;

/** How far beside a dot or a line a pointer still means it. */
const nearPx = 4;
const fitOptions = { padding: 56, maxZoom: 13 };
/** Our own ground has nothing to tell from nearer by. */
const nearestOfOurs = 15;

/** Draws a map into an element. Throws where the browser cannot draw in three dimensions, or the ground does not come. */
export async function openMap({
  container,
  styleUrl,
  camera,
  extent,
  onPoint,
  onClick,
  onLeave,
}: MapOptions) {
  const colours = readColours(container);
  const map = new Canvas({
    container,
    style: styleUrl ?? (await groundStyle(colours)),
    ...(camera ?? { bounds: [...extent()], fitBoundsOptions: fitOptions }),
    ...(styleUrl === undefined ? { maxBounds: [...country], maxZoom: nearestOfOurs } : {}),
    attributionControl: styleUrl === undefined ? false : { compact: true },
    dragRotate: false,
    maxPitch: 0,
    locale: { 'Map.Title': 'Map. The list has the same in words.' },
  });
  map.touchZoomRotate.disableRotation();
  map.keyboard.disableRotation();
  map.addControl(new ScaleControl({ unit: 'metric' }), 'bottom-right');
  try {
    await loaded(map);
  } catch (error) {
    map.remove();
    throw error;
  }
  addOverlay(map, colours);

  function hitAt({ x, y }: Point): Hit {
    const [found] = map.queryRenderedFeatures(
      [
        [x - nearPx, y - nearPx],
        [x + nearPx, y + nearPx],
      ],
      { layers: ['spots', 'bases', 'legs'] },
    );
    if (!found) return undefined;
    return { kind: found.layer.id === 'spots' ? 'spot' : 'technician', id: String(found.properties['id']) };
  }

  // Whoever presses on a visit may want to drag it away: the map stays where it is.
  map.on('mousedown', (event) => hitAt(event.point)?.kind === 'spot' && event.preventDefault());
  map.on('touchstart', (event) => hitAt(event.point)?.kind === 'spot' && event.preventDefault());
  map.on('mousemove', ({ point }) => {
    const hit = hitAt(point);
    map.getCanvas().style.cursor = hit ? 'pointer' : '';
    onPoint(hit, point);
  });
  map.on('mouseout', onLeave);
  map.on('click', ({ point }) => onClick(hitAt(point), point));

  /** The states of the dots that are set now. */
  const marked = { pointed: new Set<string>(), open: new Set<string>() };
  let shown: DayMap = { routes: [], waiting: [] };
  const put = (source: (typeof sources)[number], data: FeatureCollection) =>
    void map.getSource<GeoJSONSource>(source)!.setData(data);

  return {
    hitAt,
    show(day: DayMap, spots: readonly Spot[], isNumbered: boolean) {
      addImages(map, colours, imagesOf(day, spots));
      fitOverlay(map, day.routes.length, isNumbered);
      shown = day;
      put('legs', legFeatures(day));
      put('bases', baseFeatures(day));
      put('spots', spotFeatures(spots));
    },
    mark(state: keyof typeof marked, spots: readonly string[]) {
      for (const id of marked[state]) map.setFeatureState({ source: 'spots', id }, { [state]: false });
      for (const id of spots) map.setFeatureState({ source: 'spots', id }, { [state]: true });
      marked[state] = new Set(spots);
    },
    /** Lets these routes stand out. */
    emphasise(technicians: readonly string[]) {
      const routes = shown.routes.filter(({ technician }) => technicians.includes(technician));
      put('pointed', legFeatures({ ...shown, routes }));
    },
    fit: (extent: Extent) => map.fitBounds([...extent], fitOptions),
    zoomBy: (step: number) => map.easeTo({ zoom: map.getZoom() + step }),
    camera: (): Camera => ({ center: map.getCenter().toArray(), zoom: map.getZoom() }),
    remove: () => map.remove(),
  };
}

/** The first thing that goes wrong before there is a ground is why there is none; afterwards a missing tile is only told to the console. */
function loaded(map: Canvas): Promise<void> {
  return new Promise((resolve, reject) => {
    const fail = ({ error }: ErrorEvent) => reject(error);
    map.on('error', fail);
    map.once('style.load', () => {
      map.off('error', fail);
      resolve();
    });
  });
}

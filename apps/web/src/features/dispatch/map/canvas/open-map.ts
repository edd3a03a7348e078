import type { GeoJSONSource } from 'maplibre-gl';
import type { FeatureCollection } from 'geojson';
import { type Camera, type Extent, openGround } from '../../../../lib/map/ground.ts';
import {
  baseFeatures,
  type DayMap,
  imagesOf,
  legFeatures,
  type Spot,
  spotFeatures,
} from '../model/day-map.ts';
import { addImages, addOverlay, fitOverlay, type sources } from './overlay.ts';

export type Hit = { readonly kind: 'spot' | 'technician'; readonly id: string } | undefined;
export type Point = { readonly x: number; readonly y: number };

export interface MapOptions {
  container: HTMLElement;
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

/** Draws a map into an element. Throws where the browser cannot draw in three dimensions, or the ground does not come. */
export async function openMap({ container, camera, extent, onPoint, onClick, onLeave }: MapOptions) {
  const { map, colours } = await openGround({
    container,
    title: 'Map. The list shows the same visits as text.',
    view: camera ?? { bounds: [...extent()], fitBoundsOptions: fitOptions },
  });
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

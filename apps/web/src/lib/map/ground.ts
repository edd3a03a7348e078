import {
  type ErrorEvent,
  Map as Canvas,
  type MapOptions,
  ScaleControl,
  setWorkerUrl,
  type StyleSpecification,
} from 'maplibre-gl';
import workerUrl from 'maplibre-gl/dist/maplibre-gl-worker.mjs?worker&url';
import { technicianColours } from '@muster/domain/work/technicians/rules';
import coastUrl from './ground/coast.gen.json?url';
import placesUrl from './ground/places.gen.json?url';
import 'maplibre-gl/dist/maplibre-gl.css';

// From our own origin, so that the content security policy needs no worker out of a blob.
setWorkerUrl(workerUrl);

export type Camera = { readonly center: [number, number]; readonly zoom: number };

/** West, south, east and north in degrees. */
export type Extent = readonly [west: number, south: number, east: number, north: number];

/** All that can be shown: Australia with its islands, and a margin. */
const country: Extent = [92, -48, 172, -6];
/** Our own ground has nothing to tell from nearer by. */
const nearestOfOurs = 15;

interface Ground {
  container: HTMLElement;
  /** What a screen reader calls the map. */
  title: string;
  /** What to show first. */
  view: Camera | Pick<MapOptions, 'bounds' | 'fitBoundsOptions'>;
}

/** A map with nothing on it but the land. Throws where the browser cannot draw in three dimensions, or the ground does not come. */
export async function openGround({ container, title, view }: Ground) {
  const styleUrl = readStyleUrl();
  const colours = readColours(container);
  const map = new Canvas({
    container,
    style: styleUrl ?? (await groundStyle(colours)),
    ...(view as Partial<MapOptions>),
    ...(styleUrl === undefined ? { maxBounds: [...country], maxZoom: nearestOfOurs } : {}),
    attributionControl: styleUrl === undefined ? false : { compact: true },
    dragRotate: false,
    maxPitch: 0,
    locale: { 'Map.Title': title },
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
  return { map, colours };
}

/** Whether the ground has more to show the nearer one comes; ours has coasts and names alone. */
export function hasStreets(): boolean {
  return readStyleUrl() !== undefined;
}

/** The operator's own map, as the server wrote it into the application's page. */
function readStyleUrl(): string | undefined {
  return document.querySelector<HTMLMetaElement>('meta[name="map-style"]')?.content || undefined;
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

type Place = readonly [name: string, rank: number, longitude: number, latitude: number];

/**
 * The map where the operator has none: sea, land, and the names of places, all from here. The style has no address for letters, so
 * they are drawn from the page's own fonts.
 */
async function groundStyle(colours: MapColours): Promise<StyleSpecification> {
  const places = (await (await fetch(placesUrl)).json()) as Place[];
  return {
    version: 8,
    sources: {
      coast: { type: 'geojson', data: new URL(coastUrl, location.href).href, tolerance: 0.2 },
      places: {
        type: 'geojson',
        data: {
          type: 'FeatureCollection',
          features: places.map(([name, rank, longitude, latitude]) => ({
            type: 'Feature',
            geometry: { type: 'Point', coordinates: [longitude, latitude] },
            properties: { name, rank },
          })),
        },
      },
    },
    layers: [
      { id: 'sea', type: 'background', paint: { 'background-color': colours.sea } },
      { id: 'land', type: 'fill', source: 'coast', paint: { 'fill-color': colours.land } },
      {
        id: 'shore',
        type: 'line',
        source: 'coast',
        paint: {
          'line-color': colours.shore,
          'line-width': ['interpolate', ['linear'], ['zoom'], 4, 0.6, 10, 1.2],
        },
      },
      {
        id: 'places',
        type: 'symbol',
        source: 'places',
        // The nearer one comes, the smaller the places that are named.
        filter: ['<=', ['get', 'rank'], ['step', ['zoom'], 0, 4, 1, 7, 2, 9, 3, 11, 4]],
        layout: {
          'text-field': ['get', 'name'],
          'text-font': [
            'step',
            ['get', 'rank'],
            ['literal', ['Inter SemiBold', 'Inter']],
            2,
            ['literal', ['Inter']],
          ],
          'text-size': ['step', ['get', 'rank'], 14, 1, 12.5, 2, 12, 4, 11],
          'text-max-width': 7,
          'text-padding': 6,
          'symbol-sort-key': ['get', 'rank'],
        },
        paint: {
          'text-color': ['step', ['get', 'rank'], colours.strongText, 1, colours.text],
          'text-halo-color': colours.land,
          'text-halo-width': 1.4,
        },
      },
    ],
  };
}

/** The names of what is drawn on the map, and the tokens that give them their colours. */
const tokens = {
  sea: '--map-sea',
  land: '--map-land',
  shore: '--map-shore',
  text: '--text-muted',
  strongText: '--text',
  raised: '--surface-raised',
  focus: '--focus',
  none: '--line-strong',
  attention: '--attention',
  danger: '--danger',
} as const;

export type MapColours = Readonly<Record<keyof typeof tokens | (typeof technicianColours)[number], string>>;

/** A canvas knows no tokens: they are resolved as they look here and now, in the light or in the dark. */
function readColours(near: HTMLElement): MapColours {
  const probe = document.createElement('i');
  near.append(probe);
  const resolve = (token: string) => {
    probe.style.color = `var(${token})`;
    return getComputedStyle(probe).color;
  };
  const named = Object.entries(tokens).map(([name, token]) => [name, resolve(token)]);
  const crew = technicianColours.map((colour) => [colour, resolve(`--crew-${colour}`)]);
  probe.remove();
  return Object.fromEntries([...named, ...crew]) as MapColours;
}

import type { StyleSpecification } from 'maplibre-gl';
import coastUrl from '../ground/coast.gen.json?url';
import placesUrl from '../ground/places.gen.json?url';
import type { MapColours } from './tokens.ts';

type Place = readonly [name: string, rank: number, longitude: number, latitude: number];

/**
 * The map where the operator has none: sea, land, and the names of places, all from here. The style has no address for letters, so
 * they are drawn from the page's own fonts.
 */
export async function groundStyle(colours: MapColours): Promise<StyleSpecification> {
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

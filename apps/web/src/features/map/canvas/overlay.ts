import { technicianColours } from '@muster/domain/technicians/rules';
import type { ExpressionSpecification, Map as Canvas } from 'maplibre-gl';
import type { FeatureCollection } from 'geojson';
import { drawImage, imageRatio } from './images.ts';
import type { MapColours } from './tokens.ts';

const nothing: FeatureCollection = { type: 'FeatureCollection', features: [] };

/** What the layers draw, from below to above. */
export const sources = ['legs', 'pointed', 'bases', 'spots'] as const;

const isPointed: ExpressionSpecification = ['boolean', ['feature-state', 'pointed'], false];
const isOpen: ExpressionSpecification = ['boolean', ['feature-state', 'open'], false];

/** Seen from afar dots are smaller, so that those of a city stay apart. */
function byZoom<T extends number | ExpressionSpecification>(afar: T, near: T): ExpressionSpecification {
  return ['interpolate', ['linear'], ['zoom'], 8, afar, 11, near];
}

function radius(waiting: number, booked: number): ExpressionSpecification {
  return ['case', isPointed, booked + 4, isOpen, booked + 3, ['get', 'isWaiting'], waiting, booked];
}

/** Lays routes, bases and visits over whatever the ground is. */
export function addOverlay(map: Canvas, colours: MapColours): void {
  for (const source of sources) map.addSource(source, { type: 'geojson', data: nothing, promoteId: 'id' });
  const colour = colourBy(colours);
  // The names of our own ground are read above the routes.
  const names = map.getLayer('places') ? 'places' : undefined;
  const line = { 'line-cap': 'round', 'line-join': 'round' } as const;
  map.addLayer(
    {
      id: 'leg-edges',
      type: 'line',
      source: 'legs',
      layout: line,
      paint: { 'line-color': colours.raised, 'line-opacity': 0.7, 'line-width': byZoom(3, 5) },
    },
    names,
  );
  map.addLayer(
    {
      id: 'legs',
      type: 'line',
      source: 'legs',
      layout: line,
      paint: { 'line-color': colour, 'line-width': byZoom(1.4, 2.6) },
    },
    names,
  );
  // Drawn once more for itself: to mark a route among thousands of lines would have all of them made anew.
  map.addLayer({
    id: 'pointed',
    type: 'line',
    source: 'pointed',
    layout: line,
    paint: { 'line-color': colour, 'line-width': byZoom(3.4, 4.6) },
  });
  map.addLayer({
    id: 'arrows',
    type: 'symbol',
    source: 'legs',
    layout: {
      visibility: 'none',
      'symbol-placement': 'line-center',
      'icon-image': ['concat', 'arrow-', ['get', 'colour']],
      'icon-allow-overlap': true,
    },
  });
  map.addLayer({
    id: 'bases',
    type: 'symbol',
    source: 'bases',
    layout: { 'icon-image': ['concat', 'base-', ['get', 'colour']], 'icon-allow-overlap': true },
  });
  map.addLayer({
    id: 'spots',
    type: 'circle',
    source: 'spots',
    paint: {
      'circle-color': ['case', ['get', 'isWaiting'], colours.raised, colour],
      'circle-radius': byZoom(radius(4, 4), radius(5.5, 6.5)),
      'circle-stroke-color': [
        'case',
        isOpen,
        colours.focus,
        ['!', ['get', 'isWaiting']],
        colours.raised,
        ['get', 'isUrgent'],
        colours.danger,
        colours.attention,
      ],
      'circle-stroke-width': ['case', isOpen, 3.5, ['get', 'isWaiting'], 2.5, 2],
    },
  });
  map.addLayer({
    id: 'labels',
    type: 'symbol',
    source: 'spots',
    filter: ['!=', ['get', 'label'], ''],
    layout: {
      'icon-image': ['concat', 'label-', ['get', 'label']],
      'icon-offset': [10, -10],
      'symbol-sort-key': ['-', ['get', 'count']],
    },
  });
}

/** Pictures are there before what shows them: one that is asked for later is missing until the map is drawn anew. */
export function addImages(map: Canvas, colours: MapColours, names: Iterable<string>): void {
  for (const name of names) {
    const image = map.hasImage(name) ? undefined : drawImage(name, colours);
    if (image) map.addImage(name, image, { pixelRatio: imageRatio });
  }
}

/** With so many routes on it, a map is read by its dots. */
const manyRoutes = 60;

/** What is drawn of few routes, or of one alone, and would be too much of many. */
export function fitOverlay(map: Canvas, routes: number, isNumbered: boolean): void {
  map.setPaintProperty('legs', 'line-opacity', routes > manyRoutes ? 0.35 : 0.85);
  map.setLayoutProperty('leg-edges', 'visibility', routes > manyRoutes ? 'none' : 'visible');
  map.setLayoutProperty('arrows', 'visibility', isNumbered ? 'visible' : 'none');
  // The numbers of a route are all told; elsewhere the largest numbers that there is room for.
  map.setLayoutProperty('labels', 'icon-allow-overlap', isNumbered);
}

function colourBy(colours: MapColours): ExpressionSpecification {
  const pairs = technicianColours.flatMap((name) => [name, colours[name]]) as [string, string];
  return ['match', ['get', 'colour'], ...pairs, colours.none];
}

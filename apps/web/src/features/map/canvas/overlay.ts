import { technicianColours } from '@muster/domain/technicians/rules';
import type { ExpressionSpecification, Map as Canvas } from 'maplibre-gl';
import type { FeatureCollection } from 'geojson';
import { drawImage, imageRatio } from './images.ts';
import type { MapColours } from './tokens.ts';

const nothing: FeatureCollection = { type: 'FeatureCollection', features: [] };

/** What the layers draw, from below to above. */
export const sources = ['legs', 'bases', 'spots'] as const;

const isPointed: ExpressionSpecification = ['boolean', ['feature-state', 'pointed'], false];
const isOpen: ExpressionSpecification = ['boolean', ['feature-state', 'open'], false];

/** Lays routes, bases and visits over whatever the ground is. */
export function addOverlay(map: Canvas, colours: MapColours): void {
  for (const source of sources) map.addSource(source, { type: 'geojson', data: nothing, promoteId: 'id' });
  map.setMissingStyleImageResolver((id) => {
    const image = drawImage(id, colours);
    if (image) map.addImage(id, image, { pixelRatio: imageRatio });
  });
  const colour = colourBy(colours);
  map.addLayer({
    id: 'legs',
    type: 'line',
    source: 'legs',
    layout: { 'line-cap': 'round', 'line-join': 'round' },
    paint: {
      'line-color': colour,
      'line-opacity': 0.75,
      'line-width': ['interpolate', ['linear'], ['zoom'], 6, 1.2, 11, 2.4],
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
      'circle-radius': ['case', isPointed, 10, isOpen, 9, ['get', 'isWaiting'], 5, 6],
      'circle-stroke-color': [
        'case',
        isOpen,
        colours.focus,
        ['get', 'isWaiting'],
        colours.strongText,
        colours.raised,
      ],
      'circle-stroke-width': ['case', isOpen, 3.5, 2],
    },
  });
  map.addLayer({
    id: 'labels',
    type: 'symbol',
    source: 'spots',
    filter: ['!=', ['get', 'label'], ''],
    layout: {
      'icon-image': ['concat', 'label-', ['get', 'label']],
      'icon-offset': [9, -9],
      'icon-allow-overlap': true,
      'icon-ignore-placement': true,
    },
  });
}

function colourBy(colours: MapColours): ExpressionSpecification {
  const pairs = technicianColours.flatMap((name) => [name, colours[name]]) as [string, string];
  return ['match', ['get', 'colour'], ...pairs, colours.none];
}

import { technicianColours } from '@muster/domain/work/technicians/rules';
import type { ExpressionSpecification, Map as Canvas } from 'maplibre-gl';
import type { MapColours } from '../../../../lib/map/ground.ts';
import type { FeatureCollection } from 'geojson';

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
  // Somewhere there: nobody knows more than the suburb.
  map.addLayer({
    id: 'abouts',
    type: 'circle',
    source: 'spots',
    filter: ['==', ['get', 'kind'], 'estimated'],
    paint: {
      'circle-color': ['case', ['get', 'isWaiting'], colours.attention, colour],
      'circle-opacity': 0.2,
      'circle-radius': byZoom(9, 15),
    },
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
    id: 'pins',
    type: 'circle',
    source: 'spots',
    filter: ['==', ['get', 'kind'], 'pinned'],
    paint: {
      'circle-color': ['case', ['get', 'isWaiting'], colours.strongText, colours.raised],
      'circle-radius': byZoom(1.4, 2.4),
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

/** Drawn for screens with two dots per pixel. */
const imageRatio = 2;

/**
 * What is written and drawn on the map beside dots and lines: `base-teal`, the house of a technician, `arrow-teal` and `label-3`. Pictures and not
 * letters of a map, because an operator's style says where its letters come from, and ours are not there.
 */
function drawImage(name: string, colours: MapColours): ImageData | undefined {
  const [kind, what = ''] = name.split('-');
  if (kind === 'base') return drawHouse(colours[what as keyof MapColours] ?? colours.none, colours.raised);
  if (kind === 'arrow') return drawArrow(colours[what as keyof MapColours] ?? colours.none, colours.raised);
  if (kind === 'label' && what !== '') return drawLabel(what, colours);
  return undefined;
}

function drawHouse(colour: string, edge: string): ImageData {
  return draw(18, 18, (context) => {
    context.beginPath();
    context.moveTo(9, 2);
    for (const [x, y] of [
      [16.5, 8.5],
      [14.5, 8.5],
      [14.5, 16],
      [3.5, 16],
      [3.5, 8.5],
      [1.5, 8.5],
    ] as const)
      context.lineTo(x, y);
    context.closePath();
    context.lineJoin = 'round';
    context.lineWidth = 3;
    context.strokeStyle = edge;
    context.stroke();
    context.fillStyle = colour;
    context.fill();
  });
}

/** Points to the right, as lines run. */
function drawArrow(colour: string, edge: string): ImageData {
  return draw(14, 14, (context) => {
    context.beginPath();
    context.moveTo(5, 3);
    context.lineTo(10, 7);
    context.lineTo(5, 11);
    context.lineCap = 'round';
    context.lineJoin = 'round';
    context.lineWidth = 5;
    context.strokeStyle = edge;
    context.stroke();
    context.lineWidth = 2.4;
    context.strokeStyle = colour;
    context.stroke();
  });
}

function drawLabel(text: string, colours: MapColours): ImageData {
  const width = 8 + 7 * text.length;
  return draw(width, 15, (context) => {
    context.beginPath();
    context.roundRect(0.5, 0.5, width - 1, 14, 7);
    context.fillStyle = colours.raised;
    context.fill();
    context.strokeStyle = colours.none;
    context.stroke();
    context.fillStyle = colours.strongText;
    context.font = '600 11px Inter, sans-serif';
    context.textAlign = 'center';
    context.fillText(text, width / 2, 11.5);
  });
}

function draw(width: number, height: number, paint: (context: CanvasRenderingContext2D) => void): ImageData {
  const canvas = document.createElement('canvas');
  [canvas.width, canvas.height] = [width * imageRatio, height * imageRatio];
  const context = canvas.getContext('2d')!;
  context.scale(imageRatio, imageRatio);
  paint(context);
  return context.getImageData(0, 0, canvas.width, canvas.height);
}

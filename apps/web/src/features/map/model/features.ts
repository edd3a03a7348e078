import type { Position } from '@muster/domain/scheduling/travel';
import type { Feature, FeatureCollection } from 'geojson';
import type { DayMap } from './day-map.ts';
import type { Spot } from './spots.ts';

/** What the layers of the map draw. Each feature has its `id` among its properties, by which its state is set. */
export function spotFeatures(spots: readonly Spot[]): FeatureCollection {
  return collection(
    spots.map(({ id, at, colour, isWaiting, isUrgent, stops, label }) =>
      feature(
        { type: 'Point', coordinates: pair(at) },
        { id, colour: colour ?? 'none', isWaiting, isUrgent, count: stops.length, label },
      ),
    ),
  );
}

export function legFeatures({ routes }: DayMap): FeatureCollection {
  return collection(
    routes.flatMap(({ technician, colour, legs }) =>
      legs.map((line) =>
        feature({ type: 'LineString', coordinates: line.map(pair) }, { id: technician, colour }),
      ),
    ),
  );
}

export function baseFeatures({ routes }: DayMap): FeatureCollection {
  return collection(
    routes.flatMap(({ technician, name, colour, base }) =>
      base === null
        ? []
        : [feature({ type: 'Point', coordinates: pair(base) }, { id: technician, name, colour })],
    ),
  );
}

/** The pictures that the layers show of these. */
export function imagesOf({ routes }: Pick<DayMap, 'routes'>, spots: readonly Spot[]): Set<string> {
  return new Set([
    ...routes.flatMap(({ colour }) => [`base-${colour}`, `arrow-${colour}`]),
    ...spots.flatMap(({ label }) => (label === '' ? [] : [`label-${label}`])),
  ]);
}

function feature(geometry: Feature['geometry'], properties: Record<string, unknown>): Feature {
  return { type: 'Feature', geometry, properties };
}

function collection(features: Feature[]): FeatureCollection {
  return { type: 'FeatureCollection', features };
}

function pair({ longitude, latitude }: Position): [number, number] {
  return [longitude, latitude];
}

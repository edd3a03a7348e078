import type { Position } from '@muster/domain/scheduling/travel';

/** How OSRM and those that speak like it are asked: project-osrm.org, HTTP API, version 1. */
export interface Question<T> {
  readonly path: string;
  readonly query: string;
  /** Undefined where the answer is not what was asked for. */
  readonly read: (answer: unknown) => T | undefined;
}

/** By rows of where drives begin; null where there is no way. */
export interface DriveTable {
  readonly seconds: readonly (readonly (number | null)[])[];
  readonly metres: readonly (readonly (number | null)[])[] | null;
}

/** Across the continent and back. Whatever is beyond is no answer. */
const MOST_SECONDS = 14 * 24 * 3_600;
const MOST_METRES = 50_000_000;
/** Every character of an encoded polyline. */
const POLYLINE = /^[?-~]+$/;

export function tableQuestion(places: readonly Position[]): Question<DriveTable> {
  return {
    path: `/table/v1/driving/${coordinates(places)}`,
    query: 'annotations=duration,distance',
    read(answer) {
      const seconds = matrix(field(answer, 'durations'), places.length, MOST_SECONDS);
      const distances = field(answer, 'distances');
      // Older versions do not tell distances.
      const metres =
        distances === undefined || distances === null ? null : matrix(distances, places.length, MOST_METRES);
      return seconds === undefined || metres === undefined ? undefined : { seconds, metres };
    },
  };
}

/** The way from one place to another, as an encoded polyline with six decimals. */
export function lineQuestion(from: Position, to: Position): Question<string> {
  return {
    path: `/route/v1/driving/${coordinates([from, to])}`,
    query: 'overview=full&geometries=polyline6',
    read(answer) {
      const routes = field(answer, 'routes');
      const line = Array.isArray(routes) ? field(routes[0], 'geometry') : undefined;
      return typeof line === 'string' && POLYLINE.test(line) ? line : undefined;
    },
  };
}

/** Says that there is no way, or no road near by. */
export function isNoWay(answer: unknown): boolean {
  return ['NoSegment', 'NoTable', 'NoRoute'].includes(String(field(answer, 'code')));
}

export function isOk(answer: unknown): boolean {
  return field(answer, 'code') === 'Ok';
}

function coordinates(places: readonly Position[]): string {
  return places.map(({ latitude, longitude }) => `${longitude.toFixed(5)},${latitude.toFixed(5)}`).join(';');
}

function field(value: unknown, name: string): unknown {
  return typeof value === 'object' && value !== null ? Reflect.get(value, name) : undefined;
}

/** Whole numbers, rounded up; one that cannot be makes the whole answer wrong. */
function matrix(value: unknown, size: number, most: number): (number | null)[][] | undefined {
  if (!Array.isArray(value) || value.length !== size) return undefined;
  const isCell = (cell: unknown) => cell === null || (typeof cell === 'number' && cell >= 0 && cell <= most);
  const isSound = value.every((row) => Array.isArray(row) && row.length === size && row.every(isCell));
  if (!isSound) return undefined;
  return (value as (number | null)[][]).map((row) =>
    row.map((cell) => (cell === null ? null : Math.ceil(cell))),
  );
}

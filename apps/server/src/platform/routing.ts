import { DAY_SECONDS } from '@muster/domain/values/minutes';
import type { Position } from '@muster/domain/values/travel';
import type { Logger } from 'pino';
import type { Settings } from '../settings.ts';
import { createOutsideService, field, type OutsideService } from './outside-service.ts';

/** What was asked for; that there is no way; or that nobody answers now, or may be asked. */
export type Answer<T> = { readonly found: T } | 'no way' | 'later';

export interface Routing extends Pick<OutsideService, 'pause' | 'state' | 'close'> {
  table(places: readonly Position[]): Promise<Answer<DriveTable>>;
  line(from: Position, to: Position): Promise<Answer<string>>;
}

/** A table of a hundred places is some 200 kB. */
const MOST_BYTES = 4_000_000;

/** A routing service of the operator's. It is asked under the one address that was set: a redirect is a failure. */
export function createRouting(
  settings: Pick<Settings, 'ROUTING_PER_SECOND' | 'ROUTING_SECONDS'>,
  { url, log, now }: { url: string; log: Logger; now: () => number },
): Routing {
  const base = new URL(url);
  const { ask, ...service } = createOutsideService({
    name: 'routing service',
    perSecond: settings.ROUTING_PER_SECOND,
    seconds: settings.ROUTING_SECONDS,
    mostBytes: MOST_BYTES,
    readable: [200, 400],
    log,
    now,
    async get(address, signal) {
      const headers = { accept: 'application/json' };
      const response = await fetch(address, { redirect: 'manual', headers, signal });
      const body = response.body ?? new Blob([]).stream();
      const retryAfter = response.headers.get('retry-after');
      return { status: response.status, retryAfter, body, leave: () => body.cancel() };
    },
  });
  return {
    ...service,
    table: (places) => put(tableQuestion(places)),
    line: (from, to) => put(lineQuestion(from, to)),
  };

  function put<T>({ path, query, read }: Question<T>): Promise<Answer<T>> {
    const address = new URL(base);
    address.pathname = `${base.pathname.replace(/\/+$/, '')}${path}`;
    address.search = base.search === '' ? query : `${base.search}&${query}`;
    return ask<Answer<T>>(address, (status, answer) => {
      if (status === 400 && isNoWay(answer)) return 'no way';
      const found = status === 200 && isOk(answer) ? read(answer) : undefined;
      return found === undefined ? undefined : { found };
    });
  }
}

/** How OSRM and those that speak like it are asked: project-osrm.org, HTTP API, version 1. */
interface Question<T> {
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
const MOST_SECONDS = 14 * DAY_SECONDS;
const MOST_METRES = 50_000_000;
/** Every character of an encoded polyline. */
const POLYLINE = /^[?-~]+$/;

function tableQuestion(places: readonly Position[]): Question<DriveTable> {
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
function lineQuestion(from: Position, to: Position): Question<string> {
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
function isNoWay(answer: unknown): boolean {
  return ['NoSegment', 'NoTable', 'NoRoute'].includes(String(field(answer, 'code')));
}

function isOk(answer: unknown): boolean {
  return field(answer, 'code') === 'Ok';
}

function coordinates(places: readonly Position[]): string {
  return places.map(({ latitude, longitude }) => `${longitude.toFixed(5)},${latitude.toFixed(5)}`).join(';');
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

import { expect, test } from 'vitest';
import { placeCode, positionOf } from '../../values/travel.ts';
import { tablesToAsk, wantedRoads } from './rules.ts';

const at = (east: number, north = 0) =>
  placeCode({ latitude: -33.8 + north / 1000, longitude: 151 + east / 1000 });
const nobody = new Map<number, Set<number>>();

test('a place and its code are the same to five decimals', () => {
  for (const position of [
    { latitude: -33.86881, longitude: 151.20929 },
    { latitude: 90, longitude: 180 },
    { latitude: -90, longitude: -180 },
    { latitude: 0, longitude: 0 },
  ])
    expect(positionOf(placeCode(position))).toEqual(position);
  const near = { latitude: -33.868812, longitude: 151.209291 };
  expect(placeCode(near)).toBe(placeCode({ latitude: -33.86881, longitude: 151.20929 }));
});

test('a small board is one table of everything', () => {
  const journeys = { routes: [{ base: at(0), stops: [at(1), at(2)] }], waiting: [at(3)] };
  const wanted = wantedRoads(journeys, 100);
  expect(wanted.drives.get(at(3))).toEqual(new Set([at(0), at(1), at(2)]));
  expect(tablesToAsk(wanted, nobody, 100).map((table) => new Set(table))).toEqual([
    new Set([at(0), at(1), at(2), at(3)]),
  ]);
});

test('nothing is asked that is known, and only the places of what is missing', () => {
  const journeys = { routes: [{ base: null, stops: [at(1), at(2), at(3)] }], waiting: [] };
  const wanted = wantedRoads(journeys, 100);
  const known = new Map([...wanted.drives].map(([from, to]) => [from, new Set(to)]));
  expect(tablesToAsk(wanted, known, 100)).toEqual([]);
  known.get(at(1))!.delete(at(3));
  expect(tablesToAsk(wanted, known, 100)).toEqual([[at(1), at(3)]]);
});

test('of a large board: every drive along a route and from the base, and those between neighbours', () => {
  const largest = 100;
  const routes = Array.from({ length: 40 }, (_, technician) => ({
    base: at(technician, 900),
    stops: Array.from({ length: 15 }, (_, stop) => at((technician * 37 + stop * 91) % 400, stop * 20)),
  }));
  const wanted = wantedRoads({ routes, waiting: [] }, largest);
  for (const { base, stops } of routes)
    stops.forEach((stop, i) => {
      expect(wanted.drives.get(base)?.has(stop)).toBe(true);
      expect(wanted.drives.get(stop)?.has(base)).toBe(true);
      if (i > 0 && stops[i - 1] !== stop) expect(wanted.drives.get(stops[i - 1]!)?.has(stop)).toBe(true);
    });
  const places = new Set(routes.flatMap(({ base, stops }) => [base].concat(stops)));
  const count = [...wanted.drives.values()].reduce((sum, to) => sum + to.size, 0);
  expect(count / places.size).toBeLessThan(50);
  const tables = tablesToAsk(wanted, nobody, largest);
  expect(Math.max(...tables.map(({ length }) => length))).toBeLessThanOrEqual(largest);
  const asked = tables.map((table) => new Set(table));
  for (const [from, all] of wanted.drives)
    for (const to of all) expect(asked.some((table) => table.has(from) && table.has(to))).toBe(true);
});

test('a route that is longer than a table is asked for in parts, without a gap', () => {
  const stops = Array.from({ length: 25 }, (_, stop) => at(stop));
  const wanted = wantedRoads({ routes: [{ base: at(99), stops }], waiting: [] }, 10);
  const asked = tablesToAsk(wanted, nobody, 10).map((table) => new Set(table));
  expect(Math.max(...asked.map(({ size }) => size))).toBeLessThanOrEqual(10);
  for (let i = 1; i < stops.length; i++)
    expect(asked.some((table) => table.has(stops[i - 1]!) && table.has(stops[i]!))).toBe(true);
});

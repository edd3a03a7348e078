import type { BoardTables } from '@muster/domain/dispatch/board/schema';
import { prepareBoard } from '@muster/domain/dispatch/scheduling/board/prepare';
import {
  assignmentRow,
  at,
  boardRows,
  monday,
  siteAt,
  technicianRow,
  visitRow,
} from '@muster/domain/dispatch/scheduling/board/sample-boards';
import { expect, test } from 'vitest';
import {
  alone,
  dayMap,
  spotsOf,
  baseFeatures,
  imagesOf,
  legFeatures,
  spotFeatures,
  extentOf,
  markingsIn,
} from './day-map.ts';

const [near, far] = [siteAt(5), siteAt(20)];
const first = visitRow({ id: 'first', site: near, state: 'planned' });
const crew = visitRow({ id: 'crew', site: far, state: 'planned', crewSize: 2 });
const open = visitRow({ id: 'open', site: far, state: 'unscheduled' });
const board = prepareBoard(
  boardRows({
    technicians: [technicianRow(), technicianRow({ id: 'priya', name: 'Priya', base: null })],
    visits: [first, crew, open],
    assignments: [
      assignmentRow(first, at('08:00')),
      assignmentRow(crew, at('10:00')),
      assignmentRow(crew, at('10:00'), { technician: 'priya' }),
    ],
  }),
);
const tables = {
  technicians: [
    { id: 'dave', colour: 'blue' },
    { id: 'priya', colour: 'pink' },
  ],
} as unknown as BoardTables;
const day = board.days.find(({ date }) => date === monday)!;
const map = dayMap(board, tables, day, ['dave', 'priya']);

test('a route goes from the base from visit to visit and home; without a base it is the visits alone', () => {
  const base = siteAt(0).position;
  expect(map.routes[0]!.legs).toEqual([
    [base, near.position],
    [near.position, far.position],
    [far.position, base],
  ]);
  expect(map.routes[1]!).toMatchObject({ base: null, legs: [], colour: 'pink' });
  expect(legFeatures(map).features.map(({ properties }) => properties!['colour'])).toEqual([
    'blue',
    'blue',
    'blue',
  ]);
  expect(baseFeatures(map).features).toHaveLength(1);
});

test('visits at one address are one dot with their number, in the colour of whoever goes there alone', () => {
  const spots = spotsOf(map, false);
  expect(
    spots.map(({ stops, crews, ...spot }) => ({
      ...spot,
      visits: stops.map(({ visit }) => visit.row.id),
      crews: [...crews],
    })),
  ).toEqual([
    {
      id: `${far.position.latitude} 151`,
      at: far.position,
      visits: ['open', 'crew'],
      colour: null,
      isWaiting: false,
      kind: 'pinned',
      isUrgent: false,
      crews: [['crew', ['Dave', 'Priya']]],
      label: '2',
    },
    {
      id: `${near.position.latitude} 151`,
      at: near.position,
      visits: ['first'],
      colour: 'blue',
      isWaiting: false,
      kind: 'pinned',
      isUrgent: false,
      crews: [['first', ['Dave']]],
      label: '',
    },
  ]);
  expect(spotFeatures(spots).features[1]).toMatchObject({
    geometry: { type: 'Point', coordinates: [151, near.position.latitude] },
    properties: { colour: 'blue', label: '' },
  });
});

test('a visit stands out by its dot and by the routes of all who go there', () => {
  const markings = markingsIn(map, spotsOf(map, false));
  const spot = `${far.position.latitude} 151`;
  expect(markings(['crew'])).toEqual({ spots: [spot], technicians: ['dave', 'priya'] });
  expect(markings(['open', 'crew'])).toEqual({ spots: [spot], technicians: ['dave', 'priya'] });
  expect(markings(['open', 'unknown'])).toEqual({ spots: [spot], technicians: [] });
});

test('a route that is shown alone numbers its stops, and what waits stays', () => {
  const shown = alone(map, 'dave');
  expect(shown.routes.map(({ technician }) => technician)).toEqual(['dave']);
  expect(shown.waiting).toHaveLength(1);
  expect(spotsOf(shown, true).map(({ label }) => label)).toEqual(['2', '1']);
  expect([...imagesOf(shown, spotsOf(shown, true))]).toEqual([
    'base-blue',
    'arrow-blue',
    'label-2',
    'label-1',
  ]);
  expect(alone(map, 'nobody')).toBe(map);
});

test('what is shown first holds every visit and the bases of those who go there', () => {
  expect(extentOf(map)).toEqual([151, -33.8, 151, far.position.latitude]);
  expect(extentOf({ routes: [], waiting: map.waiting })).toEqual([
    151,
    far.position.latitude,
    151,
    far.position.latitude,
  ]);
  expect(extentOf({ routes: [], waiting: [] })).toEqual([112.5, -43.8, 154, -10.5]);
});

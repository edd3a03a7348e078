import type { BoardTables } from '@muster/domain/board/schema';
import { expect, test } from 'vitest';
import { areaNames, groupsOf } from './groups.ts';

const technician = (id: string, area: string, skills: string[]) =>
  ({ id, area, skills }) as unknown as BoardTables['technicians'][number];
const tables = {
  technicians: [
    technician('ann', 'Sydney - Ryde', ['gas', 'drains']),
    technician('bob', '', []),
    technician('cy', 'Sydney - Inner West', ['drains']),
    technician('di', 'Sydney - Ryde', ['drains']),
  ],
  skills: [
    { id: 'gas', name: 'Gas fitting' },
    { id: 'drains', name: 'Drains' },
  ] as unknown as BoardTables['skills'],
};
const order = ['di', 'cy', 'bob', 'ann'];
const shown = (by: 'area' | 'skill' | undefined) =>
  groupsOf(tables, order, by).map(({ label, technicians }) => [label].concat(technicians));

test('technicians keep their order under the area of their base, and whoever has none comes last', () => {
  expect(shown('area')).toEqual([
    ['Inner West', 'cy'],
    ['Ryde', 'di', 'ann'],
    ['Without a base', 'bob'],
  ]);
});

test('whoever has several skills is under the first, once', () => {
  expect(shown('skill')).toEqual([
    ['Drains', 'di', 'cy'],
    ['Gas fitting', 'ann'],
    ['Without a skill', 'bob'],
  ]);
});

test('without a grouping there is one group without a name', () => {
  expect(shown(undefined)).toEqual([['', ...order]]);
});

test('an area is told without its city only where all are in that city', () => {
  expect([...areaNames(['Sydney - Ryde', ''])]).toEqual([['Sydney - Ryde', 'Ryde']]);
  expect([...areaNames(['Sydney - Ryde', 'Illawarra']).values()]).toEqual(['Illawarra', 'Sydney - Ryde']);
});

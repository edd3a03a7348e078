import { expect, test } from 'vitest';

import type { LocalTime } from '../../../values/local-time.ts';
import { minutes } from '../../../values/minutes.ts';
import { placeBreaks } from './breaks.ts';
import { prepareBoard } from './prepare.ts';
import type { BreakRow, TechnicianRow } from './board.ts';
import { assignmentRow, at, boardRows, business, siteAt, technicianRow, visitRow } from './sample-boards.ts';

/** Visits of an hour each, 40 minutes of driving apart; the technician has no base if nothing else is said. */
function breaksOn(
  starts: readonly LocalTime[],
  breaks: readonly BreakRow[],
  base: TechnicianRow['base'] = null,
) {
  const visits = starts.map((_, i) => visitRow({ id: `v${i}`, site: siteAt(5 + (i % 2) * 20) }));
  const workingWeek = [{ weekday: 1, from: '07:00', to: '15:30', breaks }] as const;
  const board = prepareBoard(
    boardRows({
      technicians: [technicianRow({ base, workingWeek })],
      visits,
      assignments: visits.map((visit, i) => assignmentRow(visit, at(starts[i]!))),
    }),
  );
  const [part] = board.technicians.get('dave')!.parts;
  const { taken, squeezed } = placeBreaks(part!, board.bookings.get('dave')!.list, business.travel);
  return { taken: taken.map(({ start }) => start), squeezed: squeezed.length };
}

const pause = (from: LocalTime, to: LocalTime, length = 30): BreakRow => ({
  from,
  to,
  length: minutes(length),
});
const lunch = pause('11:00', '13:00');

test.each<[string, LocalTime[], BreakRow[], LocalTime[], number]>([
  ['before the drive', ['10:00', '12:10'], [lunch], ['11:00'], 0],
  [
    'after the drive, where it may not begin earlier',
    ['10:00', '12:10'],
    [pause('11:40', '13:00')],
    ['11:40'],
    0,
  ],
  ['nowhere between, where a minute is missing', ['10:00', '12:09', '13:49'], [lunch], [], 1],
  ['before the first visit', ['13:00'], [lunch], ['11:00'], 0],
  ['not at all, where work is over before it is due', ['08:00'], [lunch], [], 0],
  [
    'twice in one gap, around the drive',
    ['09:00', '11:40'],
    [pause('10:00', '11:00'), pause('11:10', '12:00')],
    ['10:00', '11:10'],
    0,
  ],
  [
    'once, where the drive leaves time for one of two',
    ['09:00', '11:30', '13:10'],
    [pause('10:00', '11:00'), pause('11:00', '12:00')],
    ['10:00'],
    1,
  ],
])('a break is taken %s', (_, starts, breaks, taken, squeezed) => {
  expect(breaksOn(starts, breaks)).toEqual({ taken: taken.map((time) => at(time)), squeezed });
});

test('a break that comes due on the way home is taken before it', () => {
  const base = siteAt(0).position;
  expect(breaksOn(['11:20'], [lunch], base)).toEqual({ taken: [at('12:20')], squeezed: 0 });
  expect(breaksOn(['11:20'], [lunch])).toEqual({ taken: [], squeezed: 0 });
});

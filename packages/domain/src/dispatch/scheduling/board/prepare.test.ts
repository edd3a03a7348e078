import { expect, test } from 'vitest';
import type { LocalDate, LocalTime } from '../../../values/local-time.ts';
import { minutes } from '../../../values/minutes.ts';
import type { Board, Span, BoardRows, BusinessRow, WorkingHours } from './board.ts';
import { check } from './check.ts';
import { prepareBoard, withAssignments, withVisits } from './prepare.ts';
import {
  assignmentRow,
  at,
  boardRows,
  business,
  siteAt,
  technicianRow,
  visitRow,
  workingWeek,
} from './sample-boards.ts';

const utc = (text: string) => Date.parse(`${text}Z`) / 60_000;
const spans = (list: readonly Span[]) => list.map(({ start, end }) => [start, end]);
const onSunday = (hours: Omit<WorkingHours, 'weekday'>): BusinessRow['workingWeek'] => [
  { ...hours, weekday: 7 },
];

function boardOf(
  zone: string,
  firstDay: LocalDate,
  lastDay: LocalDate,
  hours: Omit<WorkingHours, 'weekday'>,
): Board {
  return prepareBoard(
    boardRows({ firstDay, lastDay, business: { ...business, zone, workingWeek: onSunday(hours) } }),
  );
}

const day = { from: '07:00', to: '15:00', breaks: [] } as const;
const night = { from: '22:00', to: '06:00', breaks: [] } as const;

test.each<[string, string, LocalDate, Omit<WorkingHours, 'weekday'>, string, string]>([
  [
    'a day shift in Sydney after the clocks went forward',
    'Australia/Sydney',
    '2026-10-04',
    day,
    '2026-10-03T20:00',
    '2026-10-04T04:00',
  ],
  [
    'a day shift in Sydney after they went back',
    'Australia/Sydney',
    '2026-04-05',
    day,
    '2026-04-04T21:00',
    '2026-04-05T05:00',
  ],
  [
    'Lord Howe moves by half an hour',
    'Australia/Lord_Howe',
    '2026-10-04',
    day,
    '2026-10-03T20:00',
    '2026-10-04T04:00',
  ],
  [
    'and has half an hour less before',
    'Australia/Lord_Howe',
    '2026-09-27',
    day,
    '2026-09-26T20:30',
    '2026-09-27T04:30',
  ],
  [
    'a night shift ends on the next day',
    'Australia/Sydney',
    '2026-11-22',
    night,
    '2026-11-22T11:00',
    '2026-11-22T19:00',
  ],
])('%s', (_, zone, sunday, hours, start, end) => {
  const { shifts } = boardOf(zone, sunday, sunday, hours).technicians.get('dave')!;
  expect(spans(shifts)).toEqual([[utc(start), utc(end)]]);
});

test('a night shift of eight hours by the clock lasts seven when the clocks go forward', () => {
  const saturday = { ...night, weekday: 6 } as const;
  const rows = boardRows({ firstDay: '2026-10-04', lastDay: '2026-10-04' });
  const board = prepareBoard({ ...rows, business: { ...business, workingWeek: [saturday] } });
  const [shift] = board.technicians.get('dave')!.shifts;
  expect(shift!.end - shift!.start).toBe(7 * 60);
});

test('a window is local to the site, wherever the business is', () => {
  const perth = { ...siteAt(5), zone: 'Australia/Perth' };
  const tap = visitRow({ site: perth, date: '2026-11-16', window: { from: '09:00', to: '11:00' } });
  const board = prepareBoard(boardRows({ visits: [tap] }));
  const { windows, day: agreed } = board.visits.get('tap')!;
  expect(spans(windows!)).toEqual([[utc('2026-11-16T01:00'), utc('2026-11-16T03:00')]]);
  expect(agreed!.start).toBe(utc('2026-11-15T16:00'));
  expect(check(board, board.visits.get('tap')!, ['dave'], at('12:00'))).toEqual([]);
  expect(check(board, board.visits.get('tap')!, ['dave'], at('09:30'))).toMatchObject([
    { rule: 'window', miss: 'early', by: 150 },
  ]);
});

test('a visit without a date has its window on every day, on the day of the change too', () => {
  const tap = visitRow({ window: { from: '07:00', to: '09:00' } });
  const board = prepareBoard(boardRows({ firstDay: '2026-10-03', lastDay: '2026-10-05', visits: [tap] }));
  const starts = board.visits.get('tap')!.windows!.map(({ start }) => start);
  expect(starts).toContain(utc('2026-10-02T21:00'));
  expect(starts).toContain(utc('2026-10-03T20:00'));
  expect(starts).toContain(utc('2026-10-04T20:00'));
});

test('the durations of visits are real time, also while the clocks change', () => {
  const tap = visitRow({ duration: minutes(120) });
  const drain = visitRow({ id: 'drain', site: tap.site });
  const nightly = [{ weekday: 6, from: '22:00', to: '06:00', breaks: [] }] as const;
  const board = prepareBoard(
    boardRows({
      firstDay: '2026-10-03',
      lastDay: '2026-10-04',
      now: at('06:00', '2026-10-03'),
      business: { ...business, workingWeek: nightly },
      visits: [tap, drain],
      assignments: [assignmentRow(tap, at('01:00', '2026-10-04'))],
    }),
  );
  const ask = (time: LocalTime) => check(board, board.visits.get('drain')!, ['dave'], at(time, '2026-10-04'));
  // Two hours after one o'clock the clocks show four.
  expect(ask('03:30')).toMatchObject([{ rule: 'overlap', by: 30 }]);
  expect(ask('04:00')).toEqual([]);
});

test('hours of their own come before the working week of the business', () => {
  const own: WorkingHours[] = [{ ...workingWeek[0]!, from: '10:00' }];
  const board = prepareBoard(boardRows({ technicians: [technicianRow({ workingWeek: own })] }));
  expect(board.technicians.get('dave')!.shifts.map(({ start }) => start)).toEqual([at('10:00')]);
});

test('absences leave parts of a shift, each with the breaks that fit into it', () => {
  const away = (from: LocalTime, to: LocalTime) => ({
    id: from,
    technician: 'dave',
    kind: 'training' as const,
    start: at(from),
    end: at(to),
    reason: null,
  });
  const absences = [away('06:00', '07:30'), away('12:45', '13:15'), away('15:40', '18:00')];
  const rows = boardRows({ lastDay: '2026-11-16', absences });
  const board = prepareBoard({ ...rows, business: { ...business, overtime: minutes(60) } });
  const { parts } = board.technicians.get('dave')!;
  expect(spans(parts)).toEqual([
    [at('07:30'), at('12:45')],
    [at('13:15'), at('15:30')],
  ]);
  expect(parts.map(({ latestEnd }) => latestEnd)).toEqual([at('12:45'), at('15:40')]);
  expect(parts.map(({ breaks }) => breaks)).toEqual([
    [{ earliest: at('11:30'), latest: at('12:15'), length: 30 }],
    [],
  ]);
  expect(parts.map(({ startPlace, endPlace }) => [startPlace, endPlace !== null])).toEqual([
    [null, false],
    [null, true],
  ]);
});

test('overtime ends where the next shift begins', () => {
  const twice = [
    { weekday: 1, from: '07:00', to: '11:00', breaks: [] },
    { weekday: 1, from: '11:30', to: '15:00', breaks: [] },
  ] as const;
  const rows: BoardRows = boardRows({ business: { ...business, workingWeek: twice, overtime: minutes(60) } });
  const { shifts } = prepareBoard(rows).technicians.get('dave')!;
  expect(shifts.map(({ latestEnd }) => latestEnd)).toEqual([at('11:30'), at('16:00')]);
});

test('a cancelled visit takes nobody’s time', () => {
  const [tap, drain] = [visitRow(), visitRow({ id: 'drain', state: 'cancelled' })];
  const board = prepareBoard(
    boardRows({ visits: [tap, drain], assignments: [assignmentRow(drain, at('08:00'))] }),
  );
  expect(check(board, board.visits.get('tap')!, ['dave'], at('08:00'))).toEqual([]);
});

test('a board with other assignments is what those rows would have made, and the old one stays', () => {
  const [tap, drain] = [visitRow(), visitRow({ id: 'drain', site: siteAt(9) })];
  const before = [assignmentRow(tap, at('08:00')), assignmentRow(drain, at('10:00'))];
  const rows = boardRows({
    technicians: [technicianRow(), technicianRow({ id: 'priya' })],
    visits: [tap, drain],
    assignments: before,
  });
  const board = prepareBoard(rows);
  const moved = assignmentRow(drain, at('07:30'), { technician: 'priya' });
  const changed = withAssignments(
    board,
    new Map([
      ['tap', []],
      ['drain', [moved]],
    ]),
  );
  const fresh = prepareBoard({ ...rows, assignments: [moved] });
  expect(changed.bookings.get('priya')).toEqual(fresh.bookings.get('priya'));
  expect(changed.bookings.get('dave')!.list).toEqual([]);
  expect(new Map(changed.assignments)).toEqual(fresh.assignments);
  expect(board.bookings.get('dave')!.list.map(({ start }) => start)).toEqual([at('08:00'), at('10:00')]);
});

test('a visit that has changed is asked about as it is now, on the board and beside it', () => {
  const [tap, drain] = [visitRow(), visitRow({ id: 'drain', site: siteAt(5) })];
  const board = prepareBoard(
    boardRows({ visits: [tap, drain], assignments: [assignmentRow(tap, at('08:00'))] }),
  );
  const ask = (given: typeof board) => check(given, given.visits.get('drain')!, ['dave'], at('08:30'));
  expect(ask(board)).toMatchObject([{ rule: 'overlap' }]);
  expect(ask(withVisits(board, [{ ...tap, state: 'cancelled' }]))).toEqual([]);
  const added = withVisits(board, [visitRow({ id: 'new', duration: minutes(30), banned: ['dave'] })]);
  expect(check(added, added.visits.get('new')!, ['dave'], at('10:00'))).toMatchObject([{ rule: 'banned' }]);
  expect(board.visits.has('new')).toBe(false);
});

import { boardRows } from '@muster/domain/dispatch/board/rules';
import { BoardTables } from '@muster/domain/dispatch/board/schema';
import { check } from '@muster/domain/dispatch/scheduling/board/check';
import { prepareBoard } from '@muster/domain/dispatch/scheduling/board/prepare';
import { minuteOf } from '@muster/domain/work/assignments/rules';
import type { LocalDate } from '@muster/domain/values/local-time';
import { sql } from 'kysely';
import { Value } from 'typebox/value';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { schedulerOf } from '../../../../test/setups/scheduler.ts';
import { at, MONDAY, openWork, reasonsOf, SYDNEY, visitIn, type Work } from '../../../../test/setups/work.ts';
import { readBoardText } from './service.ts';

let work: Work;
beforeAll(async () => {
  work = await openWork();
});
beforeEach(async () => {
  work.clock.now = MONDAY;
  await setBusiness(SYDNEY, 'NSW');
});
afterAll(() => work.close());

async function setBusiness(zone: string, region: string): Promise<void> {
  await work.inside((db) => sql`update accounts set zone = ${zone}, region = ${region}`.execute(db));
}

async function read(from: string, to = from): Promise<BoardTables> {
  const answer = await work.owner.get(`/board?from=${from}&to=${to}`);
  expect(answer.status).toBe(200);
  return answer.data;
}

const RYDE = 4220;

test('whoever has a base is in the area of its suburb', async () => {
  const [near, nowhere] = [
    await work.addTechnician({ base_suburb_id: RYDE }),
    await work.addTechnician({ base_suburb_id: null }),
  ];
  const { technicians } = await read('2026-11-17');
  const areaOf = (id: string) => technicians.find((one) => one.id === id)?.area;
  expect([areaOf(near.id), areaOf(nowhere.id)]).toEqual(['Sydney - Ryde', '']);
});

test('the board has who and what there is in a stretch of days, and every unscheduled visit', async () => {
  const kai = await work.addTechnician();
  const site = await work.addSite({ suburb: 'Parramatta' });
  const [planned, waiting, later] = [
    await work.addVisit({}, site),
    await work.addVisit({}, site),
    await work.addVisit({}, site),
  ];
  const aside = await work.addJob({}, site);
  await work.owner.post(`/jobs/${aside.id}/archive`);
  await work.schedule(planned.id, [kai.id], at('09:00'));
  await work.schedule(later.id, [kai.id], at('09:00', '2026-11-24'));
  await work.owner.post(`/technicians/${kai.id}/absences`, {
    kind: 'leave',
    starts_at: at('12:00'),
    ends_at: at('13:00'),
    whole_days: false,
  });
  const board = await read('2026-11-17', '2026-11-18');
  const ids = board.visits.map(({ id }) => id);
  expect(ids).toEqual(expect.arrayContaining([planned.id, waiting.id]));
  expect(ids).not.toContain(later.id);
  expect(ids).not.toContain(aside.visits[0]!.id);
  expect(board.assignments).toMatchObject([
    { visit_id: planned.id, technician_id: kai.id, progress: 'none' },
  ]);
  expect(board.absences).toMatchObject([{ technician_id: kai.id, kind: 'leave' }]);
  expect(board.sites.find(({ id }) => id === site.site_id)).toMatchObject({ suburb: 'Parramatta' });
  expect(board.customers.map(({ name }) => name)).toContain(site.name);
  expect(board.business).toMatchObject({ zone: SYDNEY, overtime: 0 });
  expect(board).toMatchObject({ from: '2026-11-17', to: '2026-11-18', change: expect.any(Number) });
});

test('a browser that reads the board finds the same reasons as the server refuses with', async () => {
  const kai = await work.addTechnician();
  const site = await work.addSite();
  const [first, second] = [await work.addVisit({}, site), await work.addVisit({}, site)];
  await work.schedule(first.id, [kai.id], at('09:00'));
  const refused = await work.schedule(second.id, [kai.id], at('09:30'));
  const tables = await read('2026-11-16', '2026-11-18');
  const board = prepareBoard(boardRows(tables, minuteOf(at('06:00', '2026-11-16'))));
  const found = check(board, board.visits.get(second.id)!, [kai.id], minuteOf(at('09:30')));
  expect(found.map(({ rule }) => rule)).toEqual(reasonsOf(refused).map(({ rule }) => rule));
});

test('public holidays come with the board, and more than six weeks or a day that is none do not', async () => {
  const { holidays } = await read('2026-12-24', '2026-12-26');
  expect(holidays.map(({ date }) => date)).toEqual(['2026-12-25', '2026-12-26']);
  for (const query of [
    'from=2026-11-01&to=2026-12-13',
    'from=2026-11-02&to=2026-11-01',
    'from=2026-02-30&to=2026-03-01',
  ])
    expect((await work.owner.get(`/board?${query}`)).status).toBe(400);
  const technician = await schedulerOf(work.app, 'technician@example.com');
  expect((await technician.get('/board?from=2026-11-01&to=2026-11-02')).status).toBe(403);
});

const everyDay = [1, 2, 3, 4, 5, 6, 7].map((weekday) => ({
  weekday,
  from: '00:00',
  to: '08:00',
  breaks: [],
}));

test('in the night in which clocks go forward in Sydney a shift is an hour shorter, and a visit as long as ever', async () => {
  work.clock.now = Date.parse('2026-10-01T00:00:00Z');
  const kai = await work.addTechnician({ working_week: everyDay });
  // From midnight to 8:00 there are seven hours on 4 October 2026: 2:00 am does not exist.
  const night = await work.addVisit({ duration: 420 });
  const fits = await work.schedule(night.id, [kai.id], at('00:00', '2026-10-04'));
  expect(fits.status).toBe(200);
  expect(visitIn(fits).assignments[0]).toMatchObject({
    starts_at: '2026-10-03T14:00:00+00:00',
    ends_at: '2026-10-03T21:00:00+00:00',
  });
  const ana = await work.addTechnician({ working_week: everyDay });
  const longer = await work.addVisit({ duration: 425 });
  const refused = await work.schedule(longer.id, [ana.id], at('00:00', '2026-10-04'));
  expect(reasonsOf(refused)).toMatchObject([
    { rule: 'shift', text: expect.stringContaining('until 8:00 am') },
  ]);
});

test('in the night in which they go back it is an hour longer, and 2:30 am is the first of the two', async () => {
  work.clock.now = Date.parse('2026-04-01T00:00:00Z');
  const kai = await work.addTechnician({ working_week: everyDay });
  const night = await work.addVisit({ duration: 540 });
  const fits = await work.schedule(night.id, [kai.id], at('00:00', '2026-04-05'));
  expect(visitIn(fits).assignments[0]).toMatchObject({
    starts_at: '2026-04-04T13:00:00+00:00',
    ends_at: '2026-04-04T22:00:00+00:00',
  });
  const ana = await work.addTechnician({ working_week: everyDay });
  const promised = await work.addVisit({
    duration: 30,
    on_date: '2026-04-05',
    window_from: '02:30',
    window_to: '03:00',
  });
  const first = await work.schedule(promised.id, [ana.id], '2026-04-04T15:30:00Z');
  expect(first.status).toBe(200);
  const early = await work.schedule(promised.id, [ana.id], '2026-04-04T15:25:00Z');
  expect(reasonsOf(early)).toMatchObject([{ rule: 'window' }]);
});

test("Lord Howe's half hour: a business there loses thirty minutes of the night, not sixty", async () => {
  await setBusiness('Australia/Lord_Howe', 'NSW');
  work.clock.now = Date.parse('2026-10-01T00:00:00Z');
  const site = await work.addSite({ zone: 'Australia/Lord_Howe' });
  const kai = await work.addTechnician({ working_week: everyDay });
  const midnight = at('00:00', '2026-10-04', 'Australia/Lord_Howe');
  const night = await work.addVisit({ duration: 450 }, site);
  const fits = await work.schedule(night.id, [kai.id], midnight);
  expect(visitIn(fits).assignments[0]).toMatchObject({
    starts_at: '2026-10-03T13:30:00+00:00',
    ends_at: '2026-10-03T21:00:00+00:00',
  });
  const ana = await work.addTechnician({ working_week: everyDay });
  const longer = await work.addVisit({ duration: 455 }, site);
  expect(reasonsOf(await work.schedule(longer.id, [ana.id], midnight))).toMatchObject([{ rule: 'shift' }]);
});

test('a window is told by the clocks at the site, working hours by those of the office', async () => {
  const kai = await work.addTechnician();
  const perth = await work.addSite({ zone: 'Australia/Perth' });
  // 9 to 11 in Perth is 12 to 2 in Sydney in summer, where the shift ends at 3:30 pm.
  const visit = await work.addVisit(
    { on_date: '2026-11-17', window_from: '09:00', window_to: '11:00' },
    perth,
  );
  const asInSydney = await work.schedule(visit.id, [kai.id], at('09:00'));
  expect(reasonsOf(asInSydney)).toMatchObject([
    {
      rule: 'window',
      text: '3 h before the window: arrival was promised 9:00 am–11:00 am (local time).',
    },
  ]);
  expect((await work.schedule(visit.id, [kai.id], at('09:00', '2026-11-17', 'Australia/Perth'))).status).toBe(
    200,
  );
  const late = await work.addVisit({ on_date: '2026-11-17' }, perth);
  // Half past eleven at night in Perth is the next morning in Sydney, and still that day at the site.
  const night = await work.schedule(late.id, [kai.id], at('23:30', '2026-11-17', 'Australia/Perth'));
  expect(reasonsOf(night).map(({ rule }) => rule)).toEqual(['shift']);
  const eucla = await work.addSite({ zone: 'Australia/Eucla' });
  const quarter = await work.addVisit(
    { on_date: '2026-11-18', window_from: '09:00', window_to: '09:15' },
    eucla,
  );
  const exact = await work.schedule(quarter.id, [kai.id], '2026-11-18T00:15:00Z');
  expect(exact.status).toBe(200);
});

test('the answer is what its schema says, and nothing that was read is lost on the way', async () => {
  const kai = await work.addTechnician({
    working_week: [{ weekday: 2, from: '07:00', to: '15:00', breaks: [] }],
  });
  const visit = await work.addVisit({ on_date: '2026-11-17', window_from: '09:00', window_to: '11:00' });
  await work.schedule(visit.id, [kai.id], at('09:00'));
  await work.owner.post(`/technicians/${kai.id}/absences`, {
    kind: 'training',
    starts_at: at('12:00'),
    ends_at: at('13:00'),
    whole_days: false,
  });
  const data = await read('2026-11-17');
  expect(Value.Errors(BoardTables, data)).toEqual([]);
  const day = '2026-11-17' as LocalDate;
  const whole: BoardTables = JSON.parse(await work.inside((db) => readBoardText(db, day, day)));
  const { change: _, ...told } = data as BoardTables & { change: number };
  expect(told).toEqual(JSON.parse(JSON.stringify(whole)));
});

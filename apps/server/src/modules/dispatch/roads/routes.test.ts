import type { BoardTables } from '@muster/domain/dispatch/board/schema';
import { deriveBoard } from '@muster/domain/dispatch/board/derive';
import { timeline } from '@muster/domain/dispatch/scheduling/board/timeline';
import { placeCode, positionOf } from '@muster/domain/values/travel';
import { epochMinutes } from '@muster/domain/values/minutes';
import { sql } from 'kysely';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openStream } from '../../../../test/services/live-stream.ts';
import {
  lineBetween,
  type RoutingService,
  routingService,
  secondsBetween,
} from '../../../../test/services/routing-service.ts';
import { signInAs } from '../../../../test/sign-in.ts';
import { until } from '../../../../test/until.ts';
import { at, MONDAY, openWork, type Work } from '../../../../test/setups/work.ts';

const NOW = epochMinutes(MONDAY / 60_000);
const TUESDAY = '/board?from=2026-11-17&to=2026-11-17';
const base = { latitude: -33.8, longitude: 151 };
const DAY_MS = 24 * 3_600_000;

let service: RoutingService;
let work: Work;
beforeAll(async () => {
  service = await routingService();
  work = await openWork({
    env: {
      ROUTING_URL: service.url,
      ROUTING_PER_SECOND: '1000',
      ROUTING_SECONDS: '3',
      ROUTING_TABLE: '5',
      ROUTING_AT_ONCE: '1',
    },
  });
});
afterAll(async () => {
  await work.close();
  await service.close();
});

/** Somebody's two visits on Tuesday, so many kilometres north of their base. */
async function bookTwo(...kilometres: readonly [number, number]) {
  const technician = await work.addTechnician();
  const { latitude: base_latitude, longitude: base_longitude } = base;
  await work.inside((db) =>
    sql`update technicians set base_latitude = ${base_latitude}, base_longitude = ${base_longitude} where id = ${technician.id}`.execute(
      db,
    ),
  );
  const sites = [];
  for (const [i, distance] of kilometres.entries()) {
    const site = await work.addSite({ kilometres: distance });
    const visit = await work.addVisit({}, site);
    const booked = await work.schedule(visit.id, [technician.id], at(i === 0 ? '09:00' : '11:00'));
    expect(booked.code).toBe(800);
    sites.push({ ...site, visit: visit.id });
  }
  return { technician, near: sites[0]! };
}

const read = async (): Promise<BoardTables> => (await work.owner.get(TUESDAY)).data;
const state = async () => (await work.owner.get('/roads')).data as { state: string; problem: string | null };
const count = async (table: 'road_times' | 'road_lines') =>
  work.inside(
    async (db) =>
      (await sql<{ n: number }>`select count(*)::int as n from ${sql.table(table)}`.execute(db)).rows[0]!.n,
  );

function legsOf(tables: BoardTables, technician: string) {
  const { board } = deriveBoard(tables, NOW);
  return timeline(board, technician, board.days.at(-1)!).legs;
}

const pair = (code: number) => [positionOf(code).longitude, positionOf(code).latitude];

/** As the service has it, to the minute, with the time to park. */
function byRoad(from: number, to: number): number {
  return Math.ceil(secondsBetween(pair(from), pair(to)) / 60) + 4;
}

const north = (kilometres: number) =>
  placeCode({ latitude: -33.8 + kilometres / 111.194_926_6, longitude: 151 });

test('nothing waits for a service that hangs: boards, bookings and slots go on with estimates', async () => {
  service.manner = 'hanging';
  const { near } = await bookTwo(5, 12);
  expect((await read()).roads.places).toEqual([]);
  await until(() => service.requests.length > 0);
  expect((await read()).roads.places).toEqual([]);
  // The service still thinks about it.
  expect((await state()).state).toBe('not asked yet');
  expect((await work.owner.get(`/visits/${near.visit}/slots`)).status).toBe(200);
  await until(async () => (await state()).state === 'not answering');
  expect((await state()).problem).toBe('It didn’t answer in time.');
  expect(await count('road_times')).toBe(0);
});

test('a board is read at once with estimates; the roads come by themselves, and the stream tells of it', async () => {
  const { technician } = await bookTwo(5.5, 12.5);
  await work.app.listen();
  const { cookie } = (await signInAs(work.app, 'owner@example.com')).headers as { cookie: string };
  const stream = await openStream(work.app, cookie);
  await stream.started();
  expect(legsOf(await read(), technician.id).map(({ isByRoad }) => isByRoad)).toEqual([false, false, false]);
  service.manner = 'well';
  await until(() => stream.messages().some(({ event }) => event === 'roads'));
  const legs = legsOf(await read(), technician.id);
  expect(legs.map(({ drive, isByRoad }) => [drive, isByRoad])).toEqual([
    [byRoad(placeCode(base), north(5.5)), true],
    [byRoad(north(5.5), north(12.5)), true],
    [byRoad(north(12.5), placeCode(base)), true],
  ]);
  expect(await state()).toMatchObject({ state: 'answering', problem: null });
  stream.response.destroy();
});

test('after a move the new drives are asked for, without anybody reading again', async () => {
  const { technician } = await bookTwo(6, 13);
  await read();
  await until(async () => legsOf(await read(), technician.id).every(({ isByRoad }) => isByRoad));
  const other = await work.addVisit({}, await work.addSite({ kilometres: 8 }));
  const known = await count('road_times');
  await work.schedule(other.id, [technician.id], at('13:00'));
  await until(async () => (await count('road_times')) > known);
  // They may come in several portions.
  await until(async () => {
    const legs = legsOf(await read(), technician.id);
    return legs.length === 4 && legs.every(({ isByRoad }) => isByRoad);
  });
});

test('a place that no road leads to is remembered, and the others are by road all the same', async () => {
  service.coast = 152;
  const island = { kilometres: 3, longitude: 153 };
  await work.addVisit({}, await work.addSite(island));
  const shore = await work.addVisit({}, await work.addSite({ kilometres: 3.5 }));
  expect(shore.id).toBeDefined();
  await read();
  const reached = async () => {
    const { places, times } = (await read()).roads;
    return times.map(([from]) => places[from!]);
  };
  await until(async () => (await reached()).includes(north(3.5)));
  expect(await reached()).not.toContain(placeCode({ ...positionOf(north(3)), longitude: 153 }));
  // It is asked for once.
  await until(async () => {
    const before = service.requests.length;
    await read();
    await sleep(1_000);
    return service.requests.length === before;
  });
});

test('what is older than ninety days is used, and asked for again', async () => {
  const { technician } = await bookTwo(6.5, 13.5);
  const drives = async () => legsOf(await read(), technician.id).map(({ drive }) => drive);
  await until(async () => legsOf(await read(), technician.id).every(({ isByRoad }) => isByRoad));
  const fresh = await drives();
  const old = new Date(MONDAY - 91 * DAY_MS);
  await work.inside((db) => sql`update road_times set seconds = 3600, asked_at = ${old}`.execute(db));
  expect(await drives()).toEqual([64, 64, 64]);
  await until(async () => (await drives()).join() === fresh.join());
});

test('requests are no larger and no more at a time than the settings say', () => {
  expect(service.most).toBe(1);
  expect(Math.max(...service.requests.map((request) => request.split(';').length))).toBe(5);
});

test('the ways of a day for the map: none at first, then along the roads, of one technician alone too', async () => {
  const { technician } = await bookTwo(7, 14);
  const lines = async (query = '') =>
    ((await work.owner.get(`/routes?date=2026-11-17${query}`)).data as { lines: object[] }).lines;
  expect(await lines()).toEqual([]);
  const own = `&technician=${technician.id}`;
  await until(async () => (await lines(own)).length === 3);
  const leg = (from: number, to: number) => ({ from, to, line: lineBetween(pair(from), pair(to)) });
  expect(await lines(own)).toContainEqual(leg(north(7), north(14)));
  expect(await lines()).toContainEqual(leg(placeCode(base), north(5)));
});

test('whoever is erased takes all places with them', async () => {
  const { near } = await bookTwo(7.5, 14.5);
  await until(async () => (await count('road_times')) > 0 && (await count('road_lines')) > 0);
  service.manner = 'broken';
  expect((await work.owner.post(`/customers/${near.customer_id}/erase`)).status).toBe(200);
  await until(async () => (await count('road_times')) + (await count('road_lines')) === 0);
});

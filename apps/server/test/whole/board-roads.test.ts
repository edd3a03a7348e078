import { deriveBoard } from '@muster/domain/dispatch/board/derive';
import type { BoardTables } from '@muster/domain/dispatch/board/schema';
import { placesOnBoard } from '@muster/domain/dispatch/roads/rules';
import { check } from '@muster/domain/dispatch/scheduling/board/check';
import { refusals, refusedFor } from '@muster/domain/dispatch/scheduling/board/reasons';
import type { LocalTime } from '@muster/domain/values/local-time';
import { epochMinutes } from '@muster/domain/values/minutes';
import { minuteOf } from '@muster/domain/work/assignments/rules';
import { array, assert, asyncProperty, constantFrom, integer, tuple } from 'fast-check';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { repetitions } from '../long.ts';
import type { Work } from '../setups/work.ts';
import { at, MONDAY, openWork, reasonsOf } from '../setups/work.ts';

const NOW = epochMinutes(MONDAY / 60_000);
const TIMES: readonly LocalTime[] = ['07:30', '08:45', '09:00', '10:15', '11:30', '13:00', '14:15', '15:00'];

let work: Work;
let technicians: string[];
let visits: string[];
beforeAll(async () => {
  work = await openWork();
  technicians = [];
  visits = [];
  for (let i = 0; i < 3; i++) technicians.push((await work.addTechnician()).id);
  await work.inside((db) =>
    sql`update technicians set base_latitude = -33.8, base_longitude = 151 where id = any(${technicians.slice(1)}::uuid[])`.execute(
      db,
    ),
  );
  for (let i = 0; i < 6; i++)
    visits.push((await work.addVisit({}, await work.addSite({ kilometres: 2 + 3 * i }))).id);
});
afterAll(() => work.close());

async function read(): Promise<BoardTables> {
  return (await work.owner.get('/board?from=2026-11-17&to=2026-11-17')).data;
}

/** About half of all drives are known, with any minutes. */
async function fill(board: BoardTables, minutes: readonly number[]): Promise<void> {
  const places = placesOnBoard(board);
  const rows = places.flatMap((origin, a) =>
    places.flatMap((destination, b) => {
      const drawn = minutes[(a * places.length + b) % minutes.length]!;
      return a === b || drawn % 2 === 0 ? [] : [{ origin, destination, seconds: drawn * 60 - 30 }];
    }),
  );
  await work.inside(async (db) => {
    await sql`delete from road_times`.execute(db);
    await sql`insert into road_times (account_id, origin, destination, seconds, asked_at)
      select current_account(), origin, destination, seconds, now()
        from json_to_recordset(${JSON.stringify(rows)}::json) as t (origin bigint, destination bigint, seconds int)`.execute(
      db,
    );
  });
}

const booking = tuple(integer({ min: 0, max: 5 }), integer({ min: 0, max: 2 }), constantFrom(...TIMES));

test('with some drives by road and some estimated, the board says beforehand what the server refuses, to the minute', async () => {
  const seen = { refused: 0, booked: 0, travel: 0, byRoad: 0 };
  await assert(
    asyncProperty(
      array(integer({ min: 0, max: 90 }), { minLength: 13, maxLength: 17 }),
      array(booking, { minLength: 4, maxLength: 8 }),
      async (minutes, bookings) => {
        await fill(await read(), minutes);
        for (const [visit, technician, time] of bookings) {
          const { board } = deriveBoard(await read(), NOW);
          const [id, who, start] = [visits[visit]!, technicians[technician]!, at(time)];
          const own = board.visits.get(id)!;
          const now = board.assignments.get(id)?.[0];
          // To book what is booked so already changes nothing, and nobody is asked about it.
          if (now?.technician === who && now.start === minuteOf(start)) continue;
          const expected = refusals(check(board, own, [who], minuteOf(start)));
          const answer = await work.schedule(id, [who], start);
          expect(reasonsOf(answer).map(({ text }) => text)).toEqual(
            expected.map((reason) => refusedFor(board, own, reason).text),
          );
          expect(answer.status).toBe(expected.length > 0 ? 409 : 200);
          seen[expected.length > 0 ? 'refused' : 'booked'] += 1;
          seen.travel += expected.filter(({ rule }) => rule === 'travel').length;
          seen.byRoad += board.business.travel.roads === undefined ? 0 : 1;
        }
      },
    ),
    { numRuns: repetitions({ usual: 5, long: 80 }) },
  );
  for (const [what, times] of Object.entries(seen)) expect([what, times > 0]).toEqual([what, true]);
});

test('without a routing service nothing is asked, and it is said', async () => {
  expect((await work.owner.get('/roads')).data).toEqual({ state: 'off', since: null, problem: null });
  expect((await work.owner.get('/routes?date=2026-11-17')).data).toEqual({ lines: [] });
});

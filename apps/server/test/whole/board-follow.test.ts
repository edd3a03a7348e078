import { minuteOf } from '@muster/domain/work/assignments/rules';
import { deriveBoard } from '@muster/domain/dispatch/board/derive';
import { followBoard } from '@muster/domain/dispatch/board/follow';
import type { BoardTables } from '@muster/domain/dispatch/board/schema';
import { check } from '@muster/domain/dispatch/scheduling/board/check';
import { refusals } from '@muster/domain/dispatch/scheduling/board/reasons';
import type { LocalDate, LocalTime } from '@muster/domain/values/local-time';
import { epochMinutes } from '@muster/domain/values/minutes';
import { asyncProperty, assert, constantFrom, integer, tuple, array } from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { repetitions } from '../long.ts';
import { at, MONDAY, openWork, reasonsOf, type Work } from '../setups/work.ts';
import { type ChangeContents, readContents } from '../../src/platform/changes/contents.ts';

const DAYS: readonly LocalDate[] = ['2026-11-17', '2026-11-18', '2026-11-25'];
const TIMES: readonly LocalTime[] = ['08:00', '10:00', '12:30', '15:00'];
const NOW = epochMinutes(MONDAY / 60_000);

let work: Work;
let technicians: string[];
/** The last change before the commands. */
let setUp: number;
beforeAll(async () => {
  work = await openWork();
  technicians = [];
  for (let i = 0; i < 3; i++) technicians.push((await work.addTechnician()).id);
  const site = await work.addSite();
  for (let i = 0; i < 4; i++) await work.addVisit({}, site);
  setUp = (await read()).change;
});
afterAll(() => work.close());

type Read = BoardTables & { change: number };

async function read(): Promise<Read> {
  const answer = await work.owner.get('/board?from=2026-11-17&to=2026-11-18');
  return answer.data;
}

const command = tuple(
  constantFrom(
    'book',
    'book',
    'book',
    'unschedule',
    'pin',
    'lengthen',
    'cancel',
    'restore',
    'leave',
    'delay',
    'undo',
    'add',
  ),
  integer({ min: 0, max: 3 }),
  integer({ min: 0, max: 2 }),
  constantFrom(...DAYS),
  constantFrom(...TIMES),
);

/** The board that a browser has says beforehand what the server will refuse, and for which rules. */
async function book(id: string, who: string, date: LocalDate, time: LocalTime): Promise<void> {
  const { board } = deriveBoard(await read(), NOW);
  const answer = await work.schedule(id, [who], at(time, date));
  const visit = board.visits.get(id);
  const isShown = board.days.slice(1).some((day) => day.date === date);
  if (visit === undefined || !isShown) return;
  const expected = refusals(check(board, visit, [who], minuteOf(at(time, date)))).map(({ rule }) => rule);
  expect(reasonsOf(answer).map(({ rule }) => rule)).toEqual(expected);
  expect(answer.status).toBe(expected.length > 0 ? 409 : 200);
}

/** Whatever is asked for; some of it is refused. */
async function run(
  [kind, visit, technician, date, time]: [string, number, number, LocalDate, LocalTime],
  visits: readonly string[],
): Promise<void> {
  const id = visits[visit]!;
  const who = technicians[technician]!;
  if (kind === 'book') await book(id, who, date, time);
  else if (kind === 'add')
    await work.addVisit({}, visit === 0 ? undefined : await work.addSite({ kilometres: visit }));
  else if (kind === 'lengthen')
    await work.owner.patch(`/visits/${id}`, {
      version: ((await work.owner.get(`/visits/${id}`)) as { data: { row: { version: number } } }).data.row
        .version,
      duration: 30 + 15 * visit,
    });
  else if (kind === 'leave')
    await work.owner.post(`/technicians/${who}/absences`, {
      kind: 'leave',
      starts_at: at(time, date),
      ends_at: at('17:00', date),
      whole_days: false,
    });
  else if (kind === 'delay')
    await work.owner.post(`/visits/${id}/records`, { kind: 'late', content: { minutes: 15 * (visit + 1) } });
  else if (kind === 'undo') {
    const { change } = await read();
    // Taking back the jobs themselves would leave nothing to book.
    if (change > setUp) await work.owner.post(`/changes/${change}/undo`);
  } else await work.owner.post(`/visits/${id}/${kind}`, kind === 'cancel' ? { reason: 'Rain' } : undefined);
}

test('a board that follows the stream is the board that is read afresh, and derived step by step the one made at once', async () => {
  const followed = new Set<string>();
  await assert(
    asyncProperty(array(command, { minLength: 4, maxLength: 8 }), async (commands) => {
      let known = await read();
      const visits = ((await work.owner.get('/jobs?limit=10')) as { data: { rows: { id: string }[] } }).data
        .rows;
      const ids: string[] = [];
      for (const { id } of visits) {
        const { data } = (await work.owner.get(`/jobs/${id}`)) as {
          data: { row: { visits: { id: string }[] } };
        };
        ids.push(...data.row.visits.map((one) => one.id));
      }
      let derived = deriveBoard(known, NOW);
      for (const one of commands) {
        await run(one, ids);
        const fresh = await read();
        for (let number = known.change + 1; number <= fresh.change; number++) {
          const told = (await work.inside((db) => readContents(db, [number]))).get(number)!;
          const next = followBoard(known, told.entries as never, told.beside as never);
          if (next !== undefined) followed.add(told.kind);
          // Nothing is read again for what happens all day: a new job, wherever it is, and whatever happens to a visit of these days.
          if (isCommon(known, told)) expect([told.kind, next]).not.toEqual([told.kind, undefined]);
          known = { ...(next ?? fresh), change: number };
        }
        expect(comparable(known)).toEqual(comparable(fresh));
        derived = deriveBoard(known, NOW, derived);
        const delaysOf = ({ board }: ReturnType<typeof deriveBoard>) =>
          ids.map((id) => board.visits.get(id)?.row.delay);
        expect(delaysOf(derived)).toEqual(delaysOf(deriveBoard(known, NOW)));
        expect(new Map(derived.board.bookings)).toEqual(
          withoutEmpty(deriveBoard(known, NOW).board.bookings, derived.board.bookings),
        );
      }
    }),
    {
      numRuns: repetitions({ usual: 4, long: 60 }),
      // Chance alone may book nothing in so few runs.
      examples: [[[['book', 0, 0, DAYS[0]!, '10:00']]]],
    },
  );
  expect(followed).toContain('visit scheduled');
});

test('a new job is followed, whether its customer and site are on the board already or not', async () => {
  const board = await read();
  const onBoard = await work.addSite();
  await work.addVisit({}, onBoard);
  const elsewhere = await work.addSite({ kilometres: 5 });
  let known: BoardTables = board;
  const changes: string[] = [];
  for (const site of [onBoard, elsewhere]) {
    await work.addVisit({}, site);
    const fresh = await read();
    for (let number = board.change + 1 + changes.length; number <= fresh.change; number++) {
      const told = (await work.inside((db) => readContents(db, [number]))).get(number)!;
      const next = followBoard(known, told.entries as never, told.beside as never);
      expect([told.kind, next]).not.toEqual([told.kind, undefined]);
      known = next!;
      changes.push(told.kind);
    }
    const places = ({ jobs, customers, sites }: BoardTables) =>
      [jobs, customers, sites].map((rows) => [...rows].toSorted(byId));
    expect(places(known)).toEqual(places(fresh));
  }
  expect(changes).toContain('job added');
});

/** Changes of what a board shows already, and jobs that are new. */
function isCommon(known: BoardTables, { kind, entries }: ChangeContents): boolean {
  if (kind === 'job added') return true;
  const shown = new Set(known.visits.map(({ id }) => id));
  const common = ['visit scheduled', 'visit unscheduled', 'visit pinned', 'visit edited'];
  const visitOf = ({ table, id, fields }: NonNullable<typeof entries>[number]) =>
    table === 'visits' ? id : fields && 'visit_id' in fields ? String(fields.visit_id) : undefined;
  return common.includes(kind) && entries!.every((entry) => shown.has(visitOf(entry) ?? ''));
}

/** What leaves these days may stay in the tables, where nothing shows it. */
function comparable(tables: BoardTables) {
  const booked = new Set(tables.assignments.map(({ visit_id }) => visit_id));
  const isWithin = ({ starts_at }: { starts_at: string }) =>
    starts_at >= '2026-11-16T13:00:00+00:00' && starts_at < '2026-11-18T13:00:00+00:00';
  const assignments = tables.assignments.filter(isWithin).toSorted(byId);
  const shown = new Set(assignments.map(({ visit_id }) => visit_id));
  const visits = tables.visits
    .filter(({ id, cancelled_at }) => shown.has(id) || (!booked.has(id) && cancelled_at === null))
    .toSorted(byId);
  const listed = new Set(visits.map(({ id }) => id));
  const delays = tables.field_records.filter(({ visit_id }) => listed.has(visit_id)).toSorted(byId);
  const told = tables.customer_messages.filter(({ visit_id }) => listed.has(visit_id)).toSorted(byId);
  return { assignments, visits, delays, told, absences: tables.absences.filter(isWithin).toSorted(byId) };
}

function byId(a: { id: string }, b: { id: string }): number {
  return a.id < b.id ? -1 : 1;
}

/** Somebody who had bookings and has none any more has an empty list of them. */
function withoutEmpty<T>(made: ReadonlyMap<string, T>, kept: ReadonlyMap<string, T>): Map<string, T> {
  return new Map([...kept].map(([id, own]) => [id, made.get(id) ?? own]));
}

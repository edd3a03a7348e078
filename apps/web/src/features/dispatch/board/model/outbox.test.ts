import { expectMove } from '@muster/domain/dispatch/board/expect';
import { followBoard, type ToldRow } from '@muster/domain/dispatch/board/follow';
import type { BoardTables } from '@muster/domain/dispatch/board/schema';
import { epochMinutes, minutes, minutesAfter } from '@muster/domain/values/minutes';
import { momentText } from '@muster/domain/work/assignments/rules';
import { array, assert, asyncProperty, constantFrom, nat, record } from 'fast-check';
import { expect, test } from 'vitest';
import type { KnownBoard } from '../api.ts';
import { createOutbox, expectedTables, inDoubt } from './outbox.ts';

type Row = BoardTables['assignments'][number];
const MIDNIGHT = epochMinutes(Date.parse('2026-11-16T13:00:00Z') / 60_000);
const VISITS = ['v0', 'v1', 'v2'];
const HOUR = minutes(60);

const first = {
  from: '2026-11-17',
  to: '2026-11-17',
  business: { zone: 'Australia/Sydney' },
  technicians: [{ id: 'dave' }, { id: 'mei' }],
  jobs: [{ id: 'job', customer_id: 'smith', site_id: 'home' }],
  customers: [{ id: 'smith' }],
  sites: [{ id: 'home' }],
  visits: VISITS.map((id) => ({ id, version: 1, job_id: 'job', duration: HOUR, dispatched_at: null })),
  assignments: [],
} as unknown as BoardTables;

const LOST = 'no answer';
type How = 'done' | 'lost before' | 'lost after' | 'refused';

/** A server of one table: it does each command once, and refuses what was made for rows that are gone. */
function createServer() {
  let tables = first;
  const log: { command: string; entries: ToldRow[] }[] = [];
  const answers = new Map<string, { change: number; made: boolean }>();
  const waiting: ((how: How) => void)[] = [];

  function write(command: string, visit: string, technician: string, start: number): void {
    const before = tables.assignments.filter(({ visit_id }) => visit_id === visit);
    const id = `a${log.length}`;
    const rows = expectMove(
      { ...tables, assignments: [] },
      { visit, technicians: [technician], start: epochMinutes(start) },
    ).assignments.map((row) => Object.assign({}, row, { id, version: 1 }));
    const others = tables.assignments.filter(({ visit_id }) => visit_id !== visit);
    tables = { ...tables, assignments: [...others, ...rows] };
    const told = (row: Row, fields: ToldRow['fields'], version: number) => ({
      table: 'assignments',
      id: row.id,
      version,
      fields,
    });
    log.push({
      command,
      entries: [
        ...before.map((row) => told(row, null, row.version + 1)),
        ...rows.map((row) => told(row, { ...row }, row.version)),
      ],
    });
  }

  return {
    log,
    tables: () => tables,
    waiting,
    read: (): KnownBoard => ({ tables, change: log.length, commands: [] }),
    foreign: (visit: string, start: number) => write('foreign', visit, 'mei', start),
    ask(visit: string, start: number, seen: readonly string[]) {
      return (key: string) =>
        new Promise<{ change: number; made: boolean }>((resolve, reject) => {
          waiting.push((how) => {
            if (how === 'lost before') return reject(new Error(LOST));
            const now = tables.assignments.filter(({ visit_id }) => visit_id === visit).map(({ id }) => id);
            if (!answers.has(key)) {
              if (how === 'refused' || seen.join() !== now.join()) return reject(new Error('refused'));
              write(key, visit, 'dave', start);
              answers.set(key, { change: log.length, made: true });
            }
            return how === 'lost after' ? reject(new Error(LOST)) : resolve(answers.get(key)!);
          });
        });
    },
  };
}

const steps = array(
  record({
    kind: constantFrom('give', 'give', 'answer', 'answer', 'tell', 'tell', 'foreign', 'read'),
    how: constantFrom<How>('done', 'done', 'lost before', 'lost after', 'refused'),
    visit: constantFrom(...VISITS),
    hour: nat(8),
  }),
  { minLength: 5, maxLength: 40 },
);

test('in whatever order answers, refusals, losses and the stream arrive: what is shown in the end is what the server has', async () => {
  await assert(
    asyncProperty(steps, async (list) => {
      const server = createServer();
      let known = server.read();
      const watchers: (() => void)[] = [];
      let keys = 0;
      const outbox = createOutbox({
        newKey: () => `k${(keys += 1)}`,
        rowsOf: async (_, change) => {
          while (known.change < change) await new Promise<void>((resolve) => watchers.push(resolve));
          return known.tables;
        },
        pause: (error) => ((error as Error).message === LOST ? settled() : undefined),
      });
      // As the page does.
      outbox.subscribe(() => outbox.confirm(known));
      const learn = (next: KnownBoard) => {
        known = next;
        outbox.confirm(known);
        for (const wake of watchers.splice(0)) wake();
      };
      const tell = () => {
        const next = server.log[known.change];
        if (!next) return;
        const tables = followBoard(known.tables, next.entries)!;
        learn({ tables, change: known.change + 1, commands: [...known.commands, next.command] });
        // From now on the row itself is shown: a colleague may have changed it since.
        expect(outbox.pending().map(({ key }) => key)).not.toContain(next.command);
      };
      const given: Promise<unknown>[] = [];
      const give = (visit: string, hour: number) => {
        const start = epochMinutes(MIDNIGHT + hour * 60);
        const move = { visit, technicians: ['dave'], start };
        given.push(
          outbox
            .run({
              visits: [visit],
              apply: (tables) => expectMove(tables, move),
              request: ({ assignments }) =>
                server.ask(
                  visit,
                  start,
                  assignments.filter(({ visit_id }) => visit_id === visit).map(({ id }) => id),
                ),
            })
            .then(
              () => 'done',
              () => 'refused',
            ),
        );
        const shown = expectedTables(known, outbox.pending()).assignments.find(
          ({ visit_id }) => visit_id === visit,
        )!;
        expect([shown.starts_at, shown.ends_at]).toEqual([
          momentText(start),
          momentText(minutesAfter(start, HOUR)),
        ]);
        expect(inDoubt(outbox.pending()).has(visit)).toBe(true);
      };
      for (const { kind, how, visit, hour } of list) {
        if (kind === 'give') give(visit, hour);
        else if (kind === 'answer') server.waiting.shift()?.(how);
        else if (kind === 'tell') tell();
        else if (kind === 'foreign') server.foreign(visit, MIDNIGHT + hour * 60);
        else learn(server.read());
        await settled();
      }
      for (let turns = 0; turns < 4 * list.length; turns += 1) {
        server.waiting.shift()?.('done');
        tell();
        await settled();
      }
      const outcomes = await Promise.all(given);
      expect(outbox.pending()).toEqual([]);
      expect(expectedTables(known, outbox.pending()).assignments.toSorted(byId)).toEqual(
        server.tables().assignments.toSorted(byId),
      );
      const own = server.log.filter(({ command }) => command !== 'foreign').map(({ command }) => command);
      expect(new Set(own).size).toBe(own.length);
      expect(own).toHaveLength(outcomes.filter((outcome) => outcome === 'done').length);
    }),
  );
});

test('two moves of one visit, the second before the first is answered, both reach the server', async () => {
  const server = createServer();
  let known = server.read();
  let wake: () => void = () => undefined;
  const outbox = createOutbox({
    newKey: () => `k${outbox.pending().length}`,
    rowsOf: async (_, change) => {
      while (known.change < change) await new Promise<void>((resolve) => (wake = resolve));
      return known.tables;
    },
    pause: () => undefined,
  });
  const move = (start: number) =>
    outbox.run({
      visits: ['v0'],
      apply: (tables) => tables,
      request: ({ assignments }) =>
        server.ask(
          'v0',
          start,
          assignments.map(({ id }) => id),
        ),
    });
  const both = Promise.all([move(MIDNIGHT), move(MIDNIGHT + 60)]);
  await settled();
  expect(server.waiting).toHaveLength(1);
  server.waiting.shift()!('done');
  await settled();
  expect(server.waiting).toHaveLength(0);
  known = server.read();
  wake();
  await settled();
  server.waiting.shift()!('done');
  expect(await both).toEqual([
    { change: 1, made: true },
    { change: 2, made: true },
  ]);
});

/** As many turns as it takes until everything that can go on has. */
async function settled(): Promise<void> {
  for (let turns = 0; turns < 30; turns += 1) await Promise.resolve();
}

function byId(a: { id: string }, b: { id: string }): number {
  return a.id < b.id ? -1 : 1;
}

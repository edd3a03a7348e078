import { expect, test } from 'vitest';
import { missingItems, timesOnSite } from './rules.ts';

const item = (text: string, fields: object = {}) => ({ text, done: false, required: true, ...fields });
const valve = item('Valve', { kind: 'photo' });

function answered(text: string, value: unknown, noted_at = '2026-11-17T00:00:00Z') {
  const content = { item: text, value };
  return { kind: 'check' as const, content, noted_at, created_at: noted_at, retracted_at: null };
}

test('what has to be answered is missing until it is, or the office has ticked it off', () => {
  const items = [item('Water'), item('Pressure', { kind: 'number' }), item('Tidy', { required: false })];
  expect(missingItems(items, [answered('Pressure', 0)], [])).toEqual(['Water']);
  expect(missingItems([item('Water', { done: true })], [], [])).toEqual([]);
  expect(missingItems([{ ...valve, done: true }], [], [])).toEqual([]);
});

test('a photo is an answer while it is there', () => {
  const records = [answered('Valve', 'photo')];
  const missing = (...states: ('waiting' | 'ready' | 'refused')[]) =>
    missingItems(
      [valve, { ...valve, done: true }],
      records,
      states.map((state) => ({ id: 'photo', state })),
    );
  expect([missing('waiting'), missing('ready')]).toEqual([[], []]);
  expect([missing(), missing('refused')]).toEqual([
    ['Valve', 'Valve'],
    ['Valve', 'Valve'],
  ]);
  expect(missingItems([valve], [answered('Valve', true)], [{ id: 'photo', state: 'ready' }])).toEqual([
    'Valve',
  ]);
  const back = [...records, answered('Valve', null, '2026-11-17T01:00:00Z')];
  expect(missingItems([valve], back, [{ id: 'photo', state: 'ready' }])).toEqual(['Valve']);
});

const nine = '2026-11-16T22:00:00+00:00';
const ten = '2026-11-16T23:00:00+00:00';
const told = { on_site_at: '2026-11-16T22:04:20+00:00', done_at: '2026-11-16T22:51:00+00:00' };
const measured = { arrived_at: told.on_site_at, done_at: told.done_at, minutes: 47 };

let count = 0;
function correction(content: object, fields: object = {}) {
  count += 1;
  const at = `2026-11-17T00:00:${String(count).padStart(2, '0')}Z`;
  return {
    kind: 'time' as const,
    content: { ...content },
    noted_at: at,
    created_at: at,
    retracted_at: null,
    ...fields,
  };
}

test('what was told on the way is what counts, in whole minutes', () => {
  expect(timesOnSite(told, [])).toEqual({ ...measured, measured: null, reason: null });
  expect(timesOnSite({ on_site_at: null, done_at: ten }, [])).toMatchObject({ done_at: ten, minutes: null });
  expect(timesOnSite({ on_site_at: ten, done_at: nine }, []).minutes).toBeNull();
});

test('minutes are counted by the clock, so that they agree with the times beside them', () => {
  const from = (on_site: string, done: string) =>
    timesOnSite({ on_site_at: `2026-11-16T23:${on_site}+00:00`, done_at: `2026-11-16T23:${done}+00:00` }, [])
      .minutes;
  expect(from('02:10', '10:50')).toBe(8);
  expect(from('02:50', '10:10')).toBe(8);
  expect(from('02:10', '02:50')).toBe(0);
});

test('a correction replaces it, with its reason, and what was measured is still told', () => {
  const made = correction({ on_site_at: nine, done_at: ten, reason: 'Forgot to tap', measured: told });
  const expected = { arrived_at: nine, done_at: ten, minutes: 60, measured, reason: 'Forgot to tap' };
  // The booking carries what counts, however it is written.
  const now = { on_site_at: '2026-11-16T22:00:00.000Z', done_at: ten };
  expect(timesOnSite(now, [made])).toEqual(expected);
  // A phone that told its own times later than the office corrected them measured them all the same.
  expect(timesOnSite(told, [made])).toEqual(expected);
});

test('the latest correction that stands counts; one of somebody else is a note', () => {
  const first = correction({ on_site_at: nine, done_at: ten, reason: 'First', measured: told });
  const second = correction({ on_site_at: nine, done_at: told.done_at, reason: 'Second', measured: told });
  const note = correction({ on_site_at: ten, done_at: ten, reason: 'Not mine', measured: null });
  const now = { on_site_at: nine, done_at: told.done_at };
  expect(timesOnSite(now, [second, note, first])).toMatchObject({ reason: 'Second', minutes: 51, measured });
  const taken = { ...second, retracted_at: ten };
  expect(timesOnSite({ on_site_at: nine, done_at: ten }, [taken, first])).toMatchObject({ reason: 'First' });
  expect(timesOnSite(told, [note]).reason).toBeNull();
  const unwritten = correction({ on_site_at: ten, done_at: ten, reason: 'Long ago' });
  expect(timesOnSite(told, [unwritten])).toEqual({ ...measured, measured: null, reason: null });
});

test('a correction that was erased with its customer counts no more', () => {
  expect(timesOnSite(told, [correction({})])).toEqual({ ...measured, measured: null, reason: null });
});

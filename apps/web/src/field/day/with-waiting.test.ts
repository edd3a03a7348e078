import { missingItems } from '@muster/domain/field/field-records/rules';
import type { OwnVisit } from '@muster/domain/field/my-visits/schema';
import { expect, test } from 'vitest';
import { type Deed, type Entry, laneOf } from '../outbox/store.ts';
import { withWaiting } from './with-waiting.ts';

const MADE = '2026-11-16T22:00:00.000Z';
const visit = {
  id: 'visit',
  state: 'dispatched',
  progress: 'none',
  outcome: null,
  records: [],
  files: [],
  check_list: [{ text: 'Pressure', done: false, kind: 'number', required: true }],
} as unknown as OwnVisit;

let count = 0;
function entry(deed: Deed, fields: Partial<Entry> = {}): Entry {
  count += 1;
  const about = { number: 'J-1/1', customer: 'Ryde Bakery' };
  return {
    seq: count,
    id: `entry ${count}`,
    user: 'priya',
    visit: 'visit',
    about,
    deed,
    made_at: MADE,
    state: 'waiting',
    ...fields,
  };
}
const shown = (...entries: Entry[]) => withWaiting([visit], entries)[0]!;
const answered = (value: number | null, noted_at: string) =>
  entry({ kind: 'record', record: { kind: 'check', content: { item: 'Pressure', value }, noted_at } });

test('steps are shown as they were told, each once, in whatever order they are found', () => {
  const route = entry({ kind: 'progress', progress: 'en route', at: '2026-11-16T22:00:00Z' });
  const site = entry({ kind: 'progress', progress: 'on site', at: '2026-11-16T22:20:00Z' });
  const expected = { progress: 'on site', state: 'on site', en_route_at: '2026-11-16T22:00:00Z' };
  expect(shown(route, site)).toMatchObject(expected);
  expect(shown(site, route)).toMatchObject(expected);
  expect(shown(route, site, site)).toEqual({ ...shown(route, site), waiting: new Set([route.id, site.id]) });
});

test('a step that is taken back leaves what was known before it, also of who was there before anybody tapped', () => {
  const times = { is_lead: true, en_route_at: null, on_site_at: null, done_at: null };
  const after = (fields: object) => {
    const done = entry({ kind: 'progress', progress: 'done', at: '2026-11-16T23:00:00Z' });
    const back = entry({ kind: 'untap', tap: done.id, step: 'done' });
    return withWaiting([{ ...visit, ...times, ...fields }], [done, back])[0]!;
  };
  expect(after({})).toMatchObject({ state: 'dispatched', progress: 'none', outcome: null, ...times });
  const route = { state: 'en route', progress: 'en route', en_route_at: '2026-11-16T22:00:00Z' } as const;
  expect(after(route)).toMatchObject({ ...times, ...route, outcome: null });
  const site = { state: 'on site', progress: 'on site', on_site_at: '2026-11-16T22:10:00Z' } as const;
  expect(after({ ...route, ...site })).toMatchObject({ ...times, ...route, ...site, outcome: null });
});

test('a visit that somebody has set out for is tentative no more', () => {
  const planned = { ...visit, state: 'planned', is_tentative: true } as OwnVisit;
  const route = entry({ kind: 'progress', progress: 'en route', at: '2026-11-16T22:00:00Z' });
  expect(withWaiting([planned], [])[0]!.is_tentative).toBe(true);
  expect(withWaiting([planned], [route])[0]!.is_tentative).toBe(false);
});

test('what the server tells of already is not told twice', () => {
  const note = entry({ kind: 'record', record: { kind: 'note', content: { text: 'Valve replaced' } } });
  const [first] = withWaiting([visit], [note]);
  const read = { ...visit, records: first!.records };
  expect(withWaiting([read], [{ ...note, state: 'sent' }])[0]!.records).toHaveLength(1);
});

test('the last answer counts, and holds the visit back no more', () => {
  const late = answered(4, '2026-11-16T22:10:00Z');
  const early = answered(null, '2026-11-16T22:05:00Z');
  const { check_list, records } = shown(late, early);
  expect(check_list[0]!.done).toBe(true);
  expect(missingItems(check_list, records, [])).toEqual([]);
  const back = shown(late, answered(null, '2026-11-16T22:15:00Z'));
  expect(missingItems(back.check_list, back.records, [])).toEqual(['Pressure']);
});

test('an item that asks for a photo is done while the photo is there, also one that waits or is large', () => {
  const check_list = [{ text: 'Valve', done: false, kind: 'photo' as const, required: true }];
  const content = new Blob([new Uint8Array(3_000_000)]);
  const photo = { kind: 'file', file: 'photo', as: 'photo', name: 'a.jpg', content, taken_at: MADE } as const;
  const file = entry(photo);
  const answer = entry({
    kind: 'record',
    record: { kind: 'check', content: { item: 'Valve', value: 'photo' }, noted_at: MADE },
  });
  const isDone = (...entries: Entry[]) =>
    withWaiting([{ ...visit, check_list }], entries)[0]!.check_list[0]!.done;
  expect(isDone(file, answer)).toBe(true);
  expect(isDone({ ...file, state: 'refused' }, answer)).toBe(false);
  expect(isDone(answer)).toBe(false);
  // It arrives before the word that the visit is done, which is refused without it.
  expect(laneOf(file)).toBe('deeds');
  expect(laneOf(entry({ ...photo, as: 'video' }))).toBe('long files');
});

test('corrected times are shown at once', () => {
  const content = {
    on_site_at: '2026-11-16T22:10:00Z',
    done_at: '2026-11-16T23:00:00Z',
    reason: 'Forgot to tap',
  };
  expect(shown(entry({ kind: 'record', record: { kind: 'time', content } }))).toMatchObject({
    on_site_at: content.on_site_at,
    done_at: content.done_at,
  });
});

test('what was refused is not shown as done, and is kept beside the visit', () => {
  const refused = entry({ kind: 'progress', progress: 'on site', at: MADE }, { state: 'refused' });
  const { progress, waiting, refused: kept } = shown(refused);
  expect([progress, waiting.size, kept]).toEqual(['none', 0, [refused]]);
});

test('something taken back counts no more', () => {
  const note = entry({ kind: 'record', record: { kind: 'note', content: { text: 'Oops' } } });
  const { records } = shown(note, entry({ kind: 'retract', record: note.id }));
  expect(records[0]!.retracted_at).toBe(MADE);
});

test('a pin that was set is shown at once, whether the server has heard of it or not', () => {
  const pin = { latitude: -33.81, longitude: 151.1 };
  const { site, waiting } = shown(entry({ kind: 'pin', ...pin }));
  expect(site).toMatchObject({ ...pin, position_is_exact: true, position_is_found: false });
  expect(waiting.size).toBe(1);
});

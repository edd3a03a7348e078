import { afterEach, expect, test, vi } from 'vitest';
import { isHeld, isOnWifi, mayGo, onLineChange, tellsLine } from './line-kind.ts';
import type { Deed, Entry } from './store.ts';

afterEach(() => void vi.unstubAllGlobals());

/** A browser as it tells of its line; nothing where it does not. */
function onLine(type: string | undefined) {
  const connection = Object.assign(new EventTarget(), { type });
  vi.stubGlobal('navigator', { connection });
  return connection;
}

function film(goes?: 'on wi-fi' | 'when asked'): Deed {
  const file = {
    kind: 'file',
    file: 'f',
    as: 'video',
    name: 'film.mp4',
    content: new Blob(['film']),
  } as const;
  return { ...file, taken_at: '2026-11-17T00:00:00Z', ...(goes && { goes }) };
}

test.each([
  ['wifi', true, true],
  ['ethernet', true, true],
  ['cellular', true, false],
  ['none', true, false],
  ['unknown', false, false],
  [undefined, false, false],
])('over %s a large file goes on Wi-Fi alone', (type, tells, isWifi) => {
  onLine(type);
  expect([tellsLine(), isOnWifi()]).toEqual([tells, isWifi]);
  expect(mayGo(film('on wi-fi'))).toBe(isWifi);
  expect(mayGo(film('when asked'))).toBe(false);
  expect(mayGo(film())).toBe(true);
  expect(mayGo({ kind: 'progress', progress: 'done', at: '2026-11-17T00:00:00Z' })).toBe(true);
});

test('a browser that has no word for lines tells of none', () => {
  vi.stubGlobal('navigator', {});
  expect(tellsLine()).toBe(false);
  onLineChange(() => {})();
});

test('whoever waits hears of another line until they stop listening', () => {
  const line = onLine('cellular');
  const heard = vi.fn<() => void>();
  const stop = onLineChange(heard);
  line.dispatchEvent(new Event('change'));
  stop();
  line.dispatchEvent(new Event('change'));
  expect(heard).toHaveBeenCalledTimes(1);
});

test('a large file is held as long as it waits and may not go', () => {
  onLine('cellular');
  const entry = (deed: Deed, state: Entry['state'] = 'waiting'): Entry => ({
    seq: 1,
    id: 'e1',
    user: 'u',
    visit: 'v',
    about: { number: 'J-1001/1', customer: 'Kim Cole' },
    deed,
    made_at: '2026-11-17T00:00:00Z',
    state,
  });
  expect(isHeld(entry(film('on wi-fi')))).toBe(true);
  expect(isHeld(entry(film('when asked')))).toBe(true);
  expect(isHeld(entry(film()))).toBe(false);
  expect(isHeld(entry(film('when asked'), 'sent'))).toBe(false);
  onLine('wifi');
  expect(isHeld(entry(film('on wi-fi')))).toBe(false);
  expect(isHeld(entry(film('when asked')))).toBe(true);
});

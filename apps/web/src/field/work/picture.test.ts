import { expect, test } from 'vitest';
import { fitted, kindOf } from './picture.ts';

test('a picture becomes no longer than 2,048 px, and never larger', () => {
  expect(fitted(4_032, 3_024)).toEqual({ width: 2_048, height: 1_536 });
  expect(fitted(3_024, 4_032)).toEqual({ width: 1_536, height: 2_048 });
  expect(fitted(800, 600)).toEqual({ width: 800, height: 600 });
  expect(fitted(10_000, 2)).toEqual({ width: 2_048, height: 1 });
});

test('what a file is follows from its type, or from its ending', () => {
  expect(kindOf({ type: 'image/heic', name: 'a.heic' })).toBe('photo');
  expect(kindOf({ type: 'video/mp4', name: 'a' })).toBe('video');
  expect(kindOf({ type: '', name: 'Manual.PDF' })).toBe('document');
  expect(kindOf({ type: 'application/x-msdownload', name: 'a.exe' })).toBeUndefined();
});

import { expect, test } from 'vitest';
import { fitted, kindOf, readied } from './picture.ts';

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

test('a picture that the browser cannot read is kept where the server can, and refused at once where not', async () => {
  const chosen = (name: string, type: string) =>
    readied(new File(['nothing to be read here'], name, { type }));
  expect(await chosen('IMG_1.HEIC', 'image/heic')).toMatch(/^IMG_1\.HEIC: .*Save it as JPEG/);
  // Its ending may lie; what the phone says it is counts.
  expect(await chosen('IMG_1.jpg', 'image/heif')).toMatch(/Save it as JPEG/);
  expect(await chosen('IMG_1.jpg', 'image/jpeg')).toMatchObject({ as: 'photo', name: 'IMG_1.jpg' });
  expect(await chosen('IMG_1.png', '')).toMatchObject({ as: 'photo', name: 'IMG_1.png' });
});

test('an empty file is refused at once', async () => {
  expect(await readied(new File([], 'empty.txt', { type: 'text/plain' }))).toMatch(/^empty\.txt/);
  expect(await readied(new File([], 'empty.jpg', { type: 'image/jpeg' }))).toMatch(/^empty\.jpg is empty/);
});

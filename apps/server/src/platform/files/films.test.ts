import { expect, test } from 'vitest';
import { emptied, tellingIn } from './films.ts';

function box(type: string, ...contents: (Buffer | string)[]): Buffer {
  const inside = Buffer.concat(contents.map((one) => Buffer.from(one as string, 'latin1')));
  const head = Buffer.alloc(8);
  head.writeUInt32BE(8 + inside.length, 0);
  head.write(type, 4, 'latin1');
  return Buffer.concat([head, inside]);
}

const PLACE = '+27.5916-015.4321/';
const track = (kind: string, ...more: Buffer[]) =>
  box('trak', box('mdia', box('hdlr', `\0\0\0\0\0\0\0\0${kind}`)), ...more);
const film = Buffer.concat([
  box('ftyp', 'isom'),
  box('uuid', 'x'.repeat(16), PLACE),
  box(
    'moov',
    box('mvhd', 'how long'),
    track('vide', box('udta', box('\u00a9xyz', PLACE))),
    track('meta', box('stbl', PLACE)),
    box('meta', 'com.apple.quicktime.location.ISO6709', PLACE),
    box('udta', box('\u00a9xyz', PLACE)),
  ),
  box('mdat', 'what is to be seen'),
]);

test.each([film.length, 50, 7])(
  'a film tells nothing of where it was taken, in pieces of %i bytes',
  async (size) => {
    const stretches = await tellingIn(async (from, to) => film.subarray(from, to), film.length);
    const pieces = Array.from({ length: Math.ceil(film.length / size) }, (_, at) =>
      emptied(film.subarray(at * size, (at + 1) * size), at * size, stretches),
    );
    const left = Buffer.concat(pieces);
    expect(left).toHaveLength(film.length);
    expect(left.toString('latin1')).not.toContain('27.5916');
    for (const kept of ['mvhd', 'how long', 'vide', 'what is to be seen'])
      expect(left.indexOf(kept)).toBe(film.indexOf(kept));
    expect(await tellingIn(async (from, to) => left.subarray(from, to), left.length)).toEqual([]);
  },
);

test.each([
  Buffer.from('\0\0\0\x01free\xff\xff\xff\xff\xff\xff\xff\xff', 'latin1'),
  Buffer.from('\0\0\0\x02moov', 'latin1'),
  Buffer.from('moov', 'latin1'),
])('what only looks like a film ends the walk (%#)', async (bytes) => {
  expect(await tellingIn(async (from, to) => bytes.subarray(from, to), bytes.length)).toEqual([]);
});

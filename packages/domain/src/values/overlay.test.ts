import { array, assert, boolean, integer, option, property, tuple } from 'fast-check';
import { expect, test } from 'vitest';
import { overlaid } from './overlay.ts';

const keys = integer({ min: 0, max: 40 });
const change = tuple(keys, option(integer(), { nil: undefined }));

test('any number of overlays, asked in any way, is what copies with the same changes would be', () => {
  assert(
    property(
      array(tuple(keys, integer())),
      array(array(change, { maxLength: 4 })),
      boolean(),
      (first, rounds, asks) => {
        const copy = new Map(first);
        let map: ReadonlyMap<number, number> = new Map(first);
        for (const round of rounds) {
          map = overlaid(map, new Map(round));
          for (const [key, value] of new Map(round))
            if (value === undefined) copy.delete(key);
            else copy.set(key, value);
          if (asks) expect(map.size).toBe(copy.size);
          for (let key = 0; key <= 40; key += 1)
            expect([map.has(key), map.get(key)]).toEqual([copy.has(key), copy.get(key)]);
        }
        const byKey = ([a]: [number, number], [b]: [number, number]) => a - b;
        expect([...map].sort(byKey)).toEqual([...copy].sort(byKey));
        expect(new Set(map.keys())).toEqual(new Set(copy.keys()));
        const seen: number[] = [];
        map.forEach((value) => seen.push(value));
        expect(seen).toEqual([...map.values()]);
      },
    ),
  );
});

test('a change of a large map goes through none of it', () => {
  const ground = new Map(Array.from({ length: 1_000 }, (_, key) => [key, key]));
  let read = 0;
  const counted: ReadonlyMap<number, number> = new Proxy(ground, {
    get(target, name) {
      if (name === Symbol.iterator || name === 'entries' || name === 'forEach') read += 1;
      const value: unknown = Reflect.get(target, name, target);
      return typeof value === 'function' ? value.bind(target) : value;
    },
  });
  let map = counted;
  for (let key = 0; key < 200; key += 1) map = overlaid(map, new Map([[key, -1]]));
  expect([map.get(3), map.get(500), read]).toEqual([-1, 500, 0]);
});

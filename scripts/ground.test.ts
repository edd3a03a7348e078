import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { coast, places } from '../apps/web/ground.ts';

test('the ground that is kept here is what the packages say', () => {
  const kept = (name: string) =>
    readFileSync(new URL(`../apps/web/src/lib/map/ground/${name}.gen.json`, import.meta.url), 'utf8');
  expect(kept('coast')).toBe(JSON.stringify(coast()));
  expect(kept('places')).toBe(JSON.stringify(places()));
});

test('capitals are named first, and every place lies in the country', () => {
  expect(places().filter(([, rank]) => rank === 0)).toHaveLength(8);
  for (const [name, rank, longitude, latitude] of places()) {
    expect([name.length > 1, rank <= 4]).toEqual([true, true]);
    expect([longitude > 96, longitude < 169, latitude > -45, latitude < -9]).toEqual([
      true,
      true,
      true,
      true,
    ]);
  }
});

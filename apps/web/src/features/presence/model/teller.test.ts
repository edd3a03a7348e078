import type { TabPresence } from '@muster/domain/presence/schema';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { createTeller } from './teller.ts';

const days = { from: '2026-11-17', to: '2026-11-17' };

beforeEach(() => vi.useFakeTimers());
afterEach(() => vi.useRealTimers());

/** A server that answers after a while, and says that somebody else holds what it is told to. */
function server(holders: Record<string, string> = {}, ms = 50) {
  const heard: string[] = [];
  const send = async ({ days, open_visit, held_visit }: TabPresence) => {
    heard.push([days ? days.from : 'away', open_visit ?? '-', held_visit ?? '-'].join(' '));
    await new Promise((resolve) => setTimeout(resolve, ms));
    const name = holders[held_visit ?? ''];
    return { holder: name === undefined ? null : { name } };
  };
  return { heard, teller: createTeller('tab', send) };
}

test('pages that are turned one after the other are told once, and told again when asked', async () => {
  const { heard, teller } = server();
  for (const open of ['a', 'b', null]) teller.look(days, open);
  await vi.advanceTimersByTimeAsync(1_000);
  teller.again();
  await vi.advanceTimersByTimeAsync(1_000);
  expect(heard).toEqual(['2026-11-17 - -', '2026-11-17 - -']);
});

test('a hold is told at once, renewed while it lasts and then let go; nothing overtakes what was told before', async () => {
  const { heard, teller } = server({}, 400);
  teller.look(days, null);
  const release = teller.hold('smith', () => {});
  await vi.advanceTimersByTimeAsync(6_500);
  expect(heard.filter((one) => one.endsWith('smith')).length).toBeGreaterThanOrEqual(3);
  const again = teller.hold('lee', () => {});
  release();
  await vi.advanceTimersByTimeAsync(1_000);
  expect(heard.at(-1)).toBe('2026-11-17 - lee');
  again();
  await vi.advanceTimersByTimeAsync(10_000);
  expect(heard.at(-1)).toBe('2026-11-17 - -');
});

test('whoever was slower is told who holds it, unless it was let go meanwhile', async () => {
  const { teller } = server({ smith: 'Dana' });
  const refused: string[] = [];
  const release = teller.hold('smith', (name) => refused.push(name));
  await vi.advanceTimersByTimeAsync(100);
  expect(refused).toEqual(['Dana']);
  release();
  teller.hold('smith', (name) => refused.push(name))();
  await vi.advanceTimersByTimeAsync(10_000);
  expect(refused).toEqual(['Dana']);
});

test('whoever leaves is away, holds nothing and is not told again', async () => {
  const { heard, teller } = server();
  teller.look(days, 'a');
  teller.hold('smith', () => {});
  teller.leave();
  await vi.advanceTimersByTimeAsync(20_000);
  teller.again();
  await vi.advanceTimersByTimeAsync(20_000);
  expect(heard.at(-1)).toBe('away - -');
  expect(heard.length).toBe(2);
});

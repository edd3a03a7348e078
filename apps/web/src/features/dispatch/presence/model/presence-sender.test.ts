import type { TabPresence } from '@muster/domain/dispatch/presence/schema';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { createPresenceSender } from './presence-sender.ts';

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
  return { heard, sender: createPresenceSender('tab', send) };
}

test('pages that are turned one after the other are told once, and told again when asked', async () => {
  const { heard, sender } = server();
  for (const open of ['a', 'b', null]) sender.look(days, open);
  await vi.advanceTimersByTimeAsync(1_000);
  sender.again();
  await vi.advanceTimersByTimeAsync(1_000);
  expect(heard).toEqual(['2026-11-17 - -', '2026-11-17 - -']);
});

test('a hold is told at once, renewed while it lasts and then let go; nothing overtakes what was told before', async () => {
  const { heard, sender } = server({}, 400);
  sender.look(days, null);
  const release = sender.hold('smith', () => {});
  await vi.advanceTimersByTimeAsync(6_500);
  expect(heard.filter((one) => one.endsWith('smith')).length).toBeGreaterThanOrEqual(3);
  const again = sender.hold('lee', () => {});
  release();
  await vi.advanceTimersByTimeAsync(1_000);
  expect(heard.at(-1)).toBe('2026-11-17 - lee');
  again();
  await vi.advanceTimersByTimeAsync(10_000);
  expect(heard.at(-1)).toBe('2026-11-17 - -');
});

test('whoever was slower is told who holds it, unless it was let go meanwhile', async () => {
  const { sender } = server({ smith: 'Dana' });
  const refused: string[] = [];
  const release = sender.hold('smith', (name) => refused.push(name));
  await vi.advanceTimersByTimeAsync(100);
  expect(refused).toEqual(['Dana']);
  release();
  sender.hold('smith', (name) => refused.push(name))();
  await vi.advanceTimersByTimeAsync(10_000);
  expect(refused).toEqual(['Dana']);
});

test('whoever leaves is away, holds nothing and is not told again', async () => {
  const { heard, sender } = server();
  sender.look(days, 'a');
  sender.hold('smith', () => {});
  sender.leave();
  await vi.advanceTimersByTimeAsync(20_000);
  sender.again();
  await vi.advanceTimersByTimeAsync(20_000);
  expect(heard.at(-1)).toBe('away - -');
  expect(heard.length).toBe(2);
});

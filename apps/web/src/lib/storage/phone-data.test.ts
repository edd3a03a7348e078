import { afterEach, expect, test, vi } from 'vitest';
import { wipeDay } from './phone-data.ts';

afterEach(() => {
  vi.unstubAllGlobals();
  vi.useRealTimers();
});

test('storage that is forbidden keeps nobody from signing in', async () => {
  vi.stubGlobal('indexedDB', {
    deleteDatabase() {
      throw new DOMException('The operation is insecure.', 'SecurityError');
    },
  });
  await expect(wipeDay()).resolves.toBeUndefined();
});

test('storage that never answers keeps nobody waiting for long', async () => {
  vi.useFakeTimers();
  vi.stubGlobal('indexedDB', { deleteDatabase: () => new EventTarget() });
  const wiping = wipeDay();
  await vi.advanceTimersByTimeAsync(1_000);
  await expect(wiping).resolves.toBeUndefined();
});

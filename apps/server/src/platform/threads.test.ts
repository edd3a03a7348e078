import { randomUUID } from 'node:crypto';
import type { AccountId } from '@muster/domain/values/ids';
import { expect, test } from 'vitest';
import '../scheduler.ts';
import { reckon } from './threads.ts';

/** Far more than is reckoned at once here, and no board. */
const text = `{"from": ${' '.repeat(100_000)}`;
const ask = (account: AccountId, isHolding = false) =>
  reckon(account, 'nextOn', { text, now: 0 as never, technicians: [] }, isHolding);

test('an account that asks too much at once is told when to try again, and others are not', async () => {
  const [greedy, other] = [randomUUID(), randomUUID()] as string[] as [AccountId, AccountId];
  const asked = await Promise.allSettled([...Array.from({ length: 12 }, () => ask(greedy)), ask(other)]);
  const reasons = asked.map((each) => each.status === 'rejected' && each.reason);
  const refused = reasons.filter(({ retryAfterSeconds }) => retryAfterSeconds === 5);
  expect(refused).toHaveLength(4);
  expect(refused[0]).toMatchObject({
    answer: 'unavailable',
    message: 'We’re busy right now. Try again in 5 seconds.',
  });
  // The others were asked in a thread, which says what is wrong with the board.
  for (const reason of reasons.filter((one) => !refused.includes(one)))
    expect(reason).toBeInstanceOf(SyntaxError);
});

test('what holds rows that others wait for is never behind what else its account asks', async () => {
  const account = randomUUID() as string as AccountId;
  // As many as may wait.
  const asked = Promise.allSettled(Array.from({ length: 8 }, () => ask(account)));
  await expect(ask(account, true)).rejects.toBeInstanceOf(SyntaxError);
  await asked;
});

import { setImmediate } from 'node:timers/promises';

import { expect, test } from 'vitest';

import { sampleDays } from '../samples/days.ts';
import { solve } from '../solve.ts';
import type { Reply, Request } from './protocol.ts';
import { serve } from './serve.ts';

test('a worker warms up until it is asked, and what it is asked comes out the same', async () => {
  const problem = sampleDays({ technicians: 3, visitsPerDay: 10, days: 1, seed: 5 });
  const replies: Reply[] = [];
  let ask: (request: Request) => void = () => {};
  const pauses: number[] = [];
  const pause = async (): Promise<void> => {
    pauses.push(performance.now());
    await setImmediate();
  };
  serve(
    { post: (reply) => replies.push(reply), listen: (receive) => (ask = receive) },
    () => performance.now(),
    pause,
  );
  while (pauses.length < 5) await setImmediate();
  ask({ kind: 'start', id: 1, task: { way: 'plan', problem, seed: 2, iterations: 640 } });
  while (replies.at(-1)?.kind !== 'done') await setImmediate();
  const last = replies.at(-1);
  expect(last?.kind === 'done' && last.result).toEqual(
    solve(problem, { seed: 2, stop: { iterations: 640 } }),
  );
  const before = pauses.length;
  for (let i = 0; i < 20; i++) await setImmediate();
  expect(pauses).toHaveLength(before);
});

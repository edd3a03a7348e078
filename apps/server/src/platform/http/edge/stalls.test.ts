import { Writable } from 'node:stream';
import { setTimeout as sleep } from 'node:timers/promises';
import { pino } from 'pino';
import { expect, test } from 'vitest';
import { fastify } from 'fastify';
import type { App } from '../../deps.ts';
import { LONGEST_MS, watchStalls } from './stalls.ts';

test('what keeps everybody waiting is told by its route, without what the address says', async () => {
  const lines: { msg: string; ms: number; cpu_ms: number; routes: string[] }[] = [];
  const log = pino(
    new Writable({
      write(line, _, done) {
        lines.push(JSON.parse(String(line)));
        done();
      },
    }),
  );
  const app = fastify() as unknown as App;
  watchStalls(app, { log });
  app.get('/customers/:id', async () => {
    for (const end = performance.now() + 3 * LONGEST_MS; performance.now() < end;);
    return 'done';
  });
  await app.inject('/customers/somebody?search=secret');
  while (lines.length === 0) await sleep(10);
  await app.close();
  expect(lines[0]).toMatchObject({ msg: 'Everybody else had to wait.', routes: ['GET /customers/:id'] });
  expect(lines[0]!.ms).toBeGreaterThanOrEqual(LONGEST_MS);
  expect(JSON.stringify(lines)).not.toMatch(/somebody|secret/);
});

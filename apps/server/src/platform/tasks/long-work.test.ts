import { expect, test } from 'vitest';
import { createLog } from '../log.ts';
import { tellProgress } from './long-work.ts';

test('how far long work is that cannot be told is a fault in the log, unless the database is away', async () => {
  const lines: string[] = [];
  const log = createLog('warn', { write: (line) => void lines.push(line) });
  const away = Object.assign(new Error('connect'), { code: 'ECONNREFUSED' });
  await tellProgress(() => Promise.reject(away), log).end();
  expect(lines).toEqual([]);
  await tellProgress(() => Promise.reject(new TypeError('there is a mistake')), log).end();
  expect(lines.map((line) => JSON.parse(line))).toMatchObject([
    { level: 50, err: { message: 'there is a mistake' } },
  ]);
});

import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { temporaryFolder } from '../../test/temporary-folder.ts';
import { createLog, logFile } from './log.ts';

/** A process of its own that logs and ends. */
function logging(code: string) {
  const log = JSON.stringify(join(import.meta.dirname, 'log.ts'));
  const script = `import { createLog } from ${log}; const log = createLog('info'); ${code}`;
  return spawn(process.execPath, ['--input-type=module', '-e', script], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
}

async function linesOf(code: string): Promise<{ at: number; text: string }[]> {
  const child = logging(code);
  let text = '';
  child.stdout.setEncoding('utf8').on('data', (chunk: string) => (text += chunk));
  await once(child, 'close');
  return text
    .split('\n')
    .filter(Boolean)
    .map((line) => JSON.parse(line));
}

test('every line arrives once and in order, also when the process ends at once', async () => {
  const lines = await linesOf(
    `for (let at = 0; at < 5000; at++) log.info({ at, text: '€é'.repeat(at % 1000 === 0 ? 50_000 : 1) }); process.exit(0);`,
  );
  expect(lines.map(({ at }) => at)).toEqual(Array.from({ length: 5000 }, (_, at) => at));
  expect(lines.map(({ text }) => text.length)).toEqual(
    lines.map(({ at }) => (at % 1000 === 0 ? 100_000 : 2)),
  );
});

test('a single line does not wait for company', async () => {
  const child = logging(`log.info('alone'); setInterval(() => {}, 1000);`);
  const [chunk] = (await once(child.stdout, 'data')) as [Buffer];
  expect(JSON.parse(chunk.toString())).toMatchObject({ level: 30, msg: 'alone' });
  child.kill();
});

test('a log in a file', async () => {
  const folder = temporaryFolder();
  const path = join(folder.path, 'muster.log');
  createLog('info', logFile(path)).info('kept');
  await expect.poll(() => readFileSync(path, 'utf8')).toContain('"msg":"kept"');
  folder.remove();
});

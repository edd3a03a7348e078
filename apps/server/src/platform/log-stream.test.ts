import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { expect, test } from 'vitest';
import { temporaryFolder } from '../../test/temporary-folder.ts';
import { createLog, logFile } from './log.ts';

/** A process of its own that logs and ends. */
function logging(code: string) {
  const log = JSON.stringify(join(import.meta.dirname, 'log.ts'));
  const script = `import { createLog } from ${log}; const log = createLog('info'); ${code}`;
  return spawn(process.execPath, ['--input-type=module', '-e', script], {
    stdio: ['ignore', 'pipe', 'inherit', 'ipc'],
  });
}

const FLOOD = 100_000;
const flood = `for (let at = 0; at < ${FLOOD}; at++) log.info({ at, filler: 'x'.repeat(100) });`;

async function linesOf(code: string): Promise<{ at: number; text: string }[]> {
  const child = logging(code);
  let text = '';
  child.stdout!.setEncoding('utf8').on('data', (chunk: string) => (text += chunk));
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

test('a reader that stops holds nobody up; what does not fit is lost, counted and told', async () => {
  const child = logging(
    `${flood} process.on('message', () => { log.info({ at: -1 }); process.exit(0); }); process.send('alive');`,
  );
  expect((await once(child, 'message'))[0]).toBe('alive');
  const lines: { at?: number; lost?: number; level: number }[] = [];
  for await (const line of createInterface(child.stdout!)) {
    const said = JSON.parse(line);
    lines.push(said);
    if (said.lost) child.send('end');
  }
  const [last, loss, ...kept] = lines.toReversed();
  expect(last).toMatchObject({ at: -1 });
  expect(loss).toMatchObject({ level: 40, lost: expect.any(Number) });
  expect(kept.reverse().map(({ at }) => at)).toEqual(Array.from(kept, (_, at) => at));
  expect(kept.length + loss!.lost!).toBe(FLOOD);
});

test('a reader that never comes back does not keep the process from ending', async () => {
  const child = logging(`${flood} process.exit(0);`);
  expect(await once(child, 'exit')).toEqual([0, null]);
  child.stdout!.destroy();
});

test('a single line does not wait for company', async () => {
  const child = logging(`log.info('alone'); setInterval(() => {}, 1000);`);
  const [chunk] = (await once(child.stdout!, 'data')) as [Buffer];
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

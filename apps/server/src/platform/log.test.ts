import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { temporaryFolder } from '../../test/temporary-folder.ts';
import { until } from '../../test/until.ts';
import { createLog, logFile } from './log.ts';

/** A process of its own that logs and ends. */
function logging(code: string) {
  const log = JSON.stringify(join(import.meta.dirname, 'log.ts'));
  const script = `import { createLog } from ${log}; const log = createLog('info'); ${code}`;
  return spawn(process.execPath, ['--input-type=module', '-e', script], {
    stdio: ['ignore', 'pipe', 'inherit', 'ipc'],
  });
}

test('every line arrives once and in order, also when the process ends at once', async () => {
  const child = logging(`for (let at = 0; at < 5000; at++) log.info({ at, text: '€é' }); process.exit(0);`);
  let text = '';
  child.stdout!.setEncoding('utf8').on('data', (chunk: string) => (text += chunk));
  await once(child, 'close');
  const lines = text.trimEnd().split('\n');
  expect(lines.map((line) => JSON.parse(line).at)).toEqual(Array.from({ length: 5000 }, (_, at) => at));
});

test('a reader that stops holds nobody up', async () => {
  const child = logging(
    `for (let at = 0; at < 100_000; at++) log.info({ at, filler: 'x'.repeat(100) });
     setTimeout(() => process.send('alive'), 300);`,
  );
  expect((await once(child, 'message'))[0]).toBe('alive');
  child.kill('SIGKILL');
});

test('a single line does not wait for company', async () => {
  const child = logging(`log.info('alone'); setInterval(() => {}, 1000);`);
  const [chunk] = (await once(child.stdout!, 'data')) as [Buffer];
  expect(JSON.parse(chunk.toString())).toMatchObject({ level: 30, msg: 'alone' });
  child.kill();
});

test('a log in a file that grows large is put aside, a few times over, and no line of it is lost', async () => {
  const folder = temporaryFolder();
  const path = join(folder.path, 'muster.log');
  const log = createLog('info', logFile(path, { largest: 2_000, lookMs: 5 }));
  const files = [path, ...[1, 2, 3, 4, 5].map((place) => `${path}.${place}`)];
  let at = 0;
  await until(() => {
    log.info({ at: (at += 1), filler: 'x'.repeat(200) });
    return existsSync(files[5]!);
  });
  log.info({ at: (at += 1) });
  await until(() => existsSync(path) && readFileSync(path, 'utf8').includes(`"at":${at}`));
  expect(existsSync(`${path}.6`)).toBe(false);
  const kept = files.toReversed().flatMap((file) => readFileSync(file, 'utf8').trimEnd().split('\n'));
  const numbers = kept.filter(Boolean).map((line) => JSON.parse(line).at as number);
  expect(numbers).toEqual(Array.from(numbers, (_, index) => numbers[0]! + index));
  folder.remove();
});

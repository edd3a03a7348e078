import { spawn } from 'node:child_process';
import { existsSync, readFileSync, rmSync } from 'node:fs';
import { delimiter, join } from 'node:path';

import { compiled, node, root, run } from './prepare.mjs';

const bin = (/** @type {string} */ name) => join(root, 'node_modules', '.bin', name);
const types = [
  '.',
  'packages/domain',
  'packages/optimiser',
  'packages/optimiser/worker',
  'packages/ui',
  'apps/server',
  'apps/web',
];

/** Everything that can be said about the code without running it. @type {[string, string, string[]][]} */
const checks = [
  ['format', bin('oxfmt'), ['--check']],
  ['lint', bin('oxlint'), []],
  ...types.map(
    (path) => /** @type {[string, string, string[]]} */ ([`types ${path}`, bin('tsc'), ['-p', path]]),
  ),
  ['architecture', node, ['scripts/architecture/check.ts']],
  ['dead code', bin('knip'), []],
];

/** Tests run in a zone that no machine of ours is in, so that code which forgets the zone fails loudly. */
export const testEnv = {
  PATH: `${join(root, 'node_modules', '.bin')}${delimiter}${process.env.PATH}`,
  TZ: 'Asia/Kathmandu',
  NODE_ENV: 'test',
  // Dozens of processes load the same files.
  NODE_COMPILE_CACHE: compiled,
};

/** @returns {Promise<{ passed: number, failed: number }>} */
export async function runChecks() {
  let failed = 0;
  for (const [title, command, args] of checks) {
    const { code, output } = await run(command, args, testEnv);
    console.log(`  ${code === 0 ? '✓' : '✗'} ${title}`);
    if (code !== 0) {
      failed += 1;
      console.log(output);
    }
  }
  return { passed: checks.length - failed, failed };
}

/**
 * @typedef {{ passed: number, failed: number }} Count
 * @param {string[]} args
 * @param {Record<string, string>} env
 * @returns {Promise<Count>}
 */
export async function runVitest(args, env = {}) {
  const report = join(root, 'test-results', 'vitest.json');
  const code = await show(
    bin('vitest'),
    ['run', ...args, '--reporter=default', '--reporter=json', `--outputFile.json=${report}`],
    env,
  );
  return count(report, code, ({ numPassedTests, numFailedTests }) => [numPassedTests, numFailedTests]);
}

/**
 * @param {string} chromium
 * @returns {Promise<Count>}
 */
export async function runBrowserTests(chromium) {
  const report = join(root, 'test-results', 'e2e.json');
  const code = await show(bin('playwright'), ['test'], { CHROMIUM_PATH: chromium });
  return count(report, code, ({ stats }) => [stats.expected, stats.unexpected + stats.flaky]);
}

/** Prints the summary line and returns the exit code. @param {Count[]} counts */
export function total(counts) {
  const sum = (/** @type {keyof Count} */ key) => counts.reduce((all, count) => all + count[key], 0);
  console.log(`\n${sum('passed')} passed, ${sum('failed')} failed`);
  return sum('failed') === 0 ? 0 : 1;
}

/**
 * A runner that ends badly without a failed test (it could not start, or left something open) is a failure all the same.
 * @param {string} report
 * @param {number} code
 * @param {(report: any) => [passed: number, failed: number]} read
 * @returns {Count}
 */
function count(report, code, read) {
  if (!existsSync(report)) return { passed: 0, failed: 1 };
  const [passed, failed] = read(JSON.parse(readFileSync(report, 'utf8')));
  rmSync(report);
  return { passed, failed: failed === 0 && (code !== 0 || passed === 0) ? 1 : failed };
}

/**
 * @param {string} command
 * @param {string[]} args
 * @param {Record<string, string>} env
 * @returns {Promise<number>}
 */
function show(command, args, env = {}) {
  return new Promise((resolve) => {
    const child = spawn(command, args, {
      cwd: root,
      env: { ...process.env, ...testEnv, ...env },
      stdio: 'inherit',
    });
    child.on('error', () => resolve(127));
    child.on('close', (code) => resolve(code ?? 1));
  });
}

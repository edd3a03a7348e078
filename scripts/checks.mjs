import { spawn } from 'node:child_process';
import { existsSync, readFileSync, rmSync, statfsSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { stripVTControlCharacters } from 'node:util';

import { bundled, compiled, node, root, run } from './prepare.mjs';

const bin = (/** @type {string} */ name) => join(root, 'node_modules', '.bin', name);
const projects = [
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
  ['lint and types', bin('oxlint'), []],
  // The compiler itself says the same of all but what is generated, for twice the time.
  ...(process.env.MUSTER_LONG === undefined ? [] : projects).map(
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
  BUNDLED_PROGRAMS: bundled,
  TMPDIR: temporaryFolder(),
};

/** The databases of tests lie in memory where there is room: a disk takes milliseconds for each commit, and none is wanted afterwards. */
function temporaryFolder() {
  const memory = '/dev/shm';
  const enoughBytes = 4 * 2 ** 30;
  if (!existsSync(memory)) return tmpdir();
  const { bavail, bsize } = statfsSync(memory);
  return bavail * bsize > enoughBytes ? memory : tmpdir();
}

/** @returns {Promise<Count>} */
export async function runChecks() {
  const failures = [];
  for (const [title, command, args] of checks) {
    const { code, output } = await run(command, args, testEnv);
    console.log(`  ${code === 0 ? '✓' : '✗'} ${title}`);
    if (code !== 0) {
      failures.push(`${title}\n${output}`);
      console.log(output);
    }
  }
  return { passed: checks.length - failures.length, failed: failures.length, failures, repeated: [] };
}

/**
 * What failed, and what passed only when it was run again, stand with their reasons at the very end, because of a long run often
 * only the end is kept.
 * @typedef {{ passed: number, failed: number, failures: string[], repeated: string[] }} Count
 */

/** More files than this do not fail because of what else a machine does. */
const FILES_RUN_AGAIN = 5;

/**
 * A file that failed is run once more in a process of its own: the others share theirs, and a busy machine with it. What passes then is
 * named at the end with what it stumbled over first.
 *
 * @param {string[]} args
 * @param {Record<string, string>} env
 * @returns {Promise<Count>}
 */
export async function runVitest(args, env = {}) {
  const first = await vitest(args, env);
  if (first.files.length === 0 || first.files.length > FILES_RUN_AGAIN) return first;
  let { passed, failed, failures } = first;
  const repeated = [];
  for (const file of first.files) {
    const again = await vitest([file.name], env);
    passed += again.passed - file.passed;
    failed += again.failed - file.failed;
    failures = failures.filter((text) => !file.failures.includes(text));
    if (again.failed > 0) failures.push(...again.failures);
    else repeated.push(...file.failures);
  }
  return { passed, failed, failures, repeated };
}

/** @typedef {{ name: string, passed: number, failed: number, failures: string[] }} FailedFile */

/**
 * @param {string[]} args
 * @param {Record<string, string>} env
 * @returns {Promise<Count & { files: FailedFile[] }>}
 */
async function vitest(args, env) {
  const report = join(root, 'test-results', 'vitest.json');
  const code = await show(
    bin('vitest'),
    ['run', ...args, '--reporter=default', '--reporter=json', `--outputFile.json=${report}`],
    env,
  );
  // Where only what has changed is tested, that may be nothing.
  if (code === 0 && args.includes('--changed') && !existsSync(report))
    return { passed: 0, failed: 0, failures: [], repeated: [], files: [] };
  /** @type {FailedFile[]} */
  const files = [];
  const counted = count(report, code, ({ numPassedTests, testResults }) => {
    for (const { status, name, message, assertionResults } of testResults) {
      if (status !== 'failed') continue;
      const failed = assertionResults.filter((/** @type {any} */ test) => test.status === 'failed');
      const stumbled = failed.map(
        (/** @type {any} */ test) => `${name} › ${test.fullName}\n${test.failureMessages[0]}`,
      );
      files.push({
        name,
        passed: assertionResults.filter((/** @type {any} */ test) => test.status === 'passed').length,
        // One that could not even begin has no test that failed.
        failed: failed.length || 1,
        failures: message ? [`${name}\n${message}`, ...stumbled] : stumbled,
      });
    }
    return {
      passed: numPassedTests,
      failed: files.reduce((sum, { failed }) => sum + failed, 0),
      failures: files.flatMap(({ failures }) => failures),
      repeated: [],
    };
  });
  return { ...counted, files };
}

/**
 * @param {string} chromium
 * @returns {Promise<Count>}
 */
export async function runBrowserTests(chromium) {
  const report = join(root, 'test-results', 'e2e.json');
  const code = await show(bin('playwright'), ['test'], { CHROMIUM_PATH: chromium });
  return count(report, code, ({ stats, suites }) => ({
    passed: stats.expected + stats.flaky,
    failed: stats.unexpected,
    failures: journeys(suites, 'unexpected'),
    repeated: journeys(suites, 'flaky'),
  }));
}

/** The journeys that ended so, each with what it stumbled over first. @returns {string[]} */
function journeys(/** @type {any[]} */ suites, /** @type {'unexpected' | 'flaky'} */ status) {
  return suites.flatMap(({ suites: inner = [], specs = [] }) => [
    ...journeys(inner, status),
    ...specs.flatMap((/** @type {any} */ { file, title, tests }) =>
      tests
        .filter((/** @type {any} */ test) => test.status === status)
        .map((/** @type {any} */ { results }) => `${file} › ${title}\n${results[0]?.error?.message ?? ''}`),
    ),
  ]);
}

/** Prints the summary line and returns the exit code. @param {Count[]} counts */
export function total(counts) {
  const sum = (/** @type {'passed' | 'failed'} */ key) => counts.reduce((all, count) => all + count[key], 0);
  for (const text of counts.flatMap(({ failures }) => failures)) console.log(`\nFailed: ${shortened(text)}`);
  for (const text of counts.flatMap(({ repeated }) => repeated))
    console.log(`\nPassed only when it was run again: ${shortened(text)}`);
  console.log(`\n${sum('passed')} passed, ${sum('failed')} failed`);
  return sum('failed') === 0 ? 0 : 1;
}

/** Without colours, and without the part of a long message that nobody reads at the end. */
function shortened(/** @type {string} */ text) {
  return stripVTControlCharacters(text).split('\n').slice(0, 14).join('\n  ');
}

/**
 * A runner that ends badly without a failed test (it could not start, or left something open) is a failure all the same.
 * @param {string} report
 * @param {number} code
 * @param {(report: any) => Count} read
 * @returns {Count}
 */
function count(report, code, read) {
  if (!existsSync(report)) return { passed: 0, failed: 1, failures: [`No ${report}`], repeated: [] };
  const counted = read(JSON.parse(readFileSync(report, 'utf8')));
  rmSync(report);
  const isBad = counted.failed === 0 && (code !== 0 || counted.passed === 0);
  return isBad ? { ...counted, failed: 1 } : counted;
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

// Runs on whatever Node the machine has: plain JavaScript, nothing but built-in modules.
import { spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { delimiter, dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

export const root = dirname(dirname(fileURLToPath(import.meta.url)));

const localBin = join(root, 'node_modules', '.bin');
/** Node 26, brought by a pinned package so that the host's own version does not matter. */
export const node = join(localBin, 'node');
/** The folder of Node's compile cache. As an environment variable it also works for the first file. */
export const compiled = join(root, 'node_modules', '.cache', 'compiled');
/** Where the programs that tests start lie, each in one file. */
export const bundled = join(root, 'node_modules', '.cache', 'programs');

const webSources = ['apps/web', 'packages/ui', 'packages/domain/src', 'package-lock.json'];

/** Everything a command needs before it can start: the packages of the lock file, and Node 26 among them. */
export async function ensureInstalled() {
  const stamp = join(root, 'node_modules', '.muster-installed');
  const wanted = digest(['package-lock.json', '.npmrc'], [process.platform, process.arch]);
  if (readIfThere(stamp) !== wanted) {
    // Not `npm ci`: it demands a lock entry for packages of every platform, also of those that nobody published.
    const args = ['install', '--no-save', '--include=dev', '--no-progress'];
    await step('Installing packages (only when they changed)', 'npm', args, { PATH: withoutLocalBin() });
    writeFileSync(stamp, wanted);
  }
  if (!existsSync(node)) {
    throw new Failure(
      `There is no Node 26 package for ${process.platform} on ${process.arch}. Muster runs on Linux (x64, arm64) and macOS (arm64).`,
    );
  }
}

/** The web app as the server serves it, built again only when one of its sources changed. */
export async function ensureBuilt() {
  const stamp = join(root, 'apps/web/dist/.built');
  const wanted = digest(webSources, []);
  if (readIfThere(stamp) === wanted) return;
  await step('Building the web app (only when it changed)', node, [join(root, 'apps/web/build.ts')], {
    PATH: `${localBin}${delimiter}${process.env.PATH}`,
    NODE_ENV: 'production',
  });
  writeFileSync(stamp, wanted);
}

/** The programs that tests start, as they are now: to bundle them takes less time than to look what has changed. */
export async function ensureBundled() {
  await step('Bundling the server for the tests', node, [join(root, 'scripts/bundle.mjs')], {
    NODE_ENV: 'production',
  });
}

/**
 * Runs a long step and shows that it is alive. Its output is shown only if it fails.
 * @param {string} title
 * @param {string} command
 * @param {string[]} args
 * @param {Record<string, string>} env
 */
export async function step(title, command, args, env = {}) {
  const started = Date.now();
  const seconds = () => `${Math.round((Date.now() - started) / 1000)} s`;
  const live = process.stdout.isTTY;
  process.stdout.write(live ? `  ${title} …` : `  ${title} …\n`);
  const tick = setInterval(
    () => process.stdout.write(live ? `\r  ${title} … ${seconds()}` : `  … still at it, ${seconds()}\n`),
    live ? 1000 : 15_000,
  );
  const { code, output } = await run(command, args, env);
  clearInterval(tick);
  if (code !== 0) {
    process.stdout.write(`${live ? '\r' : ''}  ${title}: failed after ${seconds()}\n`);
    throw new Failure(
      `${output.trim()}\n\n${title} failed. The lines above say why; mend that and run the command again.`,
    );
  }
  process.stdout.write(`${live ? '\r' : ''}  ${title}: ${seconds()}   \n`);
}

/**
 * @param {string} command
 * @param {string[]} args
 * @param {Record<string, string>} env
 * @returns {Promise<{ code: number, output: string }>}
 */
export function run(command, args, env = {}) {
  return new Promise((resolve) => {
    let output = '';
    const child = spawn(command, args, {
      cwd: root,
      env: { ...process.env, ...env },
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    child.stdout.on('data', (chunk) => (output += chunk));
    child.stderr.on('data', (chunk) => (output += chunk));
    child.on('error', (error) => resolve({ code: 127, output: `${output}${command}: ${error.message}` }));
    child.on('close', (code) => resolve({ code: code ?? 1, output }));
  });
}

/** An error whose message is shown without a stack. */
export class Failure extends Error {}

/** @param {() => Promise<number | void>} command */
export async function main(command) {
  try {
    process.exitCode = (await command()) ?? 0;
  } catch (error) {
    process.stderr.write(
      `\n${error instanceof Failure ? error.message : /** @type {Error} */ (error).stack}\n`,
    );
    process.exitCode = 1;
  }
}

/** npm replaces `node_modules` while it installs, so it must not run on the Node that lives in there. */
function withoutLocalBin() {
  return (process.env.PATH ?? '')
    .split(delimiter)
    .filter((folder) => !folder.endsWith(join('node_modules', '.bin')))
    .join(delimiter);
}

/**
 * @param {string[]} paths
 * @param {string[]} extra
 */
function digest(paths, extra) {
  const hash = createHash('sha256');
  for (const part of extra) hash.update(`${part}\0`);
  for (const path of paths.flatMap(filesBelow).sort()) {
    hash.update(`${path}\0`);
    hash.update(readFileSync(join(root, path)));
  }
  return hash.digest('hex');
}

/**
 * @param {string} path
 * @returns {string[]}
 */
function filesBelow(path) {
  const made = new Set(['node_modules', 'dist', 'dist-gallery']);
  try {
    return readdirSync(join(root, path), { withFileTypes: true })
      .filter((entry) => !made.has(entry.name))
      .flatMap((entry) =>
        entry.isDirectory() ? filesBelow(`${path}/${entry.name}`) : [`${path}/${entry.name}`],
      );
  } catch (error) {
    const code = /** @type {NodeJS.ErrnoException} */ (error).code;
    if (code === 'ENOTDIR') return [path];
    if (code === 'ENOENT') return [];
    throw error;
  }
}

/** @param {string} path */
function readIfThere(path) {
  return existsSync(path) ? readFileSync(path, 'utf8') : '';
}

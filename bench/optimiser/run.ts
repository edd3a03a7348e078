import { spawnSync } from 'node:child_process';
import { join } from 'node:path';

/**
 * Measures in a process that strips no types, as a worker of the product does: apps/server/src/platform/threads.ts
 * says why. A first one only loads the code, so that it lies compiled for the second.
 */
const compiled = join(import.meta.dirname, '../../node_modules/.cache/compiled');
const parts = join(import.meta.dirname, 'parts.ts');

function run(args: readonly string[], stdio: 'ignore' | 'inherit'): number {
  const env = { NODE_COMPILE_CACHE: compiled, ...process.env };
  return spawnSync(process.execPath, [parts, ...args], { env, stdio }).status ?? 1;
}

run(['--help'], 'ignore');
process.exitCode = run(process.argv.slice(2), 'inherit');

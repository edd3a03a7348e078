import { spawn } from 'node:child_process';
import { join } from 'node:path';

import { ensureBuilt, ensureInstalled, main, node, root } from './prepare.mjs';

await main(async () => {
  await ensureInstalled();
  await ensureBuilt();
  return serve();
});

/** The server handles the signals itself; this process only waits, so that its exit code and last words arrive. */
function serve() {
  const server = spawn(node, [join(root, 'apps/server/src/main.ts')], { stdio: 'inherit' });
  process.on('SIGINT', () => {}); // the terminal has sent it to the server as well
  process.on('SIGTERM', () => server.kill('SIGTERM'));
  process.on('SIGHUP', () => server.kill('SIGTERM'));
  return new Promise((resolve) => {
    server.on('exit', (code, signal) =>
      resolve(code ?? (signal === 'SIGINT' || signal === 'SIGTERM' ? 0 : 1)),
    );
  });
}

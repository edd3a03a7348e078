import { spawn } from 'node:child_process';
import { join } from 'node:path';

import { compiled, ensureBuilt, ensureInstalled, main, node, root } from './prepare.mjs';

await main(async () => {
  await ensureInstalled();
  await ensureBuilt();
  return serve();
});

/** Passes signals on (twice does no harm) and waits, so that the server's last output and exit code arrive. */
function serve() {
  const server = spawn(node, [join(root, 'apps/server/src/main.ts')], {
    stdio: 'inherit',
    env: {
      NODE_COMPILE_CACHE: compiled,
      // Passwords are hashed on the same threads that read and write files: a slow disk must not keep anybody from signing in.
      UV_THREADPOOL_SIZE: '16',
      ...process.env,
    },
  });
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => server.kill('SIGTERM'));
  return new Promise((resolve) => {
    server.on('exit', (code, signal) => {
      if (signal)
        process.stderr.write(
          `\nMuster was ended by ${signal}. Nothing that was saved is lost; start it again with npm start.\n`,
        );
      resolve(code ?? 1);
    });
  });
}

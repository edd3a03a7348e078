import { spawn } from 'node:child_process';
import { join } from 'node:path';

import { testEnv } from './checks.mjs';
import { ensureInstalled, main, node, root } from './prepare.mjs';

await main(async () => {
  await ensureInstalled();
  const env = { ...process.env, PATH: testEnv.PATH };
  // The server's welcome names the built pages, but a developer wants the ones of Vite.
  console.log('\n  Work on it at http://localhost:5173, components at http://localhost:5173/gallery.html\n');
  const server = spawn(node, ['--watch', '--watch-preserve-output', 'apps/server/src/main.ts'], {
    cwd: root,
    env,
    stdio: ['inherit', 'ignore', 'inherit'],
  });
  const web = spawn(join(root, 'node_modules', '.bin', 'vite'), [], {
    cwd: join(root, 'apps/web'),
    env,
    stdio: 'inherit',
  });
  for (const signal of ['SIGINT', 'SIGTERM']) {
    process.on(signal, () => [server, web].forEach((child) => child.kill('SIGTERM')));
  }
  await Promise.all([server, web].map((child) => new Promise((resolve) => child.on('exit', resolve))));
});

import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { expect, test } from './journey.ts';

const run = promisify(execFile);

test('the web app was built for the API that is served', async ({ product }) => {
  const check = run(process.execPath, [join(import.meta.dirname, '../apps/web/api-types.ts'), '--check'], {
    env: { MUSTER_URL: product.url },
  });
  await expect(check, 'Run `npm run api-types -w @muster/web`.').resolves.toBeDefined();
});

import { createHash } from 'node:crypto';
import { readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { build, type Manifest } from 'vite';

const root = import.meta.dirname;
const page = 'my-day.html';
/** Beside what the build made of the page itself. */
const others = ['/my-day.webmanifest', '/favicon.svg', '/logo.svg', '/logo-dark.svg', '/icon-192.png'];

/** Builds the service worker of the technician's page. It carries the names of all files of that page, so each build has its own. */
export async function buildWorker(dist: string): Promise<void> {
  const files = [...filesOfPage(dist), ...others].toSorted();
  const contents = [page, ...others].map((file) => readFileSync(join(dist, file)));
  const stamp = createHash('sha256').update(files.join());
  for (const content of contents) stamp.update(content);
  await build({
    configFile: false,
    root,
    logLevel: 'warn',
    publicDir: false,
    define: {
      FILES: JSON.stringify(['/my-day', ...files]),
      BUILD: JSON.stringify(stamp.digest('base64url').slice(0, 12)),
    },
    build: {
      outDir: dist,
      emptyOutDir: false,
      modulePreload: false,
      rolldownOptions: {
        input: join(root, 'src/field/worker/worker.ts'),
        // A new version must not be found under a new name: browsers would keep the old one for ever.
        output: { format: 'iife', entryFileNames: 'my-day-worker.js' },
      },
    },
  });
}

/** What the page loads, at once or later, and what its frame names. */
function filesOfPage(dist: string): Set<string> {
  const folder = join(dist, '.vite');
  const manifest: Manifest = JSON.parse(readFileSync(join(folder, 'manifest.json'), 'utf8'));
  rmSync(folder, { recursive: true });
  const seen = new Set<string>();
  const files = new Set<string>();
  const visit = (key: string) => {
    if (seen.has(key)) return;
    seen.add(key);
    const { file, css = [], assets = [], imports = [], dynamicImports = [] } = manifest[key]!;
    for (const name of [file, ...css, ...assets]) if (name.startsWith('assets/')) files.add(`/${name}`);
    for (const next of [...imports, ...dynamicImports]) visit(next);
  };
  visit(page);
  const html = readFileSync(join(dist, page), 'utf8');
  for (const [, name] of html.matchAll(/"(\/assets\/[^"]+)"/g)) files.add(name!);
  return files;
}

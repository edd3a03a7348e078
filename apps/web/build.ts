/** Builds the web app into `dist`: the bundles, the pages rendered to HTML, and compressed copies of the assets. */
import { readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { brotliCompressSync, constants, gzipSync } from 'node:zlib';
import { build } from 'vite';
import { addresses } from './src/app/addresses.ts';
import { buildWorker } from './build-worker.ts';

const root = import.meta.dirname;
const dist = join(root, 'dist');
const prerenderer = join(root, 'node_modules/.prerender');
const configFile = join(root, 'vite.config.ts');

await build({ configFile, logLevel: 'warn' });
await build({
  configFile,
  logLevel: 'warn',
  build: {
    ssr: 'src/public/prerender.tsx',
    outDir: prerenderer,
    copyPublicDir: false,
    rolldownOptions: { input: [] },
  },
});

const { prerender } = await import(pathToFileURL(join(prerenderer, 'prerender.js')).href);
for (const page of readdirSync(dist).filter((name) => name.endsWith('.html'))) {
  const file = join(dist, page);
  const rendered: string = prerender(page);
  // The content security policy refuses style attributes that arrive as text, so a page must not contain any.
  if (/<style|\sstyle=/.test(rendered)) throw new Error(`${page} contains an inline style.`);
  writeFileSync(
    file,
    readFileSync(file, 'utf8').replace('<!--page-->', () => rendered),
  );
}
rmSync(prerenderer, { recursive: true });
await buildWorker(dist);
writeFileSync(join(dist, 'addresses.json'), JSON.stringify(Object.values(addresses)));

for (const entry of readdirSync(dist, { recursive: true, withFileTypes: true })) {
  if (!entry.isFile() || !/\.(js|css|svg|json)$/.test(entry.name)) continue;
  const file = join(entry.parentPath, entry.name);
  const content = readFileSync(file);
  const parameters = { [constants.BROTLI_PARAM_QUALITY]: constants.BROTLI_MAX_QUALITY };
  writeFileSync(`${file}.br`, brotliCompressSync(content, { params: parameters }));
  writeFileSync(`${file}.gz`, gzipSync(content, { level: 9 }));
}

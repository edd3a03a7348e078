import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';
import { cutFont } from './font.ts';
import { pageFiles, pages } from './pages-plugin.ts';

interface Chunking {
  getModuleInfo(id: string): { importers: string[]; dynamicImporters: string[] } | null;
}

/** The pages that reach a module, however far back. */
function pagesOf(id: string, chunking: Chunking): string[] {
  const seen = new Set([id]);
  for (const one of seen) {
    const { importers = [], dynamicImporters = [] } = chunking.getModuleInfo(one) ?? {};
    for (const importer of [...importers, ...dynamicImporters]) seen.add(importer);
  }
  return [...seen].flatMap((one) => /([a-z-]+)\.html$/.exec(one)?.[1] ?? []);
}

/** In as many public pages a module has to be, to be in the file that all of them load. */
const COMMON = 3;

/**
 * Which file a module of ours belongs to, by the pages that reach it: over a slow line each file more costs more than its bytes, and no
 * page should load what only others need.
 */
function fileOf(id: string, chunking: Chunking): string | null {
  const pages = pagesOf(id, chunking);
  const beside = pages.filter((page) => page !== 'app' && page !== 'my-day');
  // What the build adds itself has no importers that it tells of.
  if (beside.length >= COMMON || pages.length === 0) return 'base';
  if (beside.length > 0) return `of-${beside.toSorted().join('-')}`;
  if (pages.includes('my-day')) return pages.includes('app') ? 'field' : null;
  return 'shared';
}

const server = `http://127.0.0.1:${process.env['PORT'] ?? '3000'}`;

export default defineConfig({
  root: import.meta.dirname,
  appType: 'mpa',
  plugins: [react(), pages()],
  resolve: { alias: { '@muster/inter-latin.woff2': await cutFont() } },
  build: {
    // Everything stays a file of its own: the content security policy allows no `data:` and no inline code.
    assetsInlineLimit: 0,
    // For the service worker, which keeps the files of one page; it is not part of the site.
    manifest: true,
    modulePreload: { polyfill: false },
    reportCompressedSize: false,
    // The map is one file of this size, loaded when it is opened.
    chunkSizeWarningLimit: 1_200,
    rolldownOptions: {
      input: pageFiles,
      output: {
        codeSplitting: {
          groups: [
            { name: 'react', test: /node_modules\/(react|react-dom|scheduler)\// },
            { name: 'kit', test: /node_modules\/(@mantine|@tanstack|@floating-ui)\//, minShareCount: 2 },
            {
              name: fileOf,
              debugName: 'by page',
              test: /web\/src\/|packages\/(domain|ui)\/|node_modules\/(clsx|get-nonce|tslib)\/|preload-helper/,
              minShareCount: 2,
            },
          ],
        },
      },
    },
    // The first browsers that know light-dark(), which the tokens are written with.
    cssTarget: ['chrome123', 'firefox120', 'safari17.5'],
  },
  server: {
    host: '127.0.0.1',
    proxy: { '/services': server, '/healthz': server, '/readyz': server },
  },
});

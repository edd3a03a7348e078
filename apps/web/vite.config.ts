import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';
import { pageFiles, pages } from './pages-plugin.ts';

const server = `http://127.0.0.1:${process.env['PORT'] ?? '3000'}`;

export default defineConfig({
  root: import.meta.dirname,
  appType: 'mpa',
  plugins: [react(), pages()],
  build: {
    // Everything stays a file of its own: the content security policy allows no `data:` and no inline code.
    assetsInlineLimit: 0,
    // For the service worker, which keeps the files of one page; it is not part of the site.
    manifest: true,
    modulePreload: { polyfill: false },
    reportCompressedSize: false,
    rolldownOptions: {
      input: pageFiles,
      // What the pages have in common comes in two files, and in a third what the technician's page shares with the
      // application: over a slow line each file more costs more than its bytes. What only the application needs, as the back
      // office does, stays out of them.
      output: {
        codeSplitting: {
          groups: [
            { name: 'react', test: /node_modules\/(react|react-dom|scheduler)\// },
            {
              name: 'base',
              test: /packages\/(ui|domain\/src\/(accounts|enquiries|plans|values)\/(rules|code|email|own-address|phone))|web\/src\/(lib\/(api|attempt|client|countdown|early|form-|known-later|leaving|page|phone-|public-form|ready|refusal|session-end|submit-button|success-panel|tab-storage|theme)|features\/(accounts|enquiries|messages|plans)|public\/)|preload-helper/,
              minShareCount: 3,
            },
            {
              name: 'field',
              test: /domain\/src\/(assignments|field-records|files|my-hours|visits)\/(rules|states)|web\/src\/lib\/(calendar-day|clock|command-id|files|keyed|live|support|theme|upload|use-now|work-states)/,
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

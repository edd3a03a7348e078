import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';
import { cutFont } from './font.ts';

/** The gallery as a site of its own, for the browser tests; the product's build knows nothing of it. */
export default defineConfig({
  root: import.meta.dirname,
  appType: 'mpa',
  plugins: [react()],
  resolve: { alias: { '@muster/inter-latin.woff2': await cutFont() } },
  build: {
    outDir: 'dist-gallery',
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    reportCompressedSize: false,
    rolldownOptions: { input: ['gallery.html'] },
  },
  preview: {
    host: '127.0.0.1',
    // The policy the product is served with: what needs inline code or style fails here first.
    headers: {
      'content-security-policy':
        "default-src 'self'; object-src 'none'; base-uri 'none'; frame-ancestors 'none'",
    },
  },
});

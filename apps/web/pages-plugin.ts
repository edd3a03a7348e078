import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { earlyAccess } from '@muster/domain/identity/billing/rules';
import { minifySync, transformWithOxc } from 'vite';
import type { Connect, HtmlTagDescriptor, Plugin, ViteDevServer } from 'vite';
import { addresses } from './src/app/addresses.ts';

const earlySource = join(import.meta.dirname, 'src/lib/page/early.ts');
const frameSource = join(import.meta.dirname, 'src/public/frame.html');

/** Pages that everybody may see, each at the address of its name. */
const publicPages = [
  'login',
  'register',
  'activate',
  'forgot-password',
  'reset-password',
  'pricing',
  'enquiry',
];

/** Every page is a file whose content is what only its own head has; the frame around it is the same for all. */
export const pageFiles = ['app', 'my-day', 'not-found', ...publicPages].map((name) => `${name}.html`);

/** What the server fills in; in development it has the defaults. */
const defaults = {
  BRAND_NAME: 'Muster',
  SCHEDULER_URL: '',
  ASSETS_BASE_URL: '',
  DEMO: 'true',
  INBOX: 'true',
  MAP_STYLE_URL: '',
  BILLING_GST: 'yes',
  CHARGED: 'false',
  PRICE_TERMS: earlyAccess,
  STATUS_NOTE: '',
  SUPPORT_EMAIL: '',
  SUPPORT_PHONE: '',
  // Development has no content security policy, so its styles need no nonce.
  STYLE_NONCE: '',
};

/** Only on a developer's machine, and so no address of the product. */
const inbox = '/inbox';

/** How the addresses of the signed-in application begin; its router decides about the rest of the path. */
const application = new Set([...Object.values(addresses), inbox].map(firstPart));

/** Gives every page its frame and the early script, and serves the pages at their clean addresses in development. */
export function pages(): Plugin[] {
  let early = '';
  let developing = false;
  const framing: Plugin = {
    name: 'muster-frame',
    transformIndexHtml: {
      order: 'pre',
      handler: (head) => readFileSync(frameSource, 'utf8').replace('<!--head-->', () => head.trim()),
    },
  };
  const filling: Plugin = {
    name: 'muster-pages',
    configResolved(config) {
      developing = config.command === 'serve';
    },
    async buildStart() {
      early = await earlyScript();
      if (!developing) this.emitFile({ type: 'asset', name: 'early.js', source: early });
    },
    configureServer(server) {
      server.middlewares.use(cleanAddresses);
    },
    transformIndexHtml: {
      order: 'post',
      async handler(
        html,
        { bundle, server, path },
      ): Promise<string | { html: string; tags: HtmlTagDescriptor[] }> {
        if (server) {
          const tag: HtmlTagDescriptor = { tag: 'script', children: early, injectTo: 'head-prepend' };
          return { html: fillIn(await prerendered(server, path, html)), tags: [tag] };
        }
        const file = Object.values(bundle ?? {}).find(
          (output) => output.type === 'asset' && output.names.includes('early.js'),
        );
        if (!file) throw new Error('The early script is missing from the bundle.');
        return {
          html: path === '/app.html' ? html : scriptsLast(html),
          tags: [{ tag: 'script', attrs: { src: `/${file.fileName}` }, injectTo: 'head-prepend' }],
        };
      },
    },
  };
  return [framing, filling];
}

/**
 * A public page can be read and typed into without its script, so what it shows goes first: the early script takes the
 * others out of this template once the page has been painted.
 */
function scriptsLast(html: string): string {
  const scripts = /\s*(<script type="module"[^>]*><\/script>|<link rel="modulepreload"[^>]*>)/g;
  const found = [...html.matchAll(scripts)].map(([, tag]) => tag).join('\n');
  return (
    html
      .replaceAll(scripts, '')
      // Half a page that is painted early is a whole one that moves.
      .replace('</head>', '<link rel="expect" href="#scripts" blocking="render" />\n</head>')
      .replace('</body>', () => `<template id="scripts">${found}</template>\n</body>`)
  );
}

async function earlyScript(): Promise<string> {
  const { code } = await transformWithOxc(readFileSync(earlySource, 'utf8'), earlySource, {
    sourcemap: false,
  });
  return minifySync('early.js', code, { mangle: { toplevel: true } }).code;
}

async function prerendered(server: ViteDevServer, path: string, html: string): Promise<string> {
  const { prerender } = await server.ssrLoadModule('/src/public/prerender.tsx');
  return html.replace('<!--page-->', () => prerender(path.slice(1)));
}

function fillIn(html: string): string {
  return html.replace(/%([A-Z_]+)%/g, (whole, name: string) =>
    Object.hasOwn(defaults, name) ? defaults[name as keyof typeof defaults] : whole,
  );
}

const cleanAddresses: Connect.NextHandleFunction = (request, _response, next) => {
  const path = (request.url ?? '/').split('?')[0] ?? '/';
  const wantsPage = request.headers.accept?.includes('text/html') && !/\.\w+$|^\/(@|services\/)/.test(path);
  if (wantsPage) request.url = pageAt(path);
  next();
};

function pageAt(path: string): string {
  if (publicPages.includes(path.slice(1))) return `${path}.html`;
  if (/^\/my-day(\/|$)/.test(path)) return '/my-day.html';
  return application.has(firstPart(path)) ? '/app.html' : '/not-found.html';
}

function firstPart(path: string): string {
  return path.split('/')[1] ?? '';
}

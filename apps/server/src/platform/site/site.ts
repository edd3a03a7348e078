import { createHash } from 'node:crypto';
import { existsSync, globSync, readFileSync } from 'node:fs';
import { extname, join } from 'node:path';
import { brotliCompressSync, constants, gzipSync } from 'node:zlib';
import { escapeHtml } from './html.ts';

/** Values that differ between installations. They are filled in at the start, so that one build serves all of them. */
export type PageValues = Readonly<Record<string, string>>;

export interface SiteFile {
  type: string;
  etag: string;
  cacheControl: string;
  plain: Buffer;
  brotli: Buffer | undefined;
  gzip: Buffer | undefined;
}

const TYPES: Readonly<Record<string, string>> = {
  '.html': 'text/html; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.json': 'application/json; charset=utf-8',
  '.map': 'application/json; charset=utf-8',
  '.svg': 'image/svg+xml; charset=utf-8',
  '.txt': 'text/plain; charset=utf-8',
  '.webmanifest': 'application/manifest+json; charset=utf-8',
  '.ico': 'image/x-icon',
  '.jpg': 'image/jpeg',
  '.png': 'image/png',
  '.webp': 'image/webp',
  '.woff2': 'font/woff2',
};

/** Files with placeholders, and what keeps a value from being anything but text in them. */
const ESCAPES: Readonly<Record<string, (value: string) => string>> = {
  '.html': escapeHtml,
  '.webmanifest': (value) => JSON.stringify(value).slice(1, -1),
};

/** A compromise: pages are compressed at each start, because their placeholders are filled in then. */
const BROTLI_QUALITY = 6;

/**
 * Every file of the built web app by its address, in memory: it is small, nothing outside of it can be reached through
 * an address, and a deployment that replaces files underneath does not mix two builds.
 */
export function loadSite(webDir: string, values: PageValues): ReadonlyMap<string, SiteFile> {
  const names = globSync('**/*', { cwd: webDir, withFileTypes: true })
    .filter((entry) => entry.isFile() && !/\.(br|gz)$/.test(entry.name))
    .map((entry) => join(entry.parentPath, entry.name));
  const site = new Map(
    names.map((path) => {
      const address = path.slice(webDir.length).replaceAll('\\', '/').replace(/^\/?/, '/');
      return [address, readSiteFile(path, address, values)];
    }),
  );
  return new Map([...site, ...stampedWorker(site)]);
}

/**
 * The worker of the technician's page keeps that page on the phone as it was filled in. It says which one it is for, so that browsers
 * find a new worker when a setting has changed, and not only with a new build.
 */
function stampedWorker(site: ReadonlyMap<string, SiteFile>): [string, SiteFile][] {
  const [page, worker] = [site.get('/my-day.html'), site.get('/my-day-worker.js')];
  if (!page || !worker) return [];
  const plain = Buffer.concat([worker.plain, Buffer.from(`\n// For the page ${page.etag}\n`)]);
  return [['/my-day-worker.js', { ...worker, plain, etag: etagOf(plain), ...compress(plain) }]];
}

function readSiteFile(path: string, address: string, values: PageValues): SiteFile {
  const escape = ESCAPES[extname(path)];
  const plain = escape ? fillIn(readFileSync(path, 'utf8'), values, escape) : readFileSync(path);
  return {
    type: TYPES[extname(path)] ?? 'application/octet-stream',
    etag: etagOf(plain),
    cacheControl: address.startsWith('/assets/') ? 'public, max-age=31536000, immutable' : 'no-cache',
    plain,
    ...(escape ? compress(plain) : { brotli: readIfThere(`${path}.br`), gzip: readIfThere(`${path}.gz`) }),
  };
}

function etagOf(plain: Buffer): string {
  return `W/"${createHash('sha256').update(plain).digest('base64url').slice(0, 22)}"`;
}

function fillIn(text: string, values: PageValues, escape: (value: string) => string): Buffer {
  const filled = Object.entries(values).reduce(
    (text, [name, value]) => text.replaceAll(`%${name}%`, () => escape(value)),
    text,
  );
  return Buffer.from(filled);
}

function compress(plain: Buffer): Pick<SiteFile, 'brotli' | 'gzip'> {
  const params = { [constants.BROTLI_PARAM_QUALITY]: BROTLI_QUALITY };
  return { brotli: brotliCompressSync(plain, { params }), gzip: gzipSync(plain) };
}

function readIfThere(path: string): Buffer | undefined {
  return existsSync(path) ? readFileSync(path) : undefined;
}

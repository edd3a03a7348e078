import { randomBytes, createHash } from 'node:crypto';
import { existsSync, globSync, readFileSync } from 'node:fs';
import { extname, join } from 'node:path';
import { brotliCompressSync, constants, gzipSync } from 'node:zlib';
import { priceTerms } from '@muster/domain/identity/billing/rules';
import { ownAddress } from '@muster/domain/values/own-address';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { App, Platform } from '../deps.ts';
import { Failure } from '../http/answers/errors.ts';
import { isPrivate } from '../http/edge/client-network.ts';
import { pageHeaders } from '../http/edge/security-headers.ts';
import { findSession, readSessionToken } from '../sign-in/session.ts';
import { addressIn, hasInbox } from '../tasks/mailer.ts';
import { escapeHtml } from './html.ts';

/** Stands for our own origin, because the parser of addresses needs one. */
const HERE = 'http://here';

/** Written by the build: the addresses of the signed-in application. */
const ADDRESSES = '/addresses.json';

/** The technician's page, which works without a connection: it is the same text each time, and a page of its own. */
const FIELD = '/my-day';

/** The place of the nonce in the application's page. */
const STYLE_NONCE = '%STYLE_NONCE%';
const NONCE_BYTES = 16;

/** Serves the built web app: public pages to everybody, the application to those signed in, a real 404 to the rest. */
export function servePages(app: App, platform: Platform): void {
  const { settings, webDir } = platform;
  if (webDir === undefined) return;
  const isCharged = settings.BILLING_STRIPE_KEY !== undefined;
  const site = loadSite(webDir, {
    BRAND_NAME: settings.BRAND_NAME,
    SCHEDULER_URL: settings.SCHEDULER_URL ?? '',
    ASSETS_BASE_URL: settings.ASSETS_BASE_URL ?? '',
    DEMO: String(platform.embedded && isPrivate(settings)),
    INBOX: String(hasInbox(platform)),
    MAP_STYLE_URL: settings.MAP_STYLE_URL ?? '',
    SUPPORT_EMAIL: addressIn(settings.SUPPORT_EMAIL ?? ''),
    SUPPORT_PHONE: settings.SUPPORT_PHONE ?? '',
    PRICE_TERMS: priceTerms(isCharged),
    CHARGED: String(isCharged),
    BILLING_GST: settings.BILLING_GST,
    STATUS_NOTE: settings.STATUS_NOTE ?? '',
  });
  const headers = pageHeaders(settings);
  const fieldHeaders = pageHeaders(settings, { showsOwnFiles: true, mayLocate: true });
  const notFound = site.get('/not-found.html');
  const application = site.get('/app.html')?.plain.toString();
  const field = site.get(`${FIELD}.html`);
  const sections = readSections(site.get(ADDRESSES)?.plain.toString());

  function send(
    request: FastifyRequest,
    reply: FastifyReply,
    file: SiteFile,
    status: number,
    page = headers,
  ): FastifyReply {
    reply
      .headers(page)
      .code(status)
      .header('cache-control', file.cacheControl)
      .header('vary', 'accept-encoding')
      .header('etag', file.etag)
      .type(file.type);
    if (status === 200 && request.headers['if-none-match'] === file.etag) return reply.code(304).send();
    const accepted = request.headers['accept-encoding'] ?? '';
    if (file.brotli && /\bbr\b/.test(accepted))
      return reply.header('content-encoding', 'br').send(file.brotli);
    if (file.gzip && /\bgzip\b/.test(accepted))
      return reply.header('content-encoding', 'gzip').send(file.gzip);
    return reply.send(file.plain);
  }

  /**
   * The component kit adds <style> elements, which the policy allows by a nonce. Every answer has a nonce of its own, so the page
   * has no etag: a 304 would put the page that a browser kept under the policy of another answer.
   */
  function sendApplication(reply: FastifyReply, page: string, status: number): FastifyReply {
    const nonce = randomBytes(NONCE_BYTES).toString('base64url');
    return reply
      .headers(pageHeaders(settings, { styleNonce: nonce }))
      .code(status)
      .header('cache-control', 'private, no-cache')
      .type('text/html; charset=utf-8')
      .send(page.replaceAll(STYLE_NONCE, nonce));
  }

  function isOfApplication(path: string): boolean {
    return sections.has(sectionOf(path)) && !path.startsWith('//');
  }

  /** The page to open after the login. Anybody can write `next` into a link, so only pages of the application are accepted. */
  function nextAddress(url: string): string {
    const next = new URL(url, HERE).searchParams.get('next') ?? '/';
    const address = ownAddress(next, HERE, parseAddress);
    return address !== undefined && isOfApplication(address.split(/[?#]/, 1)[0]!) ? address : '/';
  }

  async function serve(request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> {
    const url = request.raw.url!;
    const path = url.split('?', 1)[0]!;
    if (path.startsWith('/services/')) throw new Failure('notFound');
    const withoutSlash = path.endsWith('/') ? ownAddress(path.slice(0, -1), HERE, parseAddress) : undefined;
    if (withoutSlash !== undefined && path !== '/')
      return reply.redirect(withoutSlash + url.slice(path.length), 308);
    if (application && path === '/inbox' && hasInbox(platform))
      return sendApplication(reply, application, 200);
    if (application && isOfApplication(path)) {
      if (await isSignedIn(request, platform))
        return field && sectionOf(path) === sectionOf(FIELD)
          ? send(request, reply, field, 200, fieldHeaders)
          : sendApplication(reply, application, 200);
      return reply.redirect(path === '/' ? '/login' : `/login?next=${encodeURIComponent(url)}`);
    }
    if (path === '/login' && (await isSignedIn(request, platform))) return reply.redirect(nextAddress(url));
    const found = isInternal(path) ? undefined : (site.get(path) ?? site.get(`${path}.html`));
    if (found) return send(request, reply, found, 200);
    // People who are signed in see "not found" with the navigation; missing scripts and pictures need none.
    const isForReading = request.headers.accept?.includes('text/html') ?? false;
    if (application && isForReading && (await isSignedIn(request, platform)))
      return sendApplication(reply, application, 404);
    if (notFound) return send(request, reply, notFound, 404);
    throw new Failure('notFound');
  }

  app.get('/*', { config: { access: 'public', offline: true }, schema: { hide: true } }, serve);
}

/** Files that must not be served under their own names. */
function isInternal(path: string): boolean {
  return ['/app', '/app.html', `${FIELD}.html`, ADDRESSES, '/not-found', '/not-found.html'].includes(path);
}

/** The first parts of the application's addresses; each may have more below it. */
function readSections(addresses = '[]'): ReadonlySet<string> {
  return new Set((JSON.parse(addresses) as string[]).map(sectionOf));
}

function sectionOf(path: string): string {
  return path.split('/', 2)[1] ?? '';
}

function parseAddress(text: string, base: string): URL | null {
  return URL.parse(text, base);
}

/** While the database is away the application opens and says so itself, instead of sending people to sign in. */
async function isSignedIn(request: FastifyRequest, { settings, database, now }: Platform): Promise<boolean> {
  const token = readSessionToken(request, settings);
  if (token === undefined) return false;
  return database.isAway() || (await findSession(database.db, token, new Date(now()))) !== undefined;
}

/** Values that differ between installations. They are filled in at the start, so that one build serves all of them. */
type PageValues = Readonly<Record<string, string>>;

interface SiteFile {
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
function loadSite(webDir: string, values: PageValues): ReadonlyMap<string, SiteFile> {
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

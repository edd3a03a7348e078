import { ownAddress } from '@muster/domain/values/own-address';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { isPrivate } from '../http/client-network.ts';
import type { App, Platform } from '../deps.ts';
import { Failure } from '../http/errors.ts';
import { hasInbox } from '../tasks/mailer.ts';
import { pageHeaders } from '../http/security-headers.ts';
import { findSession, readSessionToken } from '../sign-in/session.ts';
import { loadSite, type SiteFile } from './site.ts';

/** Stands for our own origin, whatever it is called outside. */
const HERE = 'http://here';

/** The addresses of the signed-in application; each may have parts below it. */
const APPLICATION = /^\/(technicians|customers|jobs|team|licences|history|settings|my-day|office)?(\/|$)/;

/** Serves the built web app: public pages to everybody, the application to those signed in, a real 404 to the rest. */
export function servePages(app: App, platform: Platform): void {
  const { settings, webDir } = platform;
  if (webDir === undefined) return;
  const site = loadSite(webDir, {
    BRAND_NAME: settings.BRAND_NAME,
    SCHEDULER_URL: settings.SCHEDULER_URL ?? '',
    ASSETS_BASE_URL: settings.ASSETS_BASE_URL ?? '',
    DEMO: String(platform.embedded && isPrivate(settings)),
    INBOX: String(hasInbox(platform)),
  });
  const headers = pageHeaders(settings);
  const notFound = site.get('/not-found.html');
  const application = site.get('/app.html');

  function send(request: FastifyRequest, reply: FastifyReply, file: SiteFile, status: number): FastifyReply {
    for (const [name, value] of headers) reply.header(name, value);
    reply
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

  async function serve(request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> {
    const url = request.raw.url!;
    const path = url.split('?', 1)[0]!;
    if (path.startsWith('/services/')) throw new Failure('notFound');
    const withoutSlash = path.endsWith('/') ? ownAddress(path.slice(0, -1), HERE, parseAddress) : undefined;
    if (withoutSlash !== undefined && path !== '/')
      return reply.redirect(withoutSlash + url.slice(path.length), 308);
    if (application && path === '/inbox' && hasInbox(platform)) return send(request, reply, application, 200);
    if (application && APPLICATION.test(path)) {
      if (await isSignedIn(request, platform)) return send(request, reply, application, 200);
      return reply.redirect(path === '/' ? '/login' : `/login?next=${encodeURIComponent(url)}`);
    }
    if (path === '/login' && (await isSignedIn(request, platform))) return reply.redirect(nextAddress(url));
    const found = isInternal(path) ? undefined : (site.get(path) ?? site.get(`${path}.html`));
    if (found) return send(request, reply, found, 200);
    // Whoever is signed in keeps the navigation; a script or a picture that is not there needs none.
    const isForReading = request.headers.accept?.includes('text/html') ?? false;
    if (application && isForReading && (await isSignedIn(request, platform)))
      return send(request, reply, application, 404);
    if (notFound) return send(request, reply, notFound, 404);
    throw new Failure('notFound');
  }

  app.get('/*', { config: { access: 'public', offline: true }, schema: { hide: true } }, serve);
}

/** Pages that have no address of their own. */
function isInternal(path: string): boolean {
  return ['/app', '/app.html', '/not-found', '/not-found.html'].includes(path);
}

/** Where a login page was meant to lead. Anybody can write `next`, so only a page of the application will do. */
function nextAddress(url: string): string {
  const next = new URL(url, HERE).searchParams.get('next') ?? '/';
  const address = ownAddress(next, HERE, parseAddress);
  return address !== undefined && APPLICATION.test(address.split(/[?#]/, 1)[0]!) ? address : '/';
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

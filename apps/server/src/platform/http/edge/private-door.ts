import { createHash } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import { answers } from '@muster/domain/values/answer';
import { isLoopback, type Settings } from '../../../settings.ts';
import { isPrivate } from './client-network.ts';
import type { App } from '../../deps.ts';
import { Failure } from '../answers/errors.ts';
import { escapeHtml } from '../../site/html.ts';

/** Headers that proxies add about the client. */
const FORWARDING = new RegExp(
  `^(${[
    '(x-)?forwarded(-.*)?',
    'via',
    'cdn-loop',
    'proxy-connection',
    '(.*-)?client-ip',
    '.*-connecting-ip',
    'x-(real|original|envoy|azure|vercel|varnish|amz|amzn|cloud|scheme)(-.*)?',
    '(cf|fly|fastly|tailscale)-.*',
  ].join('|')})$`,
);

type Headers = Readonly<Record<string, string | string[] | undefined>>;

/**
 * While Muster is private (see `isPrivate`) it has a demo business with a known password, and mails that anybody may read. So it answers
 * only under the names of this machine: not under a name that somebody else points at it, and not to a proxy that brings others in.
 */
export function keepPrivate(app: App, settings: Settings): void {
  if (!isPrivate(settings)) return;
  app.addHook('onRequest', async ({ headers, raw }, reply) => {
    if (!isFromOutside(headers, raw, settings)) return undefined;
    if (!headers.accept?.includes('text/html')) throw new Failure('misdirected', SENTENCES.join(' '));
    return reply
      .code(answers.misdirected.status)
      .header('content-security-policy', PAGE_POLICY)
      .type('text/html; charset=utf-8')
      .send(page(settings.BRAND_NAME));
  });
}

function isFromOutside(headers: Headers, raw: IncomingMessage, settings: Settings): boolean {
  // Browsers have not used HTTP/1.0 for decades, but some proxies do, and send no other sign.
  if (raw.httpVersion === '1.0' || Object.keys(headers).some((name) => FORWARDING.test(name))) return true;
  // Only a request to a proxy has a whole address instead of a path, and no honest request has two hosts.
  if (!raw.url?.startsWith('/') || hostsNamed(raw.rawHeaders) > 1) return true;
  if (!isOwnName(one(headers['host']), settings)) return true;
  const origin = one(headers['origin']);
  if (URL.canParse(origin) && !isOwnHost(origin, settings)) return true;
  return cameThroughAnotherName(headers, settings);
}

/** Whether the page that sends the request was opened under another name. A link from another site is allowed. */
function cameThroughAnotherName(headers: Headers, settings: Settings): boolean {
  const referer = one(headers['referer']);
  const site = one(headers['sec-fetch-site']);
  const isFollowed = site === 'cross-site' || site === 'same-site';
  return URL.canParse(referer) && !isFollowed && !isOwnHost(referer, settings);
}

/** Counts them in the raw headers, because Node keeps only the first. */
function hostsNamed(rawHeaders: readonly string[]): number {
  return rawHeaders.filter((text, at) => at % 2 === 0 && text.toLowerCase() === 'host').length;
}

/** Checks the text of the header first, because a URL parser would turn odd spellings into our own name. */
function isOwnName(host: string, settings: Settings): boolean {
  return (
    /^(\[[0-9a-f:]+\]|[\w.-]+)(:\d{1,5})?$/i.test(host) &&
    !/^\d+$/.test(host) &&
    isOwnHost(`http://${host}`, settings)
  );
}

function isOwnHost(address: string, { BASE_URL, HOST }: Settings): boolean {
  if (!URL.canParse(address)) return false;
  const { hostname } = new URL(address);
  const name = hostname.replace(/^\[|\]$/g, '');
  if (BASE_URL !== undefined && hostname === new URL(BASE_URL).hostname) return true;
  return (
    name === 'localhost' || name === '127.0.0.1' || name === '::1' || (name === HOST && isLoopback(name))
  );
}

function one(header: string | string[] | undefined): string {
  return [header ?? ''].flat()[0] ?? '';
}

const SENTENCES = [
  'This server only accepts visitors on its own machine, and you’ve reached it under another name or through a proxy.',
  'If it’s your server and others should reach it, set BASE_URL to its public address and TRUST_PROXY to the number of proxies in front of it, then restart it.',
  'If you’re on that machine, open it as localhost or 127.0.0.1.',
];

const STYLE =
  'body{max-width:36rem;margin:15vh auto;padding:0 1.5rem;font:16px/1.6 system-ui,sans-serif;color-scheme:light dark}h1{font-size:1.75rem}';
const PAGE_POLICY = `default-src 'none'; style-src 'sha256-${createHash('sha256').update(STYLE).digest('base64')}'; frame-ancestors 'none'`;

function page(brand: string): string {
  const title = `${escapeHtml(brand)} is private here`;
  const head = `<meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>${title}</title><style>${STYLE}</style>`;
  const paragraphs = SENTENCES.map((sentence) => `<p>${escapeHtml(sentence)}</p>`).join('');
  return `<!doctype html><html lang="en-AU"><head>${head}</head><body><main><h1>${title}</h1>${paragraphs}</main></body></html>`;
}

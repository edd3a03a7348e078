import { randomBytes } from 'node:crypto';
import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import {
  DARK_PAPER,
  INK,
  LIGHT_INK,
  legibleOn,
  OUR_COLOUR,
  OURS_IN_THE_DARK,
  PAPER,
  standsOut,
  textOn,
} from '@muster/domain/values/colour';
import { fitted } from '@muster/domain/values/letterhead';
import type { FastifyReply } from 'fastify';
import type { Settings } from '../../settings.ts';
import type { App, Platform } from '../deps.ts';
import { type Headers, isHttps, pageHeaders } from '../http/edge/security-headers.ts';
import { escapeHtml } from './html.ts';

/** The business that a customer's page is of, as they know it from its mails. */
export interface PageOwner {
  readonly name: string;
  /** Null: ours. */
  readonly colour: string | null;
  readonly logo: { readonly width: number; readonly height: number; readonly content: Buffer } | null;
  /** By what it can be looked up, such as its ABN. */
  readonly registration: readonly string[];
}

/** A page of a customer's own, whatever it is about. */
export interface CustomerPage {
  readonly title: string;
  /** Null: nobody is to learn whose it would be. */
  readonly owner: PageOwner | null;
  /** What is in it, as HTML whose every text is escaped. */
  readonly main: string;
  /** Whether a script keeps it true while it is open; everything works without. */
  readonly isLively?: boolean;
  /** Where a form of it leads in the end, beside to us: nothing that is sent from it goes anywhere else. */
  readonly leadsTo?: string;
}

/** Where the script of these pages lies. It has a version in its address, so that browsers may keep it. */
const SCRIPT = '/services/customer-page.js';
const YEAR_SECONDS = 31_536_000;
const NONCE_BYTES = 16;
/** No wider than half of a phone, no higher than two lines. */
const LOGO_FRAME = { width: 200, height: 56 };

const style = readFileSync(join(import.meta.dirname, 'customer-page.css'), 'utf8')
  .replaceAll(/\/\*[\s\S]*?\*\//g, '')
  .replaceAll(/\s*\n\s*/g, '');
const script = readFileSync(join(import.meta.dirname, 'customer-page.js'), 'utf8');

/** Writes the pages of customers: on the server, with everything that they need in one answer, and usable without any script. */
export type WritePage = (reply: FastifyReply, page: CustomerPage, status?: number) => FastifyReply;

export function customerPages({ settings, webDir }: Pick<Platform, 'settings' | 'webDir'>): WritePage {
  const [font] = webDir === undefined ? [] : globSync('assets/inter-*.woff2', { cwd: webDir });
  return (reply, page, status = 200) => {
    const nonce = randomBytes(NONCE_BYTES).toString('base64url');
    return reply
      .code(status)
      .headers(customerHeaders(settings, nonce, page.leadsTo))
      .type('text/html; charset=utf-8')
      .send(asHtml(page, { nonce, font, brand: settings.BRAND_NAME }));
  };
}

/** Something is in the way for now. */
export function laterPage(text: string): CustomerPage {
  return {
    title: 'Please try again',
    owner: null,
    main: `<section class="card"><h1>Please try again</h1><p>${escapeHtml(text)}</p></section>`,
  };
}

/** The one script of all of them. */
export function serveCustomerScript(app: App): void {
  app.get(
    SCRIPT,
    { config: { access: 'public', offline: true }, schema: { hide: true } },
    (_request, reply) =>
      reply
        .header('cache-control', `public, max-age=${YEAR_SECONDS}, immutable`)
        .type('text/javascript; charset=utf-8')
        .send(script),
  );
}

/** Whoever has the address can answer for the customer: nothing keeps it, finds it, or is told where somebody came from. */
function customerHeaders(settings: Settings, nonce: string, leadsTo?: string): Headers {
  return {
    ...pageHeaders(settings),
    'cache-control': 'no-store',
    'content-security-policy': [
      `default-src 'none'`,
      `style-src 'nonce-${nonce}'`,
      `script-src 'self'`,
      `connect-src 'self'`,
      `font-src 'self'`,
      `img-src 'self' data:`,
      `media-src 'self'`,
      `base-uri 'none'`,
      `form-action 'self'${leadsTo === undefined ? '' : ` ${new URL(leadsTo).origin}`}`,
      `frame-ancestors 'none'`,
      ...(isHttps(settings) ? ['upgrade-insecure-requests'] : []),
    ].join('; '),
    'referrer-policy': 'no-referrer',
    'x-robots-tag': 'noindex, nofollow',
  };
}

function asHtml(
  { title, owner, main, isLively = false }: CustomerPage,
  { nonce, font, brand }: { nonce: string; font: string | undefined; brand: string },
): string {
  const face =
    font === undefined
      ? ''
      : `@font-face{font-family:Inter;font-weight:400 700;font-display:swap;src:url('/${font}')}`;
  const preload =
    font === undefined ? '' : `<link rel="preload" href="/${font}" as="font" type="font/woff2" crossorigin>`;
  return `<!doctype html>
<html lang="en-AU">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta name="robots" content="noindex, nofollow">
<meta name="format-detection" content="telephone=no">
<title>${escapeHtml(title)}</title>
<meta name="description" content="${escapeHtml(title)}">
<link rel="icon" href="/favicon.svg" type="image/svg+xml">
${preload}<style nonce="${nonce}">${face}${coloursOf(owner?.colour ?? OUR_COLOUR)}${style}</style>
${isLively ? `<script type="module" src="${SCRIPT}"></script>` : ''}
</head>
<body>
${owner === null ? '' : `<header>${brandOf(owner)}</header>`}
<main>${main}</main>
<footer>${[...(owner === null ? [] : [[owner.name, ...owner.registration].join(' · ')]), `Sent with ${brand}`]
    .map((line) => `<p>${escapeHtml(line)}</p>`)
    .join('')}</footer>
</body>
</html>`;
}

function brandOf({ name, logo }: PageOwner): string {
  if (logo === null) return `<p>${escapeHtml(name)}</p>`;
  const { width, height } = fitted(logo, LOGO_FRAME);
  const source = `data:image/png;base64,${logo.content.toString('base64')}`;
  return `<img src="${source}" width="${width}" height="${height}" alt="${escapeHtml(name)}">`;
}

/** The colour of a business, with what can be read on it and where it can itself be read: by day, and in the dark. */
function coloursOf(colour: string): string {
  const isOurs = colour === OUR_COLOUR;
  const dark = isOurs ? OURS_IN_THE_DARK : colour;
  const values = {
    brand: colour,
    'brand-text': textOn(colour),
    'brand-edge': standsOut(colour, PAPER) ? colour : INK,
    'brand-ink': legibleOn(PAPER, colour, INK),
    'brand-dark': dark,
    'brand-dark-text': textOn(dark),
    'brand-dark-edge': standsOut(dark, DARK_PAPER) ? dark : LIGHT_INK,
    'brand-dark-ink': legibleOn(DARK_PAPER, dark, LIGHT_INK),
  };
  return `:root{${Object.entries(values)
    .map(([name, value]) => `--${name}:${value}`)
    .join(';')}}`;
}

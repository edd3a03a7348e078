import type { Settings } from '../../../settings.ts';

export type Headers = Readonly<Record<string, string>>;

const YEAR_SECONDS = 31_536_000;

/** Whether people reach Muster through https, by its public address. */
export function isHttps(settings: Settings): boolean {
  return settings.BASE_URL?.startsWith('https:') ?? false;
}

/** For data: no browser may run it, frame it, store it or guess its type. */
export function dataHeaders(settings: Settings): Headers {
  return { 'cache-control': 'no-store', ...postHeaders(settings) };
}

/** For answers to a POST, which caches do not store unless a header allows it (RFC 9111, section 3). */
export function postHeaders(settings: Settings): Headers {
  return {
    'content-security-policy': "default-src 'none'; frame-ancestors 'none'",
    'x-content-type-options': 'nosniff',
    ...transport(settings),
  };
}

interface PageNeeds {
  /** The page's own script may add the <style> elements that carry it; such a page is the application, which may have a map. */
  styleNonce?: string;
  /** Photos are shown before they are sent. */
  showsOwnFiles?: boolean;
  /** Somebody may say "I am here" on it: the browser still asks them. */
  mayLocate?: boolean;
}

/** For pages: scripts and styles from here alone, and no way to be framed or to leak where somebody came from. */
export function pageHeaders(settings: Settings, needs: PageNeeds = {}): Headers {
  return {
    'content-security-policy': pagePolicy(settings, needs),
    'cross-origin-opener-policy': 'same-origin',
    'cross-origin-resource-policy': 'same-origin',
    'permissions-policy': `camera=(), display-capture=(), geolocation=(${needs.mayLocate ? 'self' : ''}), microphone=(), payment=(), usb=()`,
    // Not even to ourselves: the address of a page may hold the token of a link, and its own requests would repeat it.
    'referrer-policy': 'strict-origin',
    'x-content-type-options': 'nosniff',
    'x-frame-options': 'DENY',
    ...transport(settings),
  };
}

function pagePolicy(settings: Settings, { styleNonce, showsOwnFiles = false }: PageNeeds): string {
  const assets = settings.ASSETS_BASE_URL ? ` ${new URL(settings.ASSETS_BASE_URL).origin}` : '';
  const map = styleNonce === undefined ? undefined : mapOrigin(settings);
  return [
    `default-src 'self'`,
    // Pictures in the style sheet of the map's library, and tiles that it has fetched.
    `img-src 'self'${assets}${map === undefined ? '' : ` data: blob: ${map}`}${showsOwnFiles ? ' blob:' : ''}`,
    ...(showsOwnFiles ? [`media-src 'self' blob:`] : []),
    ...(map === undefined ? [] : [`connect-src 'self' ${map}`]),
    ...(styleNonce === undefined ? [] : [`style-src 'self' 'nonce-${styleNonce}'`]),
    `object-src 'none'`,
    `base-uri 'none'`,
    `form-action 'self'`,
    `frame-ancestors 'none'`,
    ...(isHttps(settings) ? ['upgrade-insecure-requests'] : []),
  ].join('; ');
}

/** Where the operator's own map comes from. Without one, the map asks nobody but us. */
function mapOrigin({ MAP_STYLE_URL }: Settings): string | undefined {
  return MAP_STYLE_URL === undefined ? undefined : new URL(MAP_STYLE_URL).origin;
}

/** Only with https: browsers ignore it on plain http, and on a shared host name it would break other sites. */
function transport(settings: Settings): Headers {
  return isHttps(settings)
    ? { 'strict-transport-security': `max-age=${YEAR_SECONDS}; includeSubDomains` }
    : {};
}

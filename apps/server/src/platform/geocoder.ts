import type { Hit } from '@muster/domain/work/sites/positions';
import type { Logger } from 'pino';
import { geocoderKind, type Settings } from '../settings.ts';
import { createOutsideService, field, NoAnswer, type OutsideService } from './outside-service.ts';
import { findTarget, ForbiddenAddress, send } from './tasks/post.ts';

/** A geocoder of the operator's: it is told an address and nothing else. */
export interface Geocoder extends Pick<OutsideService, 'pause' | 'state' | 'close'> {
  /** What it knows that may be the address; "later" where it does not answer now. */
  find(address: string): Promise<readonly Hit[] | 'later'>;
}

/** A few hits are some kilobytes. */
const MOST_BYTES = 500_000;
/** The right one is among the first, or not there. */
const MOST_HITS = 8;

/** How the two kinds are asked, and what of their answers is a house or a street. */
const kinds = {
  photon: {
    path: '/api',
    query: (address: string) => ({ q: address, limit: String(MOST_HITS), lang: 'en' }),
    read: (answer: unknown) => list(field(answer, 'features'), photonHit),
  },
  nominatim: {
    path: '/search',
    query: (address: string) => ({
      q: address,
      format: 'jsonv2',
      addressdetails: '1',
      countrycodes: 'au',
      limit: String(MOST_HITS),
    }),
    read: (answer: unknown) => list(answer, nominatimHit),
  },
} as const;

type GeocoderSettings = Pick<
  Settings,
  | 'BASE_URL'
  | 'BRAND_NAME'
  | 'GEOCODER_KIND'
  | 'GEOCODER_PER_SECOND'
  | 'GEOCODER_SECONDS'
  | 'GEOCODER_URL'
  | 'WEBHOOK_NETWORKS'
>;

/** Asked at the one address that was set, which is looked at as those of webhooks are; a redirect is a failure. Undefined where none is. */
export function createGeocoder(
  settings: GeocoderSettings,
  { log, now }: { log: Logger; now: () => number },
): Geocoder | undefined {
  const { GEOCODER_URL: url } = settings;
  const kind = geocoderKind(settings);
  if (url === undefined || kind === undefined) return undefined;
  const { path, query, read } = kinds[kind];
  const headers = { accept: 'application/json', 'user-agent': userAgent(settings) };
  const { ask, ...service } = createOutsideService({
    name: 'geocoder',
    perSecond: settings.GEOCODER_PER_SECOND,
    seconds: settings.GEOCODER_SECONDS,
    mostBytes: MOST_BYTES,
    readable: [200],
    log,
    now,
    async get(address, signal) {
      const target = await findTarget(address.href, { networks: settings.WEBHOOK_NETWORKS }).catch(tell);
      const response = await send(target, { method: 'GET', headers, signal });
      return {
        status: response.statusCode ?? 0,
        retryAfter: response.headers['retry-after'],
        body: response,
        leave: () => response.on('error', () => undefined).destroy(),
      };
    },
  });
  return {
    ...service,
    find(address) {
      const asked = new URL(url);
      const before = asked.pathname.replace(/\/+$/, '');
      asked.pathname = before.endsWith(path) ? before : `${before}${path}`;
      for (const [name, value] of Object.entries(query(address))) asked.searchParams.set(name, value);
      return ask(asked, (_status, answer) => read(answer));
    },
  };
}

/** Public geocoders want to know who asks. */
function userAgent({ BRAND_NAME, BASE_URL }: Pick<Settings, 'BRAND_NAME' | 'BASE_URL'>): string {
  const name = BRAND_NAME.replaceAll(/[^\w.-]+/g, '-');
  return BASE_URL === undefined ? name : `${name} (+${BASE_URL})`;
}

function tell(error: unknown): never {
  throw error instanceof ForbiddenAddress ? new NoAnswer(error.message) : error;
}

/** Undefined where it is no list: then it is no answer. What of it is no house and no street is passed over. */
function list(answer: unknown, read: (one: unknown) => Hit | undefined): readonly Hit[] | undefined {
  if (!Array.isArray(answer)) return undefined;
  return answer.slice(0, MOST_HITS).flatMap((one: unknown) => read(one) ?? []);
}

/** A feature of Photon's GeoJSON: a house has the number beside its street, a street is named itself. */
function photonHit(feature: unknown): Hit | undefined {
  const of = field(feature, 'properties');
  const at = field(field(feature, 'geometry'), 'coordinates');
  const [longitude, latitude]: unknown[] = Array.isArray(at) ? at : [];
  const isStreet = field(of, 'osm_key') === 'highway' || field(of, 'type') === 'street';
  return hit(latitude, longitude, {
    number: text(of, 'housenumber'),
    street: text(of, 'street') || (isStreet ? text(of, 'name') : ''),
    parts: ['district', 'locality', 'city', 'name'].map((name) => text(of, name)),
    postcode: text(of, 'postcode'),
  });
}

/** A place of Nominatim's, with its address in parts. */
function nominatimHit(place: unknown): Hit | undefined {
  const of = field(place, 'address');
  const parts = ['suburb', 'hamlet', 'village', 'town', 'city_district', 'neighbourhood', 'locality', 'city'];
  return hit(degrees(place, 'lat'), degrees(place, 'lon'), {
    number: text(of, 'house_number'),
    street: text(of, 'road'),
    parts: parts.map((name) => text(of, name)),
    postcode: text(of, 'postcode'),
  });
}

function hit(latitude: unknown, longitude: unknown, rest: Omit<Hit, 'position'>): Hit | undefined {
  if (!isDegrees(latitude, 90) || !isDegrees(longitude, 180) || rest.street === '') return undefined;
  return { position: { latitude, longitude }, ...rest };
}

function isDegrees(value: unknown, most: number): value is number {
  return typeof value === 'number' && Math.abs(value) <= most;
}

/** Nominatim writes them as text. */
function degrees(place: unknown, name: string): unknown {
  const value = field(place, name);
  return typeof value === 'string' && /^-?\d{1,3}(\.\d+)?$/.test(value) ? Number(value) : value;
}

function text(value: unknown, name: string): string {
  const found = field(value, name);
  return typeof found === 'string' ? found : '';
}

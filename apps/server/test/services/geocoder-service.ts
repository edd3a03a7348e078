import { once } from 'node:events';
import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

/** How the geocoder behaves: as it should, or in one of the ways in which services fail. */
export type GeocoderManner =
  | 'well'
  | 'hanging'
  | 'too many'
  | 'broken'
  | 'not JSON'
  | 'no list'
  | 'too long'
  | 'redirect';

/** A house or a street as it is known there; without a number it is the street. */
export interface Known {
  readonly number?: string;
  readonly street: string;
  readonly suburb: string;
  readonly postcode: string;
  readonly latitude: number | string;
  readonly longitude: number | string;
}

export interface GeocoderService {
  url: string;
  /** What was asked for, in order. */
  asked: string[];
  agents: Set<string | undefined>;
  manner: GeocoderManner;
  /** What is answered to an address that holds these words. */
  known: Map<string, readonly Known[]>;
  close(): Promise<void>;
}

/** A server that speaks as Photon at /api and as Nominatim at /search. */
export async function geocoderService(manner: GeocoderManner = 'well'): Promise<GeocoderService> {
  const server = createServer((request, response) => {
    const url = new URL(request.url!, service.url);
    const asked = url.searchParams.get('q') ?? '';
    service.asked.push(asked);
    service.agents.add(request.headers['user-agent']);
    reply(service, url.pathname, asked, response);
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  const service: GeocoderService = {
    url: `http://127.0.0.1:${port}`,
    asked: [],
    agents: new Set(),
    manner,
    known: new Map(),
    async close() {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
  return service;
}

function reply(service: GeocoderService, path: string, asked: string, response: ServerResponse): void {
  const send = (status: number, body: unknown, headers: Record<string, string> = {}) =>
    response
      .writeHead(status, { 'content-type': 'application/json', ...headers })
      .end(typeof body === 'string' ? body : JSON.stringify(body));
  if (service.manner === 'hanging') return;
  const refusal = refusals[service.manner];
  if (refusal !== undefined) {
    send(...refusal);
    return;
  }
  const found = [...service.known].find(([words]) => asked.includes(words))?.[1] ?? [];
  if (path.endsWith('/api')) send(200, { type: 'FeatureCollection', features: found.map(feature) });
  else if (path.endsWith('/search')) send(200, found.map(place));
  else send(404, '');
}

const refusals: Partial<
  Record<GeocoderManner, [status: number, body: unknown, headers?: Record<string, string>]>
> = {
  'too many': [429, '', { 'retry-after': '7' }],
  broken: [500, 'Oh dear'],
  'not JSON': [200, '<html>Welcome</html>'],
  'no list': [200, { features: 'none', error: 'Unable to geocode' }],
  'too long': [200, `{"features":[${'{},'.repeat(400_000)}{}]}`],
  redirect: [302, '', { location: 'http://169.254.169.254/api' }],
};

function feature({ number, street, suburb, postcode, latitude, longitude }: Known) {
  const of = { postcode, countrycode: 'AU', city: 'Sydney', district: suburb };
  return {
    type: 'Feature',
    geometry: { type: 'Point', coordinates: [longitude, latitude] },
    properties:
      number === undefined
        ? { ...of, osm_key: 'highway', type: 'street', name: street }
        : { ...of, osm_key: 'building', type: 'house', housenumber: number, street },
  };
}

function place({ number, street, suburb, postcode, latitude, longitude }: Known) {
  return {
    lat: String(latitude),
    lon: String(longitude),
    category: number === undefined ? 'highway' : 'building',
    address: {
      ...(number !== undefined && { house_number: number }),
      road: street,
      suburb,
      city: 'Sydney',
      postcode,
      country_code: 'au',
    },
  };
}

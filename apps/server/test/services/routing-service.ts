import { once } from 'node:events';
import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';

/** How the service behaves: as it should, or in one of the ways in which services fail. */
export type Manner =
  | 'well'
  | 'slow'
  | 'hanging'
  | 'hanging in the middle'
  | 'not a number'
  | 'negative'
  | 'text'
  | 'no way'
  | 'partial'
  | 'without distances'
  | 'not JSON'
  | 'too long'
  | 'redirect'
  | 'too many'
  | 'broken'
  | 'unknown path'
  | 'another code';

export interface RoutingService {
  url: string;
  requests: string[];
  /** How many were under way at the same time, at most. */
  most: number;
  manner: Manner;
  /** East of this longitude there are no roads; a table with such a place is refused. */
  coast: number;
  close(): Promise<void>;
}

/** Minutes of a drive by road, other than any estimate and longer on the way back west. */
export function secondsBetween(from: readonly number[], to: readonly number[]): number {
  const [east, north] = [to[0]! - from[0]!, to[1]! - from[1]!];
  return 61 + Math.round(Math.abs(north) * 20_000 + Math.abs(east) * 20_000 + (east < 0 ? 120 : 0));
}

/** The way from one place to another, in longitude and latitude: north or south first. Encoded with six decimals. */
export function lineBetween(from: readonly number[], to: readonly number[]): string {
  let before = [0, 0];
  return [from, [from[0]!, to[1]!], to]
    .map(([longitude, latitude]) => {
      const at = [Math.round(latitude! * 1e6), Math.round(longitude! * 1e6)];
      const text = encoded(at[0]! - before[0]!) + encoded(at[1]! - before[1]!);
      before = at;
      return text;
    })
    .join('');
}

/** A number of an encoded polyline. */
function encoded(difference: number): string {
  let rest = difference < 0 ? -2 * difference - 1 : 2 * difference;
  let text = '';
  for (; rest >= 32; rest = Math.floor(rest / 32)) text += String.fromCodePoint((rest % 32) + 32 + 63);
  return text + String.fromCodePoint(rest + 63);
}

/** A server that speaks the protocol of OSRM. */
export async function routingService(manner: Manner = 'well'): Promise<RoutingService> {
  let underWay = 0;
  const server = createServer((request, response) => {
    service.requests.push(request.url!);
    underWay += 1;
    service.most = Math.max(service.most, underWay);
    response.on('close', () => (underWay -= 1));
    void reply(service, new URL(request.url!, service.url), response);
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  const service: RoutingService = {
    url: `http://127.0.0.1:${port}`,
    requests: [],
    most: 0,
    manner,
    coast: Infinity,
    async close() {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
  return service;
}

async function reply(service: RoutingService, url: URL, response: ServerResponse): Promise<void> {
  const send = (status: number, body: unknown, headers: Record<string, string> = {}) =>
    response
      .writeHead(status, { 'content-type': 'application/json', ...headers })
      .end(typeof body === 'string' ? body : JSON.stringify(body));
  const [, kind, points = ''] = /\/(table|route)\/v1\/driving\/([-\d.,;]+)$/.exec(url.pathname) ?? [];
  const places = points.split(';').map((pair) => pair.split(',').map(Number));
  if (service.manner === 'hanging') return;
  if (service.manner === 'hanging in the middle') {
    response.writeHead(200).write('{"code":"Ok","durations":[[0,');
    return;
  }
  if (service.manner === 'slow') await sleep(300);
  const refusal = refusals[service.manner];
  if (refusal !== undefined) {
    send(...refusal);
    return;
  }
  if (places.some(([longitude]) => longitude! > service.coast)) {
    send(400, { code: 'NoSegment', message: 'One of the supplied input coordinates could not snap.' });
    return;
  }
  if (kind === 'table') send(200, table(service.manner, places));
  else if (kind === 'route')
    send(200, { code: 'Ok', routes: [{ geometry: lineBetween(places[0]!, places[1]!) }] });
  else send(400, { code: 'InvalidUrl' });
}

const refusals: Partial<Record<Manner, [status: number, body: unknown, headers?: Record<string, string>]>> = {
  redirect: [302, '', { location: '/elsewhere' }],
  'too many': [429, '', { 'retry-after': '7' }],
  broken: [500, 'Oh dear'],
  'unknown path': [404, { code: 'InvalidUrl' }],
  'another code': [200, { code: 'NoData' }],
  'not JSON': [200, '<html>Welcome</html>'],
  'too long': [200, `{"code":"Ok","durations":[${'[0],'.repeat(3_000_000)}[0]]}`],
};

function table(manner: Manner, places: number[][]): string {
  const rows = places.map((from) =>
    places.map((to): unknown => (from === to ? 0 : secondsBetween(from, to))),
  );
  const distances = manner === 'without distances' ? {} : { distances: rows };
  if (manner === 'no way') rows.forEach((row, at) => row.forEach((_, to) => at !== to && (row[to] = null)));
  if (manner === 'negative') rows[0]![1] = -3;
  if (manner === 'text') rows[0]![1] = '12';
  if (manner === 'partial') rows.pop();
  const text = JSON.stringify({ code: 'Ok', durations: rows, ...distances });
  return manner === 'not a number' ? text.replace(/\d+/, 'NaN') : text;
}

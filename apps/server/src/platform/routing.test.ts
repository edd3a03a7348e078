import { pino } from 'pino';
import { afterEach, expect, test } from 'vitest';
import type { Manner, RoutingService } from '../../test/services/routing-service.ts';
import { lineBetween, routingService, secondsBetween } from '../../test/services/routing-service.ts';
import { createCircuit } from './outside-service.ts';
import { createRouting } from './routing.ts';

const ryde = { latitude: -33.8, longitude: 151.1 };
const manly = { latitude: -33.79, longitude: 151.28 };
const limits = { ROUTING_PER_SECOND: 1000, ROUTING_SECONDS: 1 };

let service: RoutingService | undefined;
afterEach(async () => {
  await service?.close();
  service = undefined;
});

async function open(manner: Manner, more: { query?: string; perSecond?: number } = {}) {
  service = await routingService(manner);
  const lines: string[] = [];
  const log = pino({ level: 'trace' }, { write: (line: string) => void lines.push(line) });
  const settings = { ...limits, ROUTING_PER_SECOND: more.perSecond ?? 1000 };
  const url = `${service.url}/osrm${more.query ?? ''}`;
  const routing = createRouting(settings, { url, log, now: () => Date.parse('2026-11-16T00:00:00Z') });
  return { service, routing, lines };
}

test('a table is asked for under the address that was set, with its key, and read in whole seconds', async () => {
  const { service, routing } = await open('well', { query: '?key=s3cret' });
  expect(routing.state()).toEqual({ state: 'not asked yet', since: null, problem: null });
  const there = secondsBetween([151.1, -33.8], [151.28, -33.79]);
  const back = secondsBetween([151.28, -33.79], [151.1, -33.8]);
  expect(back).toBeGreaterThan(there);
  expect(await routing.table([ryde, manly])).toEqual({
    found: {
      seconds: [
        [0, there],
        [back, 0],
      ],
      metres: [
        [0, there],
        [back, 0],
      ],
    },
  });
  expect(service.requests).toEqual([
    '/osrm/table/v1/driving/151.10000,-33.80000;151.28000,-33.79000?key=s3cret&annotations=duration,distance',
  ]);
  expect(routing.state()).toMatchObject({ state: 'answering', problem: null });
});

test('a line is the way from one place to another', async () => {
  const { service, routing } = await open('well');
  expect(await routing.line(ryde, manly)).toEqual({ found: lineBetween([151.1, -33.8], [151.28, -33.79]) });
  expect(service.requests[0]).toContain(
    '/route/v1/driving/151.10000,-33.80000;151.28000,-33.79000?overview=full',
  );
});

test('a slow answer is an answer; no way is one, too; distances may be missing', async () => {
  const { service, routing } = await open('slow');
  expect(await routing.table([ryde, manly])).toHaveProperty('found');
  service.manner = 'no way';
  expect(await routing.table([ryde, manly])).toMatchObject({
    found: {
      seconds: [
        [0, null],
        [null, 0],
      ],
    },
  });
  service.manner = 'without distances';
  expect(await routing.table([ryde, manly])).toMatchObject({ found: { metres: null } });
  service.manner = 'well';
  service.coast = 151.2;
  expect(await routing.table([ryde, manly])).toBe('no way');
  expect(routing.state().state).toBe('answering');
});

test.each<[Manner, string]>([
  ['hanging', 'It didn’t answer in time.'],
  ['hanging in the middle', 'It didn’t answer in time.'],
  ['not a number', 'Its answer isn’t JSON.'],
  ['not JSON', 'Its answer isn’t JSON.'],
  ['negative', 'Its answer doesn’t make sense.'],
  ['text', 'Its answer doesn’t make sense.'],
  ['partial', 'Its answer doesn’t make sense.'],
  ['another code', 'Its answer doesn’t make sense.'],
  ['too long', 'Its answer is too long.'],
  ['redirect', 'It answered with 302.'],
  ['too many', 'It answered with 429.'],
  ['broken', 'It answered with 500.'],
  ['unknown path', 'It answered with 404.'],
])(
  '%s: nothing is believed, nobody is asked again at once, and the key is in no log',
  async (manner, problem) => {
    const { service, routing, lines } = await open(manner, { query: '?key=s3cret' });
    expect(await routing.table([ryde, manly])).toBe('later');
    expect(routing.state()).toMatchObject({ state: 'not answering', problem });
    expect(routing.pause()).toBeGreaterThan(manner === 'too many' ? 6_000 : 500);
    expect(await routing.table([ryde, manly])).toBe('later');
    expect(service.requests).toHaveLength(1);
    expect(lines).toHaveLength(1);
    expect(lines.join('')).not.toContain('s3cret');
  },
);

test('nobody there: told in words without the address', async () => {
  const { service, routing, lines } = await open('well', { query: '?key=s3cret' });
  await service.close();
  expect(await routing.table([ryde, manly])).toBe('later');
  expect(routing.state().problem).toBe('We couldn’t reach it (ECONNREFUSED).');
  expect(lines.join('')).not.toContain('s3cret');
  expect(lines.join('')).not.toContain('127.0.0.1');
});

test('so many a second, and no more', async () => {
  const { routing } = await open('well', { perSecond: 20 });
  const began = performance.now();
  await Promise.all(Array.from({ length: 7 }, () => routing.table([ryde, manly])));
  expect(performance.now() - began).toBeGreaterThan(290);
});

test('closing ends what hangs, and blames nobody', async () => {
  const { routing } = await open('hanging');
  const asked = routing.table([ryde, manly]);
  setTimeout(() => routing.close(), 50);
  expect(await asked).toBe('later');
  expect(routing.state().state).toBe('not asked yet');
});

test('each failure in a row doubles the pause, up to ten minutes; an answer ends it', () => {
  const circuit = createCircuit(() => 1);
  const pauses = Array.from({ length: 12 }, () => {
    circuit.failed(1_000, 'No.');
    return circuit.pause(1_000) / 1_000;
  });
  expect(pauses).toEqual([2, 4, 8, 16, 32, 64, 128, 256, 512, 600, 600, 600]);
  expect(circuit.pause(700_000)).toBe(0);
  expect(circuit.state()).toEqual({ state: 'not answering', since: 1_000, problem: 'No.' });
  circuit.succeeded(800_000);
  expect(circuit.pause(800_000)).toBe(0);
  expect(circuit.state()).toEqual({ state: 'answering', since: 800_000, problem: null });
  circuit.failed(900_000, 'No.');
  expect(circuit.pause(900_000)).toBe(2_000);
});

test('what the service asks for is kept, up to an hour', () => {
  const circuit = createCircuit(() => 0);
  circuit.failed(0, 'Too many.', 30_000);
  expect(circuit.pause(0)).toBe(30_000);
  circuit.failed(0, 'Too many.', 1e12);
  expect(circuit.pause(0)).toBe(3_600_000);
});

import { pino } from 'pino';
import { afterEach, expect, test } from 'vitest';
import {
  type GeocoderManner,
  type GeocoderService,
  geocoderService,
} from '../../test/services/geocoder-service.ts';
import { createGeocoder } from './geocoder.ts';

const church = {
  number: '12',
  street: 'Church Street',
  suburb: 'Ryde',
  postcode: '2112',
  latitude: -33.815,
  longitude: 151.101,
};
const found = {
  position: { latitude: -33.815, longitude: 151.101 },
  number: '12',
  street: 'Church Street',
  postcode: '2112',
};

let service: GeocoderService | undefined;
afterEach(async () => {
  await service?.close();
  service = undefined;
});

async function open(
  manner: GeocoderManner,
  {
    kind = 'photon',
    path = '',
    networks = ['127.0.0.1'],
  }: { kind?: 'photon' | 'nominatim'; path?: string; networks?: string[] } = {},
) {
  service = await geocoderService(manner);
  service.known.set('church street', [church]);
  const lines: string[] = [];
  const log = pino({ level: 'trace' }, { write: (line: string) => void lines.push(line) });
  const settings = {
    BRAND_NAME: 'Field Crew',
    BASE_URL: 'https://crew.example',
    GEOCODER_PER_SECOND: 1000,
    GEOCODER_SECONDS: 1,
    GEOCODER_KIND: kind,
    GEOCODER_URL: `${service.url}${path}?key=s3cret`,
    WEBHOOK_NETWORKS: networks,
  };
  const geocoder = createGeocoder(settings, { log, now: Date.now })!;
  return { service, geocoder, lines };
}

test.each([
  ['photon', ''],
  ['photon', '/api/'],
  ['nominatim', '/geo'],
  ['nominatim', '/search'],
] as const)('%s at %s: houses and streets with their parts, asked for under our name', async (kind, path) => {
  const { service, geocoder } = await open('well', { kind, path });
  service.known.set('bridge road', [{ ...church, number: undefined as never, street: 'Bridge Road' }]);
  expect(await geocoder.find('12 church street, Ryde NSW 2112')).toEqual([
    { ...found, parts: expect.arrayContaining(['Ryde', 'Sydney']) },
  ]);
  expect(await geocoder.find('3 bridge road')).toMatchObject([{ number: '', street: 'Bridge Road' }]);
  expect(await geocoder.find('5 unknown way')).toEqual([]);
  expect(service.asked).toEqual(['12 church street, Ryde NSW 2112', '3 bridge road', '5 unknown way']);
  expect([...service.agents]).toEqual(['Field-Crew (+https://crew.example)']);
  expect(geocoder.state()).toMatchObject({ state: 'answering', problem: null });
});

test('what has no position, or none on earth, and what is no street is passed over', async () => {
  const { service, geocoder } = await open('well');
  service.known.set('church street', [
    { ...church, latitude: 'north' },
    { ...church, latitude: 133 },
    { ...church, street: '' },
    church,
  ]);
  expect(await geocoder.find('12 church street')).toMatchObject([found]);
});

test.each<[GeocoderManner, string]>([
  ['hanging', 'It didn’t answer in time.'],
  ['too many', 'It answered with 429.'],
  ['broken', 'It answered with 500.'],
  ['not JSON', 'Its answer isn’t JSON.'],
  ['no list', 'Its answer doesn’t make sense.'],
  ['too long', 'Its answer is too long.'],
  ['redirect', 'It answered with 302.'],
])(
  '%s: nothing is believed, it is left alone for a while, and no log has the key',
  async (manner, problem) => {
    const { service, geocoder, lines } = await open(manner);
    expect(await geocoder.find('12 church street')).toBe('later');
    expect(geocoder.state()).toMatchObject({ state: 'not answering', problem });
    expect(geocoder.pause()).toBeGreaterThan(manner === 'too many' ? 6_000 : 500);
    expect(await geocoder.find('12 church street')).toBe('later');
    expect(service.asked).toHaveLength(1);
    expect(lines).toHaveLength(1);
    expect(lines.join('')).not.toMatch(/s3cret|127\.0\.0\.1|church/);
  },
);

test('a private address that the operator has not named is never asked', async () => {
  const { service, geocoder } = await open('well', { networks: [] });
  expect(await geocoder.find('12 church street')).toBe('later');
  expect(geocoder.state().problem).toMatch(/private network/);
  expect(service.asked).toEqual([]);
});

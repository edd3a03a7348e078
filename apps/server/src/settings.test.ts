import { expect, test } from 'vitest';

import { geocoderKind, readSettings } from './settings.ts';

test('without any setting the server is reachable from this machine only and runs its own database', () => {
  expect(readSettings({})).toMatchObject({
    PORT: 3000,
    HOST: '127.0.0.1',
    DATABASE_URL: undefined,
    TRUST_PROXY: false,
  });
});

test('an empty or blank setting means its default', () => {
  expect(readSettings({ PORT: '', BRAND_NAME: '  ' })).toMatchObject({ PORT: 3000, BRAND_NAME: 'Muster' });
});

test('addresses lose their trailing slash, so that they can be put before a path', () => {
  expect(readSettings({ BASE_URL: 'https://muster.example/' }).BASE_URL).toBe('https://muster.example');
});

test.each([
  ['false', false],
  ['2', 2],
  ['10.0.0.0/8, ::1', ['10.0.0.0/8', '::1']],
])('TRUST_PROXY=%s', (raw, expected) => {
  expect(readSettings({ TRUST_PROXY: raw }).TRUST_PROXY).toEqual(expected);
});

test.each([
  ['PORT', '0'],
  ['PORT', '70000'],
  ['PORT', 'http'],
  ['BASE_URL', 'muster.example'],
  ['BASE_URL', 'https://muster.example/?a#b'],
  ['MAIL_FROM', 'nobody'],
  ['MAIL_FROM', 'Muster <a@b'],
  ['TRUST_PROXY', 'true'],
  ['TRUST_PROXY', '10.0.0.0/33'],
  ['TRUST_PROXY', '300.1.1.1'],
  ['TRUST_PROXY', 'a.b'],
  ['ROUTING_TABLE', '1'],
  ['ROUTING_AT_ONCE', '0'],
  ['ROUTING_PER_SECOND', 'many'],
  ['ROUTING_SECONDS', '61'],
  ['GEOCODER_KIND', 'google'],
  ['GEOCODER_PER_SECOND', '0'],
  ['BILLING_ABN', '51 824 753 557'],
  ['BILLING_GST', 'maybe'],
  ['LOG_LEVEL', 'loud'],
])('%s=%s is named', (name, value) => {
  expect(() => readSettings({ [name]: value })).toThrow(
    new RegExp(`^${name} must be .*, not "${RegExp.escape(value)}"\\.$`),
  );
});

test.each([
  ['DATABASE_URL', 'mysql://muster:hush@db/muster'],
  ['DATABASE_URL', 'postgres://muster:hu/sh#word@db/muster'],
  ['SMTP_URL', 'user:hush@mail.example'],
  ['MAP_STYLE_URL', 'tiles.example/style.json?key=hush'],
  ['ROUTING_URL', 'routes.example/?key=hush'],
  ['BILLING_STRIPE_KEY', 'pk_live_hush'],
  ['BILLING_STRIPE_WEBHOOK_SECRET', 'hush'],
])('%s is named, and its password never repeated: %s', (name, value) => {
  const read = () => readSettings({ [name]: value });
  expect(read).toThrow(
    new RegExp(`^${name} must be (an address that starts with|a .* of Stripe, like) [^"]*\\.$`),
  );
  expect(read).not.toThrow(/hu\/?sh/);
});

test('the address of a map has no password, which a browser would refuse', () => {
  expect(() => readSettings({ MAP_STYLE_URL: 'https://me:hush@tiles.example/style.json' })).toThrow(
    /^MAP_STYLE_URL must be an address without a name and password before its host\.$/,
  );
});

test('a routing service may have a path and a key, and no password', () => {
  const ROUTING_URL = 'https://routes.example/osrm/?key=hush';
  expect(readSettings({ ROUTING_URL }).ROUTING_URL).toBe(ROUTING_URL);
  expect(() => readSettings({ ROUTING_URL: 'https://me:hush@routes.example' })).toThrow(
    /^ROUTING_URL must be an address without a name and password, and without #\.$/,
  );
});

test('all wrong settings are named at once', () => {
  expect(() => readSettings({ PORT: 'x', LOG_LEVEL: 'loud' })).toThrow(/PORT must be.*\nLOG_LEVEL must be/);
});

test.each(['0.0.0.0', '::', '192.0.2.7'])(
  'mails that leave need addresses that are not made up: HOST=%s',
  (HOST) => {
    const SMTP_URL = 'smtp://mail.example';
    const needed = {
      BASE_URL: 'https://muster.example',
      MAIL_FROM: 'no-reply@muster.example',
      SALES_EMAIL: 'sales@muster.example',
    };
    expect(() => readSettings({ HOST, SMTP_URL })).toThrow(
      /^BASE_URL must be set when SMTP_URL .+\.\nMAIL_FROM must be set .+\.\nSALES_EMAIL must be set .+\.$/,
    );
    for (const missing of Object.keys(needed))
      expect(() => readSettings({ HOST, SMTP_URL, ...needed, [missing]: ' ' })).toThrow(
        new RegExp(`^${missing} must be set when SMTP_URL is set and HOST can be reached by others: .+\\.$`),
      );
    expect(readSettings({ HOST, SMTP_URL, ...needed })).toMatchObject({ HOST, SMTP_URL, ...needed });
    expect(readSettings({ HOST })).toMatchObject({ HOST });
    expect(readSettings({ SMTP_URL })).toMatchObject({ SMTP_URL });
  },
);

test.each([
  ['https://photon.example', 'photon'],
  ['https://geo.example/api/?key=hush', 'photon'],
  ['https://nominatim.example', 'nominatim'],
  ['https://geo.example/search', 'nominatim'],
])('a geocoder at %s is %s', (GEOCODER_URL, kind) => {
  expect(geocoderKind(readSettings({ GEOCODER_URL }))).toBe(kind);
});

test('a geocoder whose address says nothing has to be named', () => {
  const GEOCODER_URL = 'https://geo.example/?key=hush';
  expect(() => readSettings({ GEOCODER_URL })).toThrow(/^GEOCODER_KIND must be photon or nominatim/);
  expect(geocoderKind(readSettings({ GEOCODER_URL, GEOCODER_KIND: 'photon' }))).toBe('photon');
});

test('whoever charges says on tax invoices who they are', () => {
  expect(() => readSettings({ BILLING_STRIPE_KEY: 'rk_live_key', BILLING_NAME: 'Muster' })).toThrow(
    'BILLING_ABN must be set with BILLING_STRIPE_KEY: tax invoices say who sells.',
  );
  expect(
    readSettings({
      BILLING_STRIPE_KEY: 'rk_live_key',
      BILLING_NAME: 'Muster',
      BILLING_ABN: '51 824 753 556',
    }),
  ).toMatchObject({ BILLING_ABN: '51824753556', BILLING_GST: 'yes' });
});

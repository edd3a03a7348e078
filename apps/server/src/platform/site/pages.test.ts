import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { brotliCompressSync, brotliDecompressSync } from 'node:zlib';
import { priceTerms } from '@muster/domain/identity/billing/rules';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openDemo } from '../../../seed/demo.ts';
import { testApp } from '../../../test/app.ts';
import { testDatabase, type TestDatabase } from '../../../test/database.ts';
import { signInAs } from '../../../test/sign-in.ts';
import { temporaryFolder } from '../../../test/temporary-folder.ts';
import type { App } from '../deps.ts';

const folder = temporaryFolder();
const webDir = join(folder.path, 'site');
const script = 'console.log("built")';
const page = (title: string) =>
  `<!doctype html><html data-brand="%BRAND_NAME%" data-scheduler="%SCHEDULER_URL%" data-assets="%ASSETS_BASE_URL%"><title>${title} %BRAND_NAME%</title></html>`;
const env = {
  HOST: '127.0.0.1',
  BRAND_NAME: 'Tom & "Co" $& <b>',
  SCHEDULER_URL: 'https://app.example',
  ASSETS_BASE_URL: 'https://cdn.example/pictures',
};

let db: TestDatabase;
let app: App;
let cookie: string;
beforeAll(async () => {
  mkdirSync(join(webDir, 'assets'), { recursive: true });
  const files = {
    'login.html': page('Login'),
    'pricing.html': '<html data-charged="%CHARGED%" data-gst="%BILLING_GST%"><p>%PRICE_TERMS%</p></html>',
    'app.html': page('Board').replace(
      '<title>',
      '<meta property="csp-nonce" nonce="%STYLE_NONCE%" /><meta name="map-style" content="%MAP_STYLE_URL%" /><title>',
    ),
    'addresses.json': JSON.stringify([
      '/',
      '/jobs',
      '/settings',
      '/settings/security',
      '/my-day',
      '/office/enquiries/$id',
    ]),
    'my-day.html': page('My day'),
    'my-day-worker.js': 'keep()',
    'my-day.webmanifest': JSON.stringify({ name: '%BRAND_NAME%' }),
    'not-found.html': page('Nothing here'),
    'logo.svg': '<svg/>',
    'assets/login-abc123.js': script,
    'assets/login-abc123.js.br': brotliCompressSync(script),
    '.built': 'stamp',
  };
  for (const [name, text] of Object.entries(files)) writeFileSync(join(webDir, name), text);
  writeFileSync(join(folder.path, 'outside.txt'), 'outside');
  db = await testDatabase();
  await openDemo(db.database);
  app = await testApp(db, { env, webDir });
  ({ cookie } = await signInAs(app, 'owner@example.com'));
});
afterAll(async () => {
  await app.close();
  await db.drop();
  folder.remove();
});

test('a public page, with what this installation is called', async () => {
  const answer = await app.inject({ url: '/login?next=%2Fjobs' });
  expect(answer.statusCode).toBe(200);
  expect(answer.headers['content-type']).toBe('text/html; charset=utf-8');
  expect(answer.body).toBe(
    '<!doctype html><html data-brand="Tom &amp; &quot;Co&quot; $&amp; &lt;b&gt;" data-scheduler="https://app.example" data-assets="https://cdn.example/pictures"><title>Login Tom &amp; &quot;Co&quot; $&amp; &lt;b&gt;</title></html>',
  );
});

test('what is free, whether prices are charged and whether they include GST follows from whether this installation charges', async () => {
  const free = await app.inject({ url: '/pricing' });
  expect(free.body).toBe(`<html data-charged="false" data-gst="yes"><p>${priceTerms(false)}</p></html>`);
  const charging = await testApp(db, {
    env: {
      ...env,
      BILLING_STRIPE_KEY: 'rk_live_house',
      BILLING_NAME: 'Muster Software Pty Ltd',
      BILLING_ABN: '51 824 753 556',
      BILLING_GST: 'no',
    },
    webDir,
  });
  const charged = await charging.inject({ url: '/pricing' });
  await charging.close();
  expect(charged.body).toBe(`<html data-charged="true" data-gst="no"><p>${priceTerms(true)}</p></html>`);
  expect(priceTerms(true)).not.toContain('Early access');
});

test('pages have a policy without unsafe parts, and allow pictures from where they are', async () => {
  const { headers } = await app.inject({ url: '/login' });
  expect(headers['content-security-policy']).toBe(
    "default-src 'self'; img-src 'self' https://cdn.example; object-src 'none'; base-uri 'none'; form-action 'self'; frame-ancestors 'none'",
  );
  expect(headers).toMatchObject({
    'cache-control': 'no-cache',
    'cross-origin-opener-policy': 'same-origin',
    'permissions-policy': expect.stringContaining('camera=()'),
    'referrer-policy': 'strict-origin',
    'x-content-type-options': 'nosniff',
    'x-frame-options': 'DENY',
  });
});

test('each answer with the application has a nonce of its own for styles, and a browser never keeps an old one', async () => {
  const ask = (headers: Record<string, string> = {}) =>
    app.inject({ url: '/jobs', headers: { cookie, ...headers } });
  const first = await ask();
  const policy = String(first.headers['content-security-policy']);
  const [, nonce] = /style-src 'self' 'nonce-([\w-]{22})'/.exec(policy)!;
  expect(first.body).toContain(`nonce="${nonce}"`);
  expect(policy).not.toContain('unsafe');
  expect(first.headers).toMatchObject({ 'cache-control': 'private, no-cache', 'x-frame-options': 'DENY' });
  expect(first.headers).not.toHaveProperty('etag');
  const again = await ask({ 'if-none-match': '*' });
  expect(again.statusCode).toBe(200);
  expect(again.headers['content-security-policy']).not.toContain(nonce);
  expect(again.body).not.toContain(nonce);
});

test('a map of the operator is told to the application alone, and widens its policy by that one origin', async () => {
  const style = 'https://tiles.example/styles/plain.json?key=a&b';
  const mapped = await testApp(db, { env: { ...env, MAP_STYLE_URL: style }, webDir });
  const inside = await mapped.inject({ url: '/jobs', headers: { cookie } });
  expect(inside.body).toContain('content="https://tiles.example/styles/plain.json?key=a&amp;b"');
  const policy = String(inside.headers['content-security-policy']);
  expect(policy).toContain("img-src 'self' https://cdn.example data: blob: https://tiles.example;");
  expect(policy).toContain("connect-src 'self' https://tiles.example;");
  const outside = await mapped.inject({ url: '/login' });
  expect(outside.body).not.toContain('tiles.example');
  expect(outside.headers['content-security-policy']).not.toContain('tiles.example');
  await mapped.close();
});

test('hashed files are kept for good and sent compressed where the build did so', async () => {
  const url = '/assets/login-abc123.js';
  const small = await app.inject({ url, headers: { 'accept-encoding': 'gzip, br' } });
  expect(small.headers).toMatchObject({
    'cache-control': 'public, max-age=31536000, immutable',
    'content-encoding': 'br',
    'content-type': 'text/javascript; charset=utf-8',
    vary: 'accept-encoding',
  });
  expect(brotliDecompressSync(small.rawPayload).toString()).toBe(script);
  const plain = await app.inject({ url });
  expect(plain.headers).not.toHaveProperty('content-encoding');
  expect(plain.body).toBe(script);
});

test('what the browser has already is not sent again', async () => {
  const first = await app.inject({ url: '/login' });
  const again = await app.inject({
    url: '/login',
    headers: { 'if-none-match': String(first.headers['etag']) },
  });
  expect(again.statusCode).toBe(304);
  expect(again.body).toBe('');
});

test.each(['/', '/jobs', '/settings/team', '/office'])(
  '%s: the application, or the way to it',
  async (url) => {
    const inside = await app.inject({ url, headers: { cookie } });
    expect(inside.statusCode).toBe(200);
    expect(inside.body).toContain('Board');
    const outside = await app.inject({ url });
    expect(outside.statusCode).toBe(302);
    expect(outside.headers['location']).toBe(
      url === '/' ? '/login' : `/login?next=${encodeURIComponent(url)}`,
    );
  },
);

test.each(['/my-day', '/my-day/visits/one'])(
  '%s: a page that a phone can keep, the same for everybody, and able to show photos before they are sent',
  async (url) => {
    const inside = await app.inject({ url, headers: { cookie } });
    expect(inside.statusCode).toBe(200);
    expect(inside.body).toContain('My day');
    expect(inside.headers).toHaveProperty('etag');
    const policy = String(inside.headers['content-security-policy']);
    expect(policy).toContain("img-src 'self' https://cdn.example blob:; media-src 'self' blob:;");
    expect(policy).not.toContain('nonce');
    expect(inside.headers['permissions-policy']).toContain('geolocation=(self)');
    const outside = await app.inject({ url });
    expect(outside.headers['location']).toBe(`/login?next=${encodeURIComponent(url)}`);
  },
);

test.each(['/', '/login', '/no-such-page'])('%s: nobody is asked where they are', async (url) => {
  const page = await app.inject({ url, headers: url === '/' ? { cookie } : {} });
  expect(page.headers['permissions-policy']).toContain('geolocation=()');
});

test('the worker of the phone is another one when its page is, also by a setting', async () => {
  const page = await app.inject({ url: '/my-day', headers: { cookie } });
  const worker = await app.inject({ url: '/my-day-worker.js' });
  expect(worker.headers).toMatchObject({
    'cache-control': 'no-cache',
    'content-type': 'text/javascript; charset=utf-8',
  });
  expect(worker.body).toBe(`keep()\n// For the page ${String(page.headers['etag'])}\n`);
});

test('the manifest of the phone has the name of the product, whatever is in it', async () => {
  const { headers, body } = await app.inject({ url: '/my-day.webmanifest' });
  expect(headers['content-type']).toContain('application/manifest+json');
  expect(JSON.parse(body)).toEqual({ name: env.BRAND_NAME });
});

test.each([
  ['/login', '/'],
  ['/login?next=%2Fjobs%3Fpage%3D2', '/jobs?page=2'],
  ['/login?next=%2Flogin', '/'],
  ['/login?next=%2F%2Felsewhere.example', '/'],
  ['/login?next=%2F%09%2Felsewhere.example', '/'],
  ['/login?next=%2F.%2F%2Felsewhere.example', '/'],
  ['/login?next=%2Fx%2F..%2F%2Felsewhere.example', '/'],
  ['/login?next=%2F%252e%2F%2Felsewhere.example', '/'],
  ['/login?next=https%3A%2F%2Felsewhere.example', '/'],
])('%s leads those who are signed in to %s', async (url, address) => {
  const answer = await app.inject({ url, headers: { cookie } });
  expect(answer.statusCode).toBe(302);
  expect(answer.headers['location']).toBe(address);
});

test.each([
  ['/jobs/', '/jobs'],
  ['/login/?next=%2Fjobs%2F', '/login?next=%2Fjobs%2F'],
  ['/settings/team/', '/settings/team'],
])('%s is %s', async (url, address) => {
  const answer = await app.inject({ url });
  expect(answer.statusCode).toBe(308);
  expect(answer.headers['location']).toBe(address);
});

test('a slash at the end leads to no other host', async () => {
  for (const url of ['//elsewhere.example/', '/\\elsewhere.example/']) {
    const { location = '/' } = (await app.inject({ url })).headers;
    expect(new URL(location, 'http://here').host).toBe('here');
  }
});

test('whoever is signed in keeps the navigation where there is nothing', async () => {
  const accept = 'text/html,*/*';
  const inside = await app.inject({ url: '/nope/deep', headers: { cookie, accept } });
  expect(inside.statusCode).toBe(404);
  expect(inside.body).toContain('Board');
  const outside = await app.inject({ url: '/nope/deep', headers: { accept } });
  expect(outside.statusCode).toBe(404);
  expect(outside.body).toContain('Nothing here');
  const script = await app.inject({ url: '/assets/gone.js', headers: { cookie, accept: '*/*' } });
  expect(script.body).toContain('Nothing here');
});

test('the inbox opens without signing in, and only on this machine', async () => {
  expect((await app.inject({ url: '/inbox' })).body).toContain('Board');
  const reachable = await testApp(db, { env: { HOST: '0.0.0.0' }, webDir });
  expect((await reachable.inject({ url: '/inbox' })).statusCode).toBe(404);
  await reachable.close();
});

test.each([
  '/nowhere',
  '/jobsearch',
  '/app.html',
  '/my-day.html',
  '/addresses.json',
  '/not-found',
  '/.built',
  '/..%2foutside.txt',
  '/../outside.txt',
  '/assets',
  '/LOGIN',
])('%s is a real 404 with a page', async (url) => {
  const answer = await app.inject({ url });
  expect(answer.statusCode).toBe(404);
  expect(answer.body).toContain('Nothing here');
});

test('below /services a 404 is data', async () => {
  expect((await app.inject({ url: '/services/nowhere' })).json().code).toBe(404);
});

test('while the database is away, pages open; the application says itself what is wrong', async () => {
  const away = await testApp(db, {
    env,
    webDir,
    deps: { database: { ...db.database, isAway: () => true } },
  });
  expect((await away.inject({ url: '/login' })).statusCode).toBe(200);
  expect((await away.inject({ url: '/jobs', headers: { cookie } })).body).toContain('Board');
  expect((await away.inject({ url: '/jobs' })).statusCode).toBe(302);
  await away.close();
});

import { answers } from '@muster/domain/values/answer';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { testApp } from '../../../../test/app.ts';
import { testDatabase, type TestDatabase } from '../../../../test/database.ts';
import type { App } from '../../deps.ts';

let db: TestDatabase;
let app: App;
beforeAll(async () => {
  db = await testDatabase();
  app = await testApp(db, { env: { HOST: '127.0.0.1', BRAND_NAME: 'Tom & Co' } });
});
afterAll(async () => {
  await app.close();
  await db.drop();
});

test('the document names every call, and the whole table of codes', async () => {
  const document = (await app.inject({ url: '/services/openapi.json' })).json();
  expect(document.openapi).toBe('3.1.0');
  // Those of the scheduler are asserted one by one, for each role, in test/scheduler-access.test.ts.
  const outsideScheduler = Object.keys(document.paths).filter((path) => !path.includes('/scheduling/'));
  expect(outsideScheduler.sort()).toEqual([
    '/calendar/{file}',
    '/healthz',
    '/readyz',
    '/services/accounting/api/v1/authorisations',
    '/services/accounting/api/v1/authorisations/end',
    '/services/accounting/api/v1/books',
    '/services/accounting/api/v1/books/differences',
    '/services/accounting/api/v1/books/differences/{id}/answer',
    '/services/accounting/api/v1/books/entries',
    '/services/accounting/api/v1/books/invoices/{id}',
    '/services/accounting/api/v1/books/payments/{id}',
    '/services/accounting/api/v1/books/refused/again',
    '/services/accounting/api/v1/books/refused/{id}/again',
    '/services/accounting/api/v1/books/scope',
    '/services/accounting/api/v1/connection',
    '/services/accounting/api/v1/connection/refresh',
    '/services/authentication/api/activate',
    '/services/authentication/api/activation/check',
    '/services/authentication/api/activation/resend',
    '/services/authentication/api/invitation/accept',
    '/services/authentication/api/invitation/check',
    '/services/authentication/api/login',
    '/services/authentication/api/logout',
    '/services/authentication/api/password/change',
    '/services/authentication/api/password/forgot',
    '/services/authentication/api/password/reset',
    '/services/authentication/api/password/reset/check',
    '/services/authentication/api/register',
    '/services/authentication/api/session',
    '/services/authentication/api/sessions',
    '/services/authentication/api/sessions/{id}',
    '/services/calls/api/v1/call-settings',
    '/services/calls/api/v1/calls',
    '/services/calls/api/v1/calls.csv',
    '/services/calls/api/v1/calls/{id}',
    '/services/calls/api/v1/calls/{id}/customer',
    '/services/calls/api/v1/calls/{id}/settle',
    '/services/calls/api/v1/calls/{id}/take',
    '/services/calls/api/v1/campaigns',
    '/services/calls/api/v1/campaigns/figures',
    '/services/calls/api/v1/campaigns/{id}',
    '/services/calls/api/v1/campaigns/{id}/archive',
    '/services/calls/api/v1/campaigns/{id}/restore',
    '/services/calls/api/v1/missed',
    '/services/calls/api/v1/ringing',
    '/services/calls/api/v1/rings',
    '/services/calls/api/v1/services',
    '/services/calls/api/v1/services/{id}',
    '/services/filesystem/api/v1/files',
    '/services/filesystem/api/v1/files/{id}',
    '/services/filesystem/api/v1/files/{id}/content',
    '/services/filesystem/api/v1/files/{id}/thumbnail',
    '/services/filesystem/api/v1/uploads',
    '/services/filesystem/api/v1/uploads/{id}',
    '/services/filesystem/api/v1/usage',
    '/services/inbox/api/mails',
    '/services/inbox/api/mails/{id}',
    '/services/inbox/api/mails/{id}/attachments/{name}',
    '/services/inbox/api/mails/{id}/page',
    '/services/inbox/api/texts',
    '/services/messages/api/v1/texts/settings',
    '/services/messages/api/v1/texts/test',
    '/services/messages/api/v1/texts/{id}',
    '/services/office/api/v1/enquiries',
    '/services/office/api/v1/enquiries.csv',
    '/services/office/api/v1/enquiries/{id}',
    '/services/office/api/v1/enquiries/{id}/billing',
    '/services/office/api/v1/enquiries/{id}/due',
    '/services/office/api/v1/enquiries/{id}/invite',
    '/services/office/api/v1/enquiries/{id}/note',
    '/services/office/api/v1/enquiries/{id}/owner',
    '/services/office/api/v1/enquiries/{id}/provision',
    '/services/office/api/v1/enquiries/{id}/state',
    '/services/office/api/v1/live',
    '/services/office/api/v1/pipeline',
    '/services/office/api/v1/staff',
    '/services/office/api/v1/summary',
    '/services/payments/api/v1/card-payments',
    '/services/payments/api/v1/card-payments.csv',
    '/services/payments/api/v1/clearing',
    '/services/payments/api/v1/fees',
    '/services/payments/api/v1/fees.csv',
    '/services/payments/api/v1/invoices/{id}',
    '/services/payments/api/v1/payouts',
    '/services/payments/api/v1/payouts/{id}',
    '/services/payments/api/v1/payouts/{id}/lines',
    '/services/payments/api/v1/payouts/{id}/lines.csv',
    '/services/payments/api/v1/service',
    '/services/payments/api/v1/service/signing-secret',
    '/services/subscription/api/v1/billing',
    '/services/subscription/api/v1/billing/cancel',
    '/services/subscription/api/v1/billing/check',
    '/services/subscription/api/v1/billing/invoices',
    '/services/subscription/api/v1/billing/invoices/{id}/paper.pdf',
    '/services/subscription/api/v1/billing/keep',
    '/services/subscription/api/v1/billing/plan',
    '/services/subscription/api/v1/billing/portal',
    '/services/subscription/api/v1/billing/preview',
    '/services/subscription/api/v1/billing/start',
    '/services/subscription/api/v1/enquiries/store',
    '/services/subscription/api/v1/events',
    '/services/subscription/api/v1/industries',
    '/services/subscription/api/v1/plans',
    '/services/video/api/v1/films/{id}',
    '/services/video/api/v1/films/{id}/captions',
    '/services/video/api/v1/films/{id}/convert',
    '/services/video/api/v1/films/{id}/links',
    '/services/video/api/v1/films/{id}/poster',
    '/services/video/api/v1/films/{id}/video',
    '/services/video/api/v1/links/{id}/revoke',
  ]);
  for (const { code, meaning } of Object.values(answers)) {
    expect(document.info.description).toContain(`| ${code} |`);
    expect(document.info.description).toContain(meaning);
  }
  const login = document.paths['/services/authentication/api/login'].post;
  expect(login.requestBody.content['application/json'].schema.required).toEqual(['email', 'password']);
});

test('the document says how each call is allowed, what it refuses with and what it sends', async () => {
  const { paths, components } = (await app.inject({ url: '/services/openapi.json' })).json();
  expect(components.securitySchemes).toEqual({
    session: { type: 'apiKey', in: 'cookie', name: 'muster_session' },
    xsrf: { type: 'apiKey', in: 'header', name: 'X-XSRF-TOKEN' },
    bearer: { type: 'http', scheme: 'bearer', description: expect.stringContaining('API key') },
  });
  const technicians = paths['/services/scheduling/api/v1/technicians'];
  expect(technicians.get.security).toEqual([{ session: [] }, { bearer: [] }]);
  expect(technicians.post.security).toEqual([{ session: [], xsrf: [] }, { bearer: [] }]);
  expect(paths['/services/scheduling/api/v1/api-keys'].get.security).toEqual([{ session: [] }]);
  expect(paths['/services/authentication/api/login'].post).not.toHaveProperty('security');
  expect(paths['/services/authentication/api/session'].get.security).toEqual([{ session: [] }]);
  expect(paths['/services/authentication/api/logout'].post.security).toEqual([{ session: [], xsrf: [] }]);
  for (const operation of Object.values(paths).flatMap((path) => Object.values(path as object))) {
    const { properties } = operation.responses.default.content['application/json'].schema;
    expect(Object.keys(properties)).toEqual(['code', 'message', 'data']);
    expect(properties.data).toEqual({ type: 'null' });
  }
  const live = paths['/services/scheduling/api/v1/live'].get.responses[200];
  expect(Object.keys(live.content)).toEqual(['text/event-stream']);
});

test('the reference page says the same to a person, with no script or style inside, and hides what is of staff', async () => {
  const { body, headers } = await app.inject({ url: '/services/docs' });
  expect(headers['content-type']).toBe('text/html; charset=utf-8');
  expect(headers['content-security-policy']).toContain("default-src 'self'");
  expect(body).toContain('<h1>Tom &amp; Co API</h1>');
  expect(body).toContain('<code>/services/authentication/api/login</code>');
  expect(body).toContain('string, 1 to 200 characters');
  for (const { code, meaning } of Object.values(answers)) {
    expect(body).toContain(`<td>${code}</td>`);
    expect(body).toContain(meaning);
  }
  expect(body).not.toMatch(/<script(?! type="module" src=)|<style|style="|onclick/);
  expect(body).not.toMatch(/\/services\/(office|inbox)\//);
  // What no API key opens is for those who are signed in.
  expect(body).not.toContain('/api/v1/api-keys<');
  const style = await app.inject({ url: '/services/docs.css' });
  expect(style.headers['content-type']).toBe('text/css; charset=utf-8');
  expect(style.body).toContain('light-dark(');
});

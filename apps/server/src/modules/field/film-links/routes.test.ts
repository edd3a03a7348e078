import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { ShownFilmLink } from '@muster/domain/field/film-links/schema';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Filing, openFiling } from '../../../../test/setups/filing.ts';
import { forgetFilmLinks } from './service.ts';

const DAY_MS = 86_400_000;
const video = '/services/video/api/v1';

let filing: Filing;
let owner: Awaited<ReturnType<Filing['senderOf']>>;
let visit: string;
let film: string;
beforeAll(async () => {
  filing = await openFiling();
  owner = await filing.senderOf('owner@example.com');
  visit = (await filing.work.addVisit()).id;
  const content = await readFile(join(import.meta.dirname, '../../../../../../e2e/field/fixtures/film.webm'));
  ({ id: film } = await owner.send(content, {
    subject: 'visit',
    subject_id: visit,
    name: 'secret-name.webm',
  }));
  // As where there is no ffmpeg: what is shared is then the film as it came.
  await filing.work.inside((db) =>
    db.updateTable('films').set({ state: 'as sent' }).where('id', '=', film).execute(),
  );
});
afterAll(() => filing.work.close());

const json = { 'content-type': 'application/json' };

async function ask(method: string, path: string, body?: object) {
  const answer = await owner.call(method, `${video}${path}`, body ? json : {}, body && JSON.stringify(body));
  return { status: answer.status, ...((await answer.json()) as { message: string; data: never }) };
}

interface Made {
  row: { id: string; ends_at: string };
  address: string;
}

async function link(days = 30): Promise<Made> {
  const { status, data } = await ask('POST', `/films/${film}/links`, { days });
  expect(status).toBe(200);
  return data;
}

/** As somebody who is not signed in. */
function open(path: string, headers: Record<string, string> = {}) {
  return fetch(`${filing.origin}${path}`, { headers });
}

test('whoever has the link watches the film, with captions and ranges, and learns nothing else', async () => {
  const { version } = (await ask('GET', `/films/${film}`)).data['row'] as { version: number };
  const captions = [{ from: 0, to: 2_000, text: 'The <valve> drips' }];
  expect((await ask('PUT', `/films/${film}/captions`, { version, captions })).status).toBe(200);
  const { address } = await link();
  const { pathname } = new URL(address);
  expect(pathname).toMatch(/^\/f\/[\w-]{22}$/);
  const page = await open(pathname);
  const html = await page.text();
  expect([page.status, page.headers.get('cache-control'), page.headers.get('referrer-policy')]).toEqual([
    200,
    'no-store',
    'no-referrer',
  ]);
  expect(page.headers.get('content-security-policy')).toContain("media-src 'self'");
  expect(html).toContain('<video controls');
  expect(html).not.toContain('secret-name');
  expect(html).not.toContain('<script');
  const part = await open(`${pathname}/video`, { range: 'bytes=0-99' });
  expect([part.status, part.headers.get('content-type'), (await part.arrayBuffer()).byteLength]).toEqual([
    206,
    'video/webm',
    100,
  ]);
  expect(part.headers.get('content-disposition')).not.toContain('secret-name');
  const words = await open(`${pathname}/captions`);
  expect([words.headers.get('content-type'), await words.text()]).toEqual([
    'text/vtt; charset=utf-8',
    'WEBVTT\n\n00:00:00.000 --> 00:00:02.000\nThe &lt;valve&gt; drips\n',
  ]);
  const { rows } = (await ask('GET', `/films/${film}/links`)).data as { rows: ShownFilmLink[] };
  expect(rows).toMatchObject([{ address, first_read_at: expect.any(String) }]);
});

test('a link that is over or revoked opens nothing, like one that never was', async () => {
  const revoked = await link();
  expect((await ask('POST', `/links/${revoked.row.id}/revoke`)).status).toBe(200);
  const short = await link(1);
  const before = filing.work.clock.now;
  filing.work.clock.now = before + DAY_MS;
  const plain = (body: string) => body.replaceAll(/nonce="[^"]+"/g, '');
  const never = plain(await (await open(`/f/${'x'.repeat(22)}`)).text());
  for (const { address } of [revoked, short])
    for (const part of ['', '/video', '/poster', '/captions']) {
      const answer = await open(`${new URL(address).pathname}${part}`);
      expect([answer.status, plain(await answer.text())]).toEqual([404, never]);
    }
  await forgetFilmLinks(filing.work.here.database.db, new Date(filing.work.clock.now));
  const { rows } = await filing.work.here.asOwner('select from film_link_tokens where link_id = $1', [
    short.row.id,
  ]);
  expect(rows).toHaveLength(0);
  filing.work.clock.now = before;
});

test('a film of a visit is on the customer’s page once the office shows it there, and gone when it does not', async () => {
  const made = await filing.work.owner.post(`/visits/${visit}/page/link`);
  const { pathname } = new URL((made.data as Made).address);
  expect(await (await open(pathname)).text()).not.toContain('<video');
  expect((await open(`${pathname}/films/${film}/video`)).status).toBe(404);
  const version = async () =>
    ((await ask('GET', `/films/${film}`)).data['row'] as { version: number }).version;
  const shared = await ask('PATCH', `/films/${film}`, { version: await version(), is_shared: true });
  expect(shared.status).toBe(200);
  expect(await (await open(pathname)).text()).toContain(`src="${pathname}/films/${film}/video`);
  expect((await open(`${pathname}/films/${film}/video`, { range: 'bytes=0-9' })).status).toBe(206);
  const { change } = shared.data as { change: number };
  expect((await filing.work.owner.post(`/changes/${change}/undo`, {})).status).toBe(200);
  expect((await open(`${pathname}/films/${film}/video`)).status).toBe(404);
});

test('a technician makes no links, and a film that is deleted has none that open', async () => {
  const technician = await filing.senderOf('technician@example.com');
  const body = JSON.stringify({ days: 7 });
  expect((await technician.call('POST', `${video}/films/${film}/links`, json, body)).status).toBe(403);
  const { address } = await link();
  await owner.call('DELETE', `files/${film}`, {});
  expect((await open(new URL(address).pathname)).status).toBe(404);
});

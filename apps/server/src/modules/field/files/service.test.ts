import { randomUUID } from 'node:crypto';
import type { FileRecord } from '@muster/domain/field/files/schema';
import type { Business } from '@muster/domain/work/settings/schema';
import sharp from 'sharp';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openBusiness } from '../../../../test/setups/businesses.ts';
import { markOf } from '../../../../test/setups/logo.ts';
import { type Filing, openFiling } from '../../../../test/setups/filing.ts';
import { schedulerOf } from '../../../../test/setups/scheduler.ts';
import { changeOf } from '../../../../test/setups/work.ts';

let filing: Filing;
let owner: Awaited<ReturnType<Filing['senderOf']>>;
let account: string;
beforeAll(async () => {
  filing = await openFiling();
  owner = await filing.senderOf('owner@example.com');
  account = (await settings()).id;
});
afterAll(() => filing.work.close());

async function settings(): Promise<Business> {
  return ((await filing.work.owner.get('/settings')).data as { row: Business }).row;
}

const edit = async (fields: Partial<Business>) =>
  filing.work.owner.patch('/settings', { version: (await settings()).version, ...fields });

const told = (more: Record<string, string> = {}) => ({
  subject: 'business',
  subject_id: account,
  kind: 'logo',
  name: 'logo.png',
  ...more,
});

async function pictureOf({ id }: Pick<FileRecord, 'id'>) {
  const answer = await owner.call('GET', `files/${id}/content`);
  expect(answer.status).toBe(200);
  const read = sharp(Buffer.from(await answer.arrayBuffer()));
  const { data, info } = await read.clone().raw().toBuffer({ resolveWithObject: true });
  // At the left of the last row nothing was drawn.
  const corner = (info.height - 1) * info.width * info.channels;
  return {
    corner: [...data.subarray(corner, corner + 3)],
    channels: info.channels,
    metadata: await read.metadata(),
  };
}

test('a logo is drawn anew without its empty room and without holes, on a ground on which it is seen', async () => {
  const dark = await owner.send(await markOf('#123456'), told());
  expect(dark).toMatchObject({ state: 'ready', kind: 'logo', type: 'image/png', visit_id: null });
  expect(dark.width).toBeLessThan(480);
  expect(await pictureOf(dark)).toMatchObject({ channels: 3, corner: [255, 255, 255] });

  const light = await owner.send(await markOf('#ffffff'), told());
  expect(light.state).toBe('ready');
  const [red] = (await pictureOf(light)).corner;
  expect(red).toBeLessThan(48);
});

test.each([
  ['as wide as a sign', 6_000, 90],
  ['as tall as a tower', 90, 6_000],
])('%s, it stays within its frame', async (_, width, height) => {
  const {
    width: drawn,
    height: high,
    state,
  } = await owner.send(await markOf('#0f766e', { width, height }), told());
  expect(state).toBe('ready');
  expect(drawn).toBeLessThanOrEqual(640);
  expect(high).toBeLessThanOrEqual(240);
  // There is room for the name where pictures are blocked.
  expect(drawn).toBeGreaterThanOrEqual(high!);
});

test('what is no logo is refused in words, also a drawing that is a program', async () => {
  const refusalOf = async (content: Uint8Array, name = 'logo.png') =>
    (await owner.send(content, told({ name }))).refusal;
  const svg = '<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>';
  expect(await refusalOf(Buffer.from(svg), 'logo.svg')).toContain('PNG, JPEG or WebP');
  expect(await refusalOf(Buffer.from(svg), 'logo.png')).toContain('PNG, JPEG or WebP');
  expect(await refusalOf(Buffer.from('%PDF-1.7 logo'), 'logo.pdf')).toContain('PNG, JPEG or WebP');
  const cut = (await markOf('#123456')).subarray(0, 400);
  expect(await refusalOf(cut)).toContain('can’t be read');
  const blank = sharp({ create: { width: 300, height: 200, channels: 3, background: '#fff' } });
  expect(await refusalOf(await blank.png().toBuffer())).toContain('nothing to see');
  expect(await refusalOf(await markOf('#123456', { width: 60, height: 40 }))).toContain('too small to print');
  const noise = Buffer.alloc(5_100_000, await markOf('#123456'));
  expect(await refusalOf(noise)).toContain('up to 5 MB');
});

test('owners alone send one, to their own business, and nothing else is sent there', async () => {
  const status = async (email: string, more: Record<string, string> = {}) =>
    (await (await filing.senderOf(email)).begin(2_000, told({ id: randomUUID(), ...more }))).status;
  expect(await status('owner@example.com')).toBe(201);
  expect(await status('dispatcher@example.com')).toBe(403);
  expect(await status('technician@example.com')).toBe(403);
  expect(await status('owner@example.com', { subject_id: randomUUID() })).toBe(404);
  expect(await status('owner@example.com', { kind: 'photo' })).toBe(400);
  const { id } = await filing.work.addVisit();
  expect(await status('owner@example.com', { subject: 'visit', subject_id: id })).toBe(400);
});

test('it is chosen, replaced, removed and brought back like any setting; what is not used is deleted', async () => {
  const [first, second] = [
    await owner.send(await markOf('#123456'), told()),
    await owner.send(await markOf('#654321'), told()),
  ];
  const isOpen = async ({ id }: FileRecord) =>
    (await owner.call('GET', `files/${id}/content`)).status === 200;
  expect(await edit({ logo_id: first.id, colour: '#123456' })).toMatchObject({ status: 200 });
  expect(await isOpen(second)).toBe(false);

  const third = await owner.send(await markOf('#335577'), told());
  const replaced = await edit({ logo_id: third.id });
  expect(replaced).toMatchObject({ status: 200, data: { row: { logo_id: third.id } } });
  expect(await isOpen(first)).toBe(false);
  await filing.work.owner.post(`/changes/${changeOf(replaced)}/undo`);
  expect(await settings()).toMatchObject({ logo_id: first.id });
  expect([await isOpen(first), await isOpen(third)]).toEqual([true, true]);

  const removed = await edit({ logo_id: null });
  expect(await isOpen(first)).toBe(false);
  const dispatcher = await schedulerOf(filing.work.app, 'dispatcher@example.com');
  expect((await dispatcher.post(`/changes/${changeOf(removed)}/undo`)).status).toBe(403);
  await filing.work.owner.post(`/changes/${changeOf(removed)}/undo`);
  expect(await settings()).toMatchObject({ logo_id: first.id });

  // What is in use is not deleted from under everybody, and what was deleted is not chosen.
  const key = { 'idempotency-key': randomUUID() };
  expect((await owner.call('DELETE', `files/${first.id}`, key)).status).toBe(403);
  expect((await edit({ logo_id: second.id })).status).toBe(422);
  expect((await edit({ logo_id: randomUUID() })).status).toBe(422);
  expect((await edit({ colour: 'teal' })).status).toBe(400);
});

test('another business sees and takes nothing of it', async () => {
  const logo = await owner.send(await markOf('#123456'), told());
  await edit({ logo_id: logo.id });
  const { owner: there } = await openBusiness(filing.work.here.database.db);
  const stranger = await schedulerOf(filing.work.app, there.email);
  const { version } = ((await stranger.get('/settings')).data as { row: Business }).row;
  expect((await stranger.patch('/settings', { version, logo_id: logo.id })).status).toBe(422);
  const other = await filing.senderOf(there.email);
  expect((await other.call('GET', `files/${logo.id}/content`)).status).toBe(404);
  expect((await other.begin(2_000, told())).status).toBe(404);
});

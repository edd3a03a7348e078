import { randomUUID } from 'node:crypto';
import { deflateSync } from 'node:zlib';
import type { FileRecord } from '@muster/domain/field/files/schema';
import sharp from 'sharp';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openBusiness } from '../../../../test/setups/businesses.ts';
import { type Filing, openFiling } from '../../../../test/setups/filing.ts';
import { at, changeOf } from '../../../../test/setups/work.ts';

const TECHNICIAN = '0193e5a0-0000-7000-8000-000000000013';

type Sender = Awaited<ReturnType<Filing['senderOf']>>;
let filing: Filing;
let owner: Sender;
let visit: string;
beforeAll(async () => {
  filing = await openFiling();
  owner = await filing.senderOf('owner@example.com');
  visit = (await filing.work.addVisit()).id;
});
afterAll(() => filing.work.close());

const about = (name: string, more: Record<string, string> = {}) => ({
  subject: 'visit',
  subject_id: visit,
  name,
  ...more,
});

/** A photo as a phone makes it: lying on its side, with the place where it was taken. */
function photo(width = 600, height = 400): Promise<Buffer> {
  return sharp({ create: { width, height, channels: 3, background: '#0f766e' } })
    .withExif({ IFD0: { Make: 'Phone' }, IFD3: { GPSLatitude: '33/1 52/1 0/1', GPSLatitudeRef: 'S' } })
    .withMetadata({ orientation: 6 })
    .jpeg()
    .toBuffer();
}

async function contentOf(id: string, part = 'content'): Promise<Buffer> {
  return Buffer.from(await (await owner.call('GET', `files/${id}/${part}`)).arrayBuffer());
}

test('a photo is turned upright, tells nothing of where it was taken, and has a small picture', async () => {
  const taken = '2026-11-16T00:12:00.000Z';
  const sent = await photo();
  expect((await sharp(sent).metadata()).exif).toBeDefined();
  const file = await owner.send(sent, about('IMG 1.JPG', { kind: 'photo', taken_at: taken }));
  expect(file).toMatchObject({
    visit_id: visit,
    kind: 'photo',
    state: 'ready',
    type: 'image/jpeg',
    name: 'IMG 1.JPG',
    width: 400,
    height: 600,
    taken_at: '2026-11-16T00:12:00+00:00',
  });
  const kept = await contentOf(file.id);
  expect(kept).toHaveLength(file.bytes);
  const { exif, orientation, width } = await sharp(kept).metadata();
  expect({ exif, orientation, width }).toEqual({ exif: undefined, orientation: undefined, width: 400 });
  expect(await sharp(await contentOf(file.id, 'thumbnail')).metadata()).toMatchObject({
    format: 'webp',
    width: 320,
    height: 480,
  });
});

test('a document is as old as its place in the list, whenever somebody saved it last', async () => {
  const taken_at = '2019-03-03T10:00:00.000Z';
  const content = Buffer.from('%PDF-1.7\n1 0 obj\n');
  for (const kind of ['document', 'photo'])
    expect(await owner.send(content, about('certificate.pdf', { kind, taken_at }))).toMatchObject({
      kind: 'document',
      state: 'ready',
      taken_at: null,
    });
});

test('a download never runs as a page, and a part of it can be asked for', async () => {
  const text = Buffer.from('0123456789'.repeat(900_000));
  const file = await owner.send(text, about(`r'é "port".txt`));
  const whole = await owner.call('GET', `files/${file.id}/content`);
  const headers = Object.fromEntries(whole.headers);
  expect(headers).toMatchObject({
    'content-type': 'text/plain',
    'content-disposition': `attachment; filename*=UTF-8''r%27%C3%A9%20%22port%22.txt`,
    'content-security-policy': "default-src 'none'; sandbox; frame-ancestors 'none'",
    'x-content-type-options': 'nosniff',
    'cache-control': 'private, no-cache',
    'content-length': String(text.length),
  });
  expect(Buffer.from(await whole.arrayBuffer()).equals(text)).toBe(true);
  const part = await owner.call('GET', `files/${file.id}/content`, { range: 'bytes=4194300-4194309' });
  expect([part.status, part.headers.get('content-range'), await part.text()]).toEqual([
    206,
    'bytes 4194300-4194309/9000000',
    '0123456789',
  ]);
  const last = await owner.call('GET', `files/${file.id}/content`, { range: 'bytes=-3' });
  expect(await last.text()).toBe('789');
  const outside = await owner.call('GET', `files/${file.id}/content`, { range: 'bytes=9000000-' });
  expect([outside.status, outside.headers.get('content-range')]).toEqual([416, 'bytes */9000000']);
  const known = { 'if-none-match': headers['etag']! };
  expect((await owner.call('GET', `files/${file.id}/content`, known)).status).toBe(304);
});

test('what is no file that is kept is refused by what is in it, whatever it is called', async () => {
  const bad: [string, Uint8Array][] = [
    ['photo.jpg', Buffer.from('<html><script>alert(1)</script>')],
    ['photo.png', Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>')],
    ['page.html', Buffer.from('<html></html>')],
    ['tool.exe', Buffer.from('MZ\0\0 program')],
    ['bomb.zip', Buffer.from('PK\x03\x04 a lot of nothing')],
    ['notes.txt', Buffer.from([0xff, 0xfe, 0x00, 0x41])],
    ['photo.jpg', Buffer.from([0xff, 0xd8, 0xff, 0xe0, 1, 2, 3])],
    ['huge.png', hugePng()],
  ];
  for (const [name, content] of bad) {
    const file = await owner.send(content, about(name));
    expect(file, name).toMatchObject({ state: 'refused', bytes: content.length });
    expect(file.refusal, name).not.toBe('');
    for (const part of ['content', 'thumbnail'])
      expect((await owner.call('GET', `files/${file.id}/${part}`)).status, name).toBe(404);
  }
});

test('a zip bomb under a good name is kept as it is and never unpacked; names cannot lead out of a folder', async () => {
  const bomb = Buffer.concat([Buffer.from('PK\x03\x04'), deflateSync(Buffer.alloc(50_000_000))]);
  const file = await owner.send(bomb, about('../../../etc/passwd\\..\\plan.docx'));
  expect(file).toMatchObject({ state: 'ready', kind: 'document', name: 'plan.docx', bytes: bomb.length });
});

test('files of a visit are found with its job and its site, are deleted, and come back by an undo', async () => {
  const { addJob, addSite } = filing.work;
  const site = await addSite();
  const job = await addJob({}, site);
  const file = await owner.send(Buffer.from('a,b'), about('parts.csv', { subject_id: job.visits[0]!.id }));
  const own = await owner.send(
    Buffer.from('Plan'),
    about('plan.txt', { subject: 'site', subject_id: site.site_id }),
  );
  const names = async (query: string) => {
    const answer = (await (await owner.call('GET', `files?${query}`)).json()) as {
      data: { rows: FileRecord[] };
    };
    return answer.data.rows.map(({ name }) => name).toSorted();
  };
  expect(await names(`visit=${job.visits[0]!.id}`)).toEqual(['parts.csv']);
  expect(await names(`job=${job.id}`)).toEqual(['parts.csv']);
  expect(await names(`site=${site.site_id}`)).toEqual(['parts.csv', 'plan.txt']);
  expect((await owner.call('GET', 'files')).status).toBe(400);
  const key = { 'idempotency-key': randomUUID() };
  const gone = await owner.call('DELETE', `files/${own.id}`, key);
  expect(await names(`site=${site.site_id}`)).toEqual(['parts.csv']);
  expect((await owner.call('GET', `files/${own.id}/content`)).status).toBe(404);
  const { data } = (await gone.json()) as { data: { change: number } };
  await filing.work.owner.post(`/changes/${changeOf({ data } as never)}/undo`);
  expect(await names(`site=${site.site_id}`)).toEqual(['parts.csv', 'plan.txt']);
  expect((await owner.call('GET', `files/${own.id}/content`)).status).toBe(200);
  expect(await owner.show(file.id)).toMatchObject({ deleted_at: null });
});

test('another account’s files, visits and uploads are answered like those that don’t exist', async () => {
  const business = await openBusiness(filing.work.here.database.db);
  const stranger = await filing.senderOf(business.owner.email);
  const file = await owner.send(Buffer.from('Secret'), about('secret.txt'));
  const unknown = randomUUID();
  for (const path of ['', '/content', '/thumbnail']) {
    const [asked, other] = [
      await stranger.call('GET', `files/${file.id}${path}`),
      await stranger.call('GET', `files/${unknown}${path}`),
    ];
    expect([asked.status, await asked.text()]).toEqual([other.status, await other.text()]);
    expect(asked.status).toBe(404);
  }
  expect((await stranger.call('DELETE', `files/${file.id}`)).status).toBe(404);
  expect((await stranger.begin(5, about('mine.txt'))).status).toBe(404);
  const id = randomUUID();
  await owner.begin(5, about('half.txt', { id }));
  expect((await stranger.call('HEAD', `uploads/${id}`)).status).toBe(404);
  expect((await stranger.patch(id, 0, 'Hello')).status).toBe(404);
  // The same id is theirs to use: it is another upload.
  const { addVisit } = filing.work;
  expect((await addVisit()).id).not.toBe(visit);
});

test('a technician adds to visits that are or were theirs, sees what was done at those places, and nothing else', async () => {
  const { work } = filing;
  const technician = await filing.senderOf('technician@example.com');
  const [own, other] = [await work.addTechnician(), await work.addTechnician()];
  await work.owner.put(`/team/${TECHNICIAN}/technician`, { technician_id: own.id });
  const site = await work.addSite();
  const [before, now, elsewhere] = [
    await work.addVisit({}, site),
    await work.addVisit({}, site),
    await work.addVisit(),
  ];
  await work.schedule(now.id, [own.id], at('09:00'));
  const text = Buffer.from('Valve replaced');
  const done = await owner.send(text, about('before.txt', { subject_id: before.id }));
  const hidden = await owner.send(text, about('hidden.txt', { subject_id: elsewhere.id }));
  expect((await technician.call('GET', `files/${done.id}/content`)).status).toBe(200);
  expect((await technician.call('GET', `files/${hidden.id}/content`)).status).toBe(404);
  // Who added it, the office is told; a technician is told of nobody else.
  for (const [asker, author] of [
    [owner, 'Olivia Owner'],
    [technician, ''],
  ] as const) {
    const told = await (await asker.call('GET', `files?visit=${before.id}`)).json();
    expect(told).toMatchObject({ data: { rows: [{ name: 'before.txt', author }] } });
  }
  expect((await technician.begin(5, about('no.txt', { subject_id: elsewhere.id }))).status).toBe(404);
  expect((await technician.begin(5, about('no.txt', { subject_id: before.id }))).status).toBe(404);
  const site_id = { subject: 'site', subject_id: site.site_id };
  expect((await technician.begin(5, about('no.txt', site_id))).status).toBe(404);
  // The office has given the visit to somebody else since; what they noted is still theirs to tell.
  await work.schedule(now.id, [other.id], at('13:00'));
  const late = await technician.begin(text.length, about('late.txt', { subject_id: now.id }));
  expect(late.status).toBe(201);
  expect((await technician.call('DELETE', `files/${hidden.id}`)).status).toBe(404);
  // That it has arrived is told to whoever added it; what is in it is not theirs to open any more.
  const sent = await technician.send(text, about('sent.txt', { subject_id: now.id }));
  expect(sent).toMatchObject({ name: 'sent.txt', state: 'ready' });
  expect((await technician.call('GET', `files/${sent.id}/content`)).status).toBe(404);
  expect((await technician.call('GET', `files/${hidden.id}`)).status).toBe(404);
});

test('with the customer everything goes that was in their files', async () => {
  const site = await filing.work.addSite();
  const job = await filing.work.addJob({}, site);
  const told = about('Smith kitchen.txt', { subject_id: job.visits[0]!.id });
  const file = await owner.send(Buffer.from('The safe is behind the picture'), told);
  const before = await Array.fromAsync(filing.storage.list());
  await filing.work.owner.post(`/customers/${site.customer_id}/erase`);
  await filing.look();
  expect(await owner.show(file.id)).toMatchObject({ name: 'File', state: 'refused', bytes: 0 });
  expect((await owner.call('GET', `files/${file.id}/content`)).status).toBe(404);
  expect(await Array.fromAsync(filing.storage.list())).toHaveLength(before.length - 1);
});

/** A few bytes that claim to be a picture of 60,000 by 60,000 points. */
function hugePng(): Buffer {
  const header = Buffer.alloc(25);
  header.writeUInt32BE(13, 0);
  header.write('IHDR', 4, 'latin1');
  header.writeUInt32BE(60_000, 8);
  header.writeUInt32BE(60_000, 12);
  header.set([8, 2, 0, 0, 0], 16);
  return Buffer.concat([Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]), header]);
}

import { randomUUID } from 'node:crypto';
import { readFileSync } from 'node:fs';
import sharp from 'sharp';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Filing, openFiling } from '../../../../test/setups/filing.ts';
import { DEMO } from '../../../../test/setups/work.ts';
import { until } from '../../../../test/until.ts';
import type { Deps } from '../../../platform/deps.ts';
import { FILE_RECEIVED } from './service.ts';
import { fileTasks } from './tasks.ts';

let filing: Filing;
let owner: Awaited<ReturnType<Filing['senderOf']>>;
let visit: string;
beforeAll(async () => {
  filing = await openFiling();
  owner = await filing.senderOf('owner@example.com');
  visit = (await filing.work.addVisit()).id;
});
afterAll(() => filing.work.close());

/** Has a file received, and says how it is looked at. */
async function received(content: Uint8Array): Promise<{ id: string; look: () => Promise<void> }> {
  const { here, clock } = filing.work;
  const id = randomUUID();
  await owner.begin(content.length, { id, subject: 'visit', subject_id: visit, name: 'photo.jpg' });
  await owner.patch(id, 0, Buffer.from(content));
  const deps = { database: here.database, files: filing.storage, now: () => clock.now };
  const task = fileTasks(deps as unknown as Deps)[FILE_RECEIVED]!;
  return { id, look: () => task({ account: DEMO, file: id }, randomUUID()) };
}

function photo(width = 300, height = 200): Promise<Buffer> {
  const noise = { type: 'gaussian', mean: 128, sigma: 40 } as const;
  return sharp({ create: { width, height, channels: 3, background: '#000', noise } })
    .jpeg()
    .toBuffer();
}

/** The processes that draw pictures for this one. */
function drawing(): number[] {
  const children = readFileSync(`/proc/${process.pid}/task/${process.pid}/children`, 'utf8').trim();
  return children
    .split(' ')
    .filter((pid) => pid !== '' && readFileSync(`/proc/${pid}/cmdline`, 'utf8').includes('picture-process'))
    .map(Number);
}

test('a machine that fails says nothing of the picture, which is looked at again', async () => {
  // A process that an earlier test left behind is not the one that draws this picture.
  for (const pid of drawing()) process.kill(pid, 'SIGKILL');
  await until(() => drawing().length === 0);
  const { id, look } = await received(await photo(1_500, 1_000));
  const looking = look().then(
    () => 'done',
    () => 'failed',
  );
  const [pid] = await until(() => (drawing().length > 0 ? drawing() : undefined));
  process.kill(pid!, 'SIGKILL');
  expect(await looking).toBe('failed');
  expect(await owner.show(id)).toMatchObject({ state: 'waiting' });
  await look();
  expect(await owner.show(id)).toMatchObject({ state: 'ready', width: 1_500 });
});

test('what was deleted before anybody looked at it is left alone, and looked at when it is brought back', async () => {
  const { id, look } = await received(await photo());
  const deleted = await owner.call('DELETE', `files/${id}`, { 'idempotency-key': randomUUID() });
  const { change } = ((await deleted.json()) as { data: { change: number } }).data;
  await filing.look();
  await look();
  expect(await owner.show(id)).toMatchObject({ state: 'waiting' });
  expect(await filing.work.owner.post(`/changes/${change}/undo`, {})).toMatchObject({ status: 200 });
  await filing.look();
  expect(await owner.show(id)).toMatchObject({ state: 'ready', width: 300 });
});

test('a file whose pieces are lost is refused at once, and not looked for again and again', async () => {
  const { id, look } = await received(await photo());
  const [piece] = await filing.work.inside((db) =>
    db.selectFrom('file_pieces').select('key').where('file_id', '=', id).execute(),
  );
  await filing.storage.remove(DEMO, piece!.key);
  await look();
  expect(await owner.show(id)).toMatchObject({
    state: 'refused',
    refusal: expect.stringContaining('Add it again'),
  });
});

test('a picture that is cut off is refused, and what was received is kept where nobody can open it', async () => {
  const whole = await photo();
  for (const content of [whole.subarray(0, whole.length / 2), whole.subarray(0, 60)]) {
    const { id, look } = await received(content);
    await look();
    expect(await owner.show(id)).toMatchObject({ state: 'refused', bytes: content.length });
    expect((await owner.call('GET', `files/${id}/content`)).status).toBe(404);
    const pieces = await filing.work.inside((db) =>
      db.selectFrom('file_pieces').select(['key', 'part']).where('file_id', '=', id).execute(),
    );
    expect(pieces).toMatchObject([{ part: 'received' }]);
    expect(Buffer.from((await filing.storage.get(DEMO, pieces[0]!.key))!).equals(content)).toBe(true);
  }
});

test('a film keeps nothing of where it was taken, and all the rest; looked at twice it is still whole', async () => {
  const box = (type: string, contents: Buffer) => {
    const head = Buffer.alloc(8);
    head.writeUInt32BE(8 + contents.length, 0);
    head.write(type, 4, 'latin1');
    return Buffer.concat([head, contents]);
  };
  const place = Buffer.from('+27.5916-015.4321/');
  const seen = box('mdat', Buffer.alloc(9 * 1024 * 1024, 'seen'));
  const film = Buffer.concat([
    box('ftyp', Buffer.from('isom')),
    seen,
    box('moov', Buffer.concat([box('mvhd', Buffer.from('long')), box('udta', box('\u00a9xyz', place))])),
  ]);
  const { id, look } = await received(film);
  // The second may find what it reads replaced by the first; its task fails, and finds all done when it is tried again.
  await Promise.allSettled([look(), look()]);
  await look();
  expect(await owner.show(id)).toMatchObject({ state: 'ready', kind: 'video', bytes: film.length });
  const stored = Buffer.from(await (await owner.call('GET', `files/${id}/content`)).arrayBuffer());
  expect(stored).toHaveLength(film.length);
  expect(stored.includes(place)).toBe(false);
  expect(stored.subarray(0, 12 + seen.length).equals(film.subarray(0, 12 + seen.length))).toBe(true);
  const rows = await filing.work.inside((db) =>
    db.selectFrom('file_pieces').select(['key', 'part']).where('file_id', '=', id).execute(),
  );
  expect(new Set(rows.map(({ part }) => part))).toEqual(new Set(['content']));
  for (const { key } of rows) expect(await filing.storage.get(DEMO, key)).toBeDefined();
});

test.each(['0000-01-01T00:00:00Z', '+020000-01-01T00:00:00Z', 'yesterday'])(
  'a film of %s is refused before its first byte',
  async (taken_at) => {
    const told = {
      id: randomUUID(),
      subject: 'visit',
      subject_id: visit,
      name: 'a.mp4',
      kind: 'video',
      taken_at,
    };
    expect((await owner.begin(10, told)).status).toBe(400);
  },
);

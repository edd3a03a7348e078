import { randomUUID } from 'node:crypto';
import sharp from 'sharp';
import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest';
import { type Filing, openFiling } from '../../../test/filing.ts';
import { DEMO } from '../../../test/work.ts';
import type { Deps } from '../../platform/deps.ts';
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
afterEach(() => {
  vi.restoreAllMocks();
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

function photo(): Promise<Buffer> {
  const noise = { type: 'gaussian', mean: 128, sigma: 40 } as const;
  return sharp({ create: { width: 300, height: 200, channels: 3, background: '#000', noise } })
    .jpeg()
    .toBuffer();
}

test.each([
  'timeout: 35% complete\nVipsImage: killed for image "temp-82"',
  'VipsJpeg: Insufficient memory (case 4)',
  'VipsJpeg: premature end of JPEG image\ntimeout: 35% complete',
  'unable to create a thread',
])('a machine that fails says nothing of the picture, which is looked at again: %j', async (fault) => {
  const { id, look } = await received(await photo());
  vi.spyOn(sharp.prototype, 'toBuffer').mockRejectedValueOnce(new Error(fault));
  await expect(look()).rejects.toThrow(fault);
  expect(await owner.show(id)).toMatchObject({ state: 'waiting' });
  await look();
  expect(await owner.show(id)).toMatchObject({ state: 'ready', width: 300 });
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

import { createHash, randomBytes, randomUUID } from 'node:crypto';
import { Readable } from 'node:stream';
import { setTimeout as sleep } from 'node:timers/promises';
import { Upload } from 'tus-js-client';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Filing, openFiling } from '../../../../test/setups/filing.ts';
import { repetitions } from '../../../../test/long.ts';
import { until } from '../../../../test/until.ts';
import { createRoom, paced } from './service.ts';

const MEGABYTE = 1_000_000;

let filing: Filing;
let owner: Awaited<ReturnType<Filing['senderOf']>>;
let visit: string;
beforeAll(async () => {
  filing = await openFiling({ env: { FILES_LARGEST_MB: '250', FILES_QUOTA_GB: '1' } });
  owner = await filing.senderOf('owner@example.com');
  visit = (await filing.work.addVisit()).id;
});
afterAll(() => filing.work.close());

const about = (more: Record<string, string> = {}) => ({
  subject: 'visit',
  subject_id: visit,
  name: 'film.mp4',
  ...more,
});

/** Something that begins like a film. */
function film(bytes: number): Buffer {
  const content = randomBytes(bytes);
  content.write('\0\0\0\x18ftypisom', 0, 'latin1');
  return content;
}

test('the client of the protocol’s own project sends a large file with five interruptions, and every byte is the same', async () => {
  const bytes = repetitions({ usual: 12, long: 200 }) * MEGABYTE;
  const content = film(bytes);
  const id = randomUUID();
  let url: string | null = null;
  const before = process.memoryUsage().rss;
  let most = 0;
  for (let cut = 1; cut <= 6; cut += 1) {
    const stopAt = (bytes * cut) / 6;
    await new Promise<void>((resolve, reject) => {
      const upload: Upload = new Upload(content, {
        endpoint: filing.endpoint,
        uploadUrl: url,
        chunkSize: 5 * MEGABYTE,
        // The server may still be storing what came before the cut; then the client asks again where to go on.
        retryDelays: [0, 50, 200, 1000],
        headers: owner.headers,
        metadata: about({ id }),
        onError: reject,
        onSuccess: () => resolve(),
        onProgress(sent) {
          most = Math.max(most, process.memoryUsage().rss - before);
          if (sent >= stopAt && cut < 6) void upload.abort().then(resolve);
        },
      });
      upload.start();
      const remember = setInterval(() => {
        url = upload.url ?? url;
        if (url !== null) clearInterval(remember);
      }, 5);
    });
  }
  await filing.look();
  expect(await owner.show(id)).toMatchObject({ state: 'ready', kind: 'video', type: 'video/mp4', bytes });
  const stored = await (await owner.call('GET', `files/${id}/content`)).arrayBuffer();
  expect(createHash('sha256').update(Buffer.from(stored)).digest('hex')).toBe(
    createHash('sha256').update(content).digest('hex'),
  );
  // A piece is held in memory, and never the file.
  expect(most).toBeLessThan(bytes / 2 + 100 * MEGABYTE);
});

test('what arrived before a lost connection is kept, and sending goes on from there', async () => {
  const id = randomUUID();
  const content = film(9 * MEGABYTE);
  await owner.begin(content.length, about({ id }));
  const cut = new AbortController();
  const half = new ReadableStream({ start: (stream) => stream.enqueue(content.subarray(0, 5 * MEGABYTE)) });
  const sending = fetch(`${filing.endpoint}/${id}`, {
    method: 'PATCH',
    headers: {
      ...owner.headers,
      'tus-resumable': '1.0.0',
      'upload-offset': '0',
      'content-type': 'application/offset+octet-stream',
    },
    body: half,
    signal: cut.signal,
    duplex: 'half',
  }).catch(() => {});
  const offset = async () => Number((await owner.call('HEAD', `uploads/${id}`)).headers.get('upload-offset'));
  await until(async () => (await offset()) > 0);
  cut.abort();
  await sending;
  // The last of it may still be on its way to the disk.
  for (let at = await offset(); at < content.length; at = await offset())
    await owner.patch(id, at, content.subarray(at));
  await filing.look();
  const stored = await (await owner.call('GET', `files/${id}/content`)).arrayBuffer();
  expect(Buffer.from(stored).equals(content)).toBe(true);
});

test('beginning twice begins once, and the same part sent by two at once is kept once', async () => {
  const id = randomUUID();
  const content = film(100);
  const [first, second] = await Promise.all([
    owner.begin(100, about({ id })),
    owner.begin(100, about({ id })),
  ]);
  expect([first.status, second.status]).toEqual([201, 201]);
  expect(first.headers.get('location')).toBe(`/services/filesystem/api/v1/uploads/${id}`);
  expect((await owner.begin(101, about({ id }))).status).toBe(409);
  const sent = await Promise.all([owner.patch(id, 0, content), owner.patch(id, 0, content)]);
  expect(sent.map(({ status }) => status)).toContain(204);
  // Whoever lost the answer asks, and is told that nothing is missing.
  const asked = await owner.call('HEAD', `uploads/${id}`);
  expect([asked.status, asked.headers.get('upload-offset')]).toEqual([200, '100']);
  expect((await owner.call('DELETE', `uploads/${id}`)).status).toBe(409);
  await filing.look();
  const pieces = await filing.work.inside((db) =>
    db.selectFrom('file_pieces').select('key').where('file_id', '=', id).execute(),
  );
  expect(pieces).toHaveLength(1);
});

test('the protocol is spoken as it is written', async () => {
  const options = await fetch(filing.endpoint, { method: 'OPTIONS' });
  expect(options.status).toBe(204);
  expect(Object.fromEntries(options.headers)).toMatchObject({
    'tus-resumable': '1.0.0',
    'tus-version': '1.0.0',
    'tus-extension': 'creation,termination,expiration',
    'tus-max-size': String(250 * MEGABYTE),
  });
  const wrong = await owner.call('POST', 'uploads', { 'tus-resumable': '0.2.2', 'upload-length': '5' });
  expect(wrong.status).toBe(412);
  expect((await owner.call('POST', 'uploads')).status).toBe(400);
  expect((await owner.begin(0, about())).status).toBe(422);
  expect((await owner.begin(251 * MEGABYTE, about())).status).toBe(413);
  const id = randomUUID();
  await owner.begin(10, about({ id }));
  expect((await owner.patch(id, 5, 'abc')).status).toBe(409);
  expect((await owner.patch(id, 0, 'more than ten')).status).toBe(413);
  const json = { 'content-type': 'application/json', 'upload-offset': '0' };
  expect((await owner.call('PATCH', `uploads/${id}`, json, '{}')).status).toBe(415);
  expect((await owner.call('DELETE', `uploads/${id}`)).status).toBe(204);
  expect((await owner.call('HEAD', `uploads/${id}`)).status).toBe(404);
});

test('room is taken when an upload begins, and given back when it is given up', async () => {
  const usage = async () =>
    ((await (await owner.call('GET', 'usage')).json()) as { data: { bytes: number } }).data.bytes;
  const before = await usage();
  const ids = [1, 2, 3].map(() => randomUUID());
  // Until there is room for one more of 200 megabytes, and not for two.
  const each = Math.floor((1000 * MEGABYTE - before - 250 * MEGABYTE) / ids.length);
  for (const id of ids) expect((await owner.begin(each, about({ id }))).status).toBe(201);
  expect(await usage()).toBe(before + ids.length * each);
  const full = await Promise.all([1, 2, 3].map(() => owner.begin(200 * MEGABYTE, about())));
  expect(full.filter(({ status }) => status === 201)).toHaveLength(1);
  expect(full.filter(({ status }) => status === 413)).toHaveLength(2);
  for (const id of ids) expect((await owner.call('DELETE', `uploads/${id}`)).status).toBe(204);
  expect(await usage()).toBe(before + 200 * MEGABYTE);
});

test('a thousand at once: those that find no room are told when to come again, and nothing breaks', async () => {
  const ids = Array.from({ length: repetitions({ usual: 25, long: 1000 }) }, () => randomUUID());
  const answers = await Promise.all(
    ids.map(async (id) => {
      const begun = await owner.begin(1000, about({ id }));
      if (begun.status !== 201) return begun.status;
      for (;;) {
        const { status, headers } = await owner.patch(id, 0, film(1000));
        if (status !== 429) return status;
        expect(Number(headers.get('retry-after'))).toBeGreaterThan(0);
        await sleep(200);
      }
    }),
  );
  expect(answers.filter((status) => status !== 204 && status !== 429)).toEqual([]);
  expect(answers).toContain(204);
});

test('a part of one byte is refused unless it is the last, and one that does not come on is ended, so that neither takes disk nor places', async () => {
  const id = randomUUID();
  const content = film(20_000);
  await owner.begin(content.length, about({ id }));
  expect((await owner.patch(id, 0, content.subarray(0, 1))).status).toBe(422);
  expect((await owner.patch(id, 0, content.subarray(0, 19_999))).status).toBe(204);
  expect((await owner.patch(id, 19_999, content.subarray(19_999))).status).toBe(204);

  const slow = paced(new Readable({ read() {} }), new AbortController().signal, 20);
  await expect(slow.next()).rejects.toMatchObject({ answer: 'tooSlow' });
  const steady = Readable.from([Buffer.alloc(1_000), Buffer.alloc(1_000)]);
  expect(await Array.fromAsync(paced(steady, new AbortController().signal, 20))).toHaveLength(2);
});

test('places are shared out between accounts: who has none gets one of who has the most', async () => {
  const room = createRoom();
  const ended = new AbortController();
  const sent: Record<string, number> = {};
  const stay = (account: string) =>
    room
      .enter(
        account,
        (signal) =>
          new Promise<void>((done, refuse) => {
            signal.addEventListener('abort', () => refuse(signal.reason as Error));
            ended.signal.addEventListener('abort', () => done());
          }),
      )
      .then(
        () => undefined,
        (error: unknown) => {
          expect(error).toMatchObject({ answer: 'tooMany', retryAfterSeconds: 2 });
          sent[account] = (sent[account] ?? 0) + 1;
        },
      );
  const greedy = ['a', 'b', 'c'].flatMap((account) => Array.from({ length: 20 }, () => stay(account)));
  const others = Array.from({ length: 20 }, (_, at) => stay(`honest ${at}`));
  ended.abort();
  await Promise.all([...greedy, ...others]);
  expect(Object.keys(sent).toSorted()).toEqual(['a', 'b', 'c']);
});

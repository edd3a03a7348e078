import { execFile } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import type { ShownFilm } from '@muster/domain/field/films/schema';
import type { OwnVisit } from '@muster/domain/field/my-visits/schema';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { hasFfmpeg, testFilm } from '../../../../test/film.ts';
import { repetitions } from '../../../../test/long.ts';
import { type Filing, openFiling } from '../../../../test/setups/filing.ts';
import { schedulerOf } from '../../../../test/setups/scheduler.ts';
import { at, DEMO } from '../../../../test/setups/work.ts';
import type { Deps } from '../../../platform/deps.ts';
import { readSettings } from '../../../settings.ts';
import { FILM_ASKED } from '../files/service.ts';
import { filmTasks } from './tasks.ts';

const run = promisify(execFile);
const TECHNICIAN = '0193e5a0-0000-7000-8000-000000000013';

let filing: Filing;
let owner: Awaited<ReturnType<Filing['senderOf']>>;
let technician: typeof owner;
let visit: string;
beforeAll(async () => {
  filing = await openFiling();
  owner = await filing.senderOf('owner@example.com');
  technician = await filing.senderOf('technician@example.com');
  visit = (await filing.work.addVisit()).id;
});
afterAll(() => filing.work.close());

async function shown(id: string): Promise<ShownFilm> {
  const answer = await owner.call('GET', `/services/video/api/v1/films/${id}`);
  expect(answer.status).toBe(200);
  return ((await answer.json()) as { data: { row: ShownFilm } }).data.row;
}

/** Makes what waits to be made, with what the server has to make it. */
async function make(
  id: string,
  { env = {}, signal }: { env?: Record<string, string>; signal?: AbortSignal } = {},
) {
  const { here, clock } = filing.work;
  const log = { info: () => undefined };
  const deps = { database: here.database, files: filing.storage, settings: readSettings(env), log };
  const task = filmTasks({ ...deps, now: () => clock.now } as unknown as Deps)[FILM_ASKED]!;
  await task({ account: DEMO, file: id }, randomUUID(), signal);
}

async function sent(content: Uint8Array, name = 'film.mp4'): Promise<string> {
  const { id, state, refusal } = await owner.send(content, { subject: 'visit', subject_id: visit, name });
  expect([state, refusal]).toEqual(['ready', '']);
  return id;
}

function fetchPart(id: string, part: string, headers: Record<string, string> = {}, by = owner) {
  return by.call('GET', `/services/video/api/v1/films/${id}/${part}`, headers);
}

/** What a player would find in a film. */
async function probe(content: Uint8Array) {
  const folder = await mkdtemp(join(tmpdir(), 'muster-probe-'));
  try {
    await writeFile(join(folder, 'film.mp4'), content);
    const { stdout } = await run(
      'ffprobe',
      ['-v', 'error', '-of', 'json', '-show_streams', '-show_format', 'film.mp4'],
      { cwd: folder },
    );
    return JSON.parse(stdout) as {
      streams: {
        codec_name: string;
        width?: number;
        height?: number;
        pix_fmt?: string;
        side_data_list?: [];
      }[];
      format: { duration: string; tags?: object };
    };
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

describe.skipIf(!hasFfmpeg)('with ffmpeg', () => {
  test('a film of a phone, HEVC turned on its side, becomes one that plays everywhere: upright, seekable, and silent about where it was taken', async () => {
    const id = await sent(await testFilm('turned'), 'IMG_1.mov');
    expect(await shown(id)).toMatchObject({ state: 'waiting', progress: 0 });
    expect((await fetchPart(id, 'video')).status).toBe(404);
    const before = ((await (await owner.call('GET', 'usage')).json()) as { data: { bytes: number } }).data
      .bytes;
    await make(id);
    const film = await shown(id);
    expect(film).toMatchObject({ state: 'ready', width: 180, height: 320 });
    expect(film.milliseconds).toBeGreaterThan(800);

    const whole = await fetchPart(id, 'video');
    expect([whole.status, whole.headers.get('content-type')]).toEqual([200, 'video/mp4']);
    expect(whole.headers.get('content-security-policy')).toContain('sandbox');
    const content = Buffer.from(await whole.arrayBuffer());
    const { streams, format } = await probe(content);
    expect(streams.map(({ codec_name: name }) => name)).toEqual(['h264', 'aac']);
    expect(streams[0]).toMatchObject({ width: 180, height: 320, pix_fmt: 'yuv420p' });
    expect(streams[0]!.side_data_list).toBeUndefined();
    expect(JSON.stringify(format)).not.toContain('33.8');
    expect(content.includes('+151.2')).toBe(false);
    // The index is in front, so that it plays while it comes.
    expect(content.indexOf('moov')).toBeLessThan(content.indexOf('mdat'));

    const poster = await fetchPart(id, 'poster');
    expect([poster.headers.get('content-type'), poster.status]).toEqual(['image/jpeg', 200]);
    expect((await owner.call('GET', `files/${id}/thumbnail`)).headers.get('content-type')).toBe('image/webp');
    const after = ((await (await owner.call('GET', 'usage')).json()) as { data: { bytes: number } }).data
      .bytes;
    expect(after - before).toBe(film.bytes);
    expect(film.bytes).toBe(content.length + (await poster.arrayBuffer()).byteLength);

    const tag = whole.headers.get('etag')!;
    const part = await fetchPart(id, 'video', { range: 'bytes=100-199', 'if-range': tag });
    expect([part.status, part.headers.get('content-range')]).toEqual([
      206,
      `bytes 100-199/${content.length}`,
    ]);
    expect(Buffer.from(await part.arrayBuffer()).equals(content.subarray(100, 200))).toBe(true);
    expect((await fetchPart(id, 'video', { range: 'bytes=100-', 'if-range': '"other"' })).status).toBe(200);
    const outside = await fetchPart(id, 'video', { range: `bytes=${content.length}-` });
    expect([outside.status, outside.headers.get('content-range')]).toEqual([
      416,
      `bytes */${content.length}`,
    ]);
    expect((await fetchPart(id, 'video', { 'if-none-match': tag })).status).toBe(304);

    const path = `/services/video/api/v1/films/${id}`;
    const sharing = JSON.stringify({ version: (await shown(id)).version, is_shared: true });
    const shared = await owner.call(
      'PATCH',
      path,
      { 'content-type': 'application/json', 'idempotency-key': randomUUID() },
      sharing,
    );
    expect(shared.status).toBe(200);
    // Whoever watches meanwhile goes on with the same film.
    expect((await fetchPart(id, 'video', { range: 'bytes=100-199', 'if-range': tag })).status).toBe(206);
  });

  test('what was sent is for the office alone, and who may see neither is told of neither', async () => {
    const id = await sent(await testFilm('plain'));
    await make(id);
    expect((await owner.call('GET', `files/${id}/content`)).status).toBe(200);
    expect((await technician.call('GET', `files/${id}/content`)).status).toBe(404);
    expect((await fetchPart(id, 'video', {}, technician)).status).toBe(404);
  });

  test.each([
    ['plain', 'ready'],
    ['silent', 'ready'],
    ['uneven', 'ready'],
    ['ten hours', 'ready'],
    ['too large', 'failed'],
    ['sound alone', 'failed'],
    ['subtitles', 'ready'],
    ['webm', 'ready'],
  ] as const)('%s: ends as a playing film or in a sentence', async (kind, state) => {
    const id = await sent(await testFilm(kind), kind === 'webm' ? 'film.webm' : 'film.mp4');
    await make(id);
    const film = await shown(id);
    expect(film.state).toBe(state);
    if (state === 'failed') return expect(film.refusal).toMatch(/[.]$/);
    expect(film.milliseconds).toBeLessThan(3_000);
    const { streams } = await probe(Buffer.from(await (await fetchPart(id, 'video')).arrayBuffer()));
    expect(streams[0]!.codec_name).toBe('h264');
    expect(streams.every(({ codec_name: name }) => ['h264', 'aac'].includes(name))).toBe(true);
  });

  test('a film that is cut off anywhere ends as a playing film or in a sentence, and never takes anything with it', async () => {
    const whole = await testFilm('fast');
    for (let time = 0; time < repetitions({ usual: 3, long: 120 }); time += 1) {
      const at = Math.max(40, Math.floor(Math.random() * whole.length));
      const id = await sent(whole.subarray(0, at));
      await make(id);
      const { state, refusal } = await shown(id);
      expect(['ready', 'failed'], `cut at ${at}`).toContain(state);
      expect(refusal === '').toBe(state === 'ready');
    }
  });

  test('a list that names local files and addresses opens none of them', async () => {
    let asked = 0;
    const server = createServer((_request, reply) => void ((asked += 1), reply.end()));
    await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
    const address = `http://127.0.0.1:${(server.address() as AddressInfo).port}/secret.ts`;
    const id = await sent(await testFilm('plain'));
    // What came is no film any more: as if the first look had taken a list for one.
    const [piece] = await filing.work.inside((db) =>
      db
        .selectFrom('file_pieces')
        .select('key')
        .where('file_id', '=', id)
        .where('part', '=', 'content')
        .execute(),
    );
    const list = `#EXTM3U\n#EXT-X-MEDIA-SEQUENCE:0\n#EXTINF:1,\n${address}\n#EXTINF:1,\nfile:///etc/passwd\n`;
    await filing.storage.put(DEMO, piece!.key, Buffer.from(list));
    await make(id);
    server.close();
    expect(await shown(id)).toMatchObject({ state: 'failed', refusal: expect.stringContaining('damaged') });
    expect(asked).toBe(0);
  });

  test('a machine that fails says nothing of the film: it is made the next time, unless that happens again and again', async () => {
    const id = await sent(await testFilm('plain'));
    const stop = new AbortController();
    stop.abort(new Error('The server stops.'));
    for (let time = 0; time < 7; time += 1) await expect(make(id, { signal: stop.signal })).rejects.toThrow();
    expect(await shown(id)).toMatchObject({ state: 'waiting' });
    await make(id);
    expect(await shown(id)).toMatchObject({ state: 'ready' });

    const other = await sent(await testFilm('plain'));
    await filing.work.inside((db) =>
      db.updateTable('films').set({ tries: 5 }).where('id', '=', other).execute(),
    );
    await make(other);
    expect(await shown(other)).toMatchObject({
      state: 'failed',
      refusal: expect.stringContaining('Try again'),
    });
    const again = await owner.call('POST', `/services/video/api/v1/films/${other}/convert`);
    expect(again.status).toBe(200);
    await make(other);
    expect(await shown(other)).toMatchObject({ state: 'ready' });
  });

  test('a film that was made and is lost is made again when somebody wants to see it', async () => {
    const id = await sent(await testFilm('plain'));
    await make(id);
    const [piece] = await filing.work.inside((db) =>
      db
        .selectFrom('file_pieces')
        .select('key')
        .where('file_id', '=', id)
        .where('part', '=', 'film')
        .execute(),
    );
    const tag = (await fetchPart(id, 'video')).headers.get('etag')!;
    await filing.storage.remove(DEMO, piece!.key);
    expect((await fetchPart(id, 'video')).status).toBe(404);
    expect(await shown(id)).toMatchObject({ state: 'waiting' });
    await make(id);
    const again = await fetchPart(id, 'video', { 'if-none-match': tag });
    expect([again.status, again.headers.get('etag') === tag]).toEqual([200, false]);
  });

  test('a technician’s film is no longer than the owner wants; what was sent is there for the office', async () => {
    const id = await sent(await testFilm('slow'));
    const asTechnician = (seconds: number) =>
      filing.work.inside(async (db) => {
        const { id: user } = await db
          .selectFrom('users')
          .select('id')
          .where('role', '=', 'technician')
          .limit(1)
          .executeTakeFirstOrThrow();
        await db.updateTable('files').set({ created_by: user }).where('id', '=', id).execute();
        await db.updateTable('accounts').set({ film_seconds: seconds }).execute();
      });
    await asTechnician(10);
    await make(id);
    expect(await shown(id)).toMatchObject({
      state: 'failed',
      refusal: expect.stringContaining('up to 10 seconds'),
    });
    expect((await owner.call('GET', `files/${id}/content`)).status).toBe(200);
    await asTechnician(60);
    await owner.call('POST', `/services/video/api/v1/films/${id}/convert`);
    await make(id);
    expect(await shown(id)).toMatchObject({ state: 'ready' });
  });

  test('a deleted film is left alone until it is brought back', async () => {
    const id = await sent(await testFilm('plain'));
    const deleted = await owner.call('DELETE', `files/${id}`, { 'idempotency-key': randomUUID() });
    const { change } = ((await deleted.json()) as { data: { change: number } }).data;
    await make(id);
    await filing.work.owner.post(`/changes/${change}/undo`, {});
    expect(await shown(id)).toMatchObject({ state: 'waiting' });
    const { rows } = await filing.work.here.asOwner(
      `select from outbox where topic = 'film asked' and payload->>'file' = $1`,
      [id],
    );
    expect(rows).toHaveLength(2);
  });
});

test('where there is no ffmpeg a film plays as it was sent, for technicians too, and nobody waits', async () => {
  const content = await readFile(join(import.meta.dirname, '../../../../../../e2e/field/fixtures/film.webm'));
  const id = await sent(content, 'film.webm');
  await make(id, { env: { FFMPEG_PATH: '/nowhere/ffmpeg' } });
  expect(await shown(id)).toMatchObject({ state: 'as sent' });
  const played = await fetchPart(id, 'video');
  expect(played.headers.get('content-type')).toBe('video/webm');
  expect(Buffer.from(await played.arrayBuffer()).equals(content)).toBe(true);
});

test('a technician’s phone is told that a video of their visit is being converted, and when it can be played', async () => {
  const { work } = filing;
  const { id: driver } = await work.addTechnician();
  await work.owner.put(`/team/${TECHNICIAN}/technician`, { technician_id: driver });
  const own = await work.addVisit();
  await work.schedule(own.id, [driver], at('09:00'));
  const content = await readFile(join(import.meta.dirname, '../../../../../../e2e/field/fixtures/film.webm'));
  const { id } = await owner.send(content, { subject: 'visit', subject_id: own.id, name: 'film.webm' });
  const phone = await schedulerOf(work.app, 'technician@example.com');
  const films = async () => {
    const { rows } = (await phone.get('/my/visits')).data as { rows: OwnVisit[] };
    return rows.find((row) => row.id === own.id)!.files.map(({ film }) => film);
  };
  const heard = async () => {
    const rows = await work.inside((db) =>
      db.selectFrom('change_subjects').select('number').where('subject_id', '=', driver).execute(),
    );
    return rows.length;
  };
  expect(await films()).toEqual([{ state: 'waiting', refusal: '' }]);
  const before = await heard();
  await make(id, { env: { FFMPEG_PATH: '/nowhere/ffmpeg' } });
  expect(await films()).toEqual([{ state: 'as sent', refusal: '' }]);
  expect(await heard()).toBe(before + 1);
});

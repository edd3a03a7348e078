import { spawnSync } from 'node:child_process';
import { randomBytes, randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { testFiles } from '../../../test/setups/files.ts';
import { temporaryFolder } from '../../../test/temporary-folder.ts';
import { s3Server } from '../../../test/services/s3-server.ts';
import { accountToOpen } from '../sign-in/person.ts';
import type { FileStorage } from './storage.ts';
import { folderStorage, s3Storage, piecesOf, PIECE_BYTES } from './storage.ts';

let store: Awaited<ReturnType<typeof s3Server>>;
beforeAll(async () => {
  store = await s3Server();
});
afterAll(() => store.close());

const kinds: [string, () => FileStorage][] = [
  ['a folder', () => testFiles()],
  ['a store that speaks S3', () => s3Storage(store.url)],
];

describe.each(kinds)('%s', (_name, open) => {
  test('gives back what was put into it, lists it, and forgets what is removed', async () => {
    const storage = open();
    const account = accountToOpen();
    const pieces = Array.from({ length: 7 }, () => ({ key: randomUUID(), bytes: randomBytes(1_000) }));
    for (const { key, bytes } of pieces) await storage.put(account, key, bytes);
    for (const { key, bytes } of pieces)
      expect(Buffer.from((await storage.get(account, key))!).equals(bytes)).toBe(true);
    const listed = (await Array.fromAsync(storage.list())).filter((piece) => piece.account === account);
    expect(listed.map(({ key }) => key).toSorted()).toEqual(pieces.map(({ key }) => key).toSorted());
    expect(Date.now() - listed[0]!.storedAt.getTime()).toBeLessThan(60_000);
    const [first] = pieces;
    await storage.remove(account, first!.key);
    await storage.remove(account, first!.key);
    expect(await storage.get(account, first!.key)).toBeUndefined();
    expect(await storage.get(accountToOpen(), pieces[1]!.key)).toBeUndefined();
  });
});

test('a wrong secret and a broken store are told without a word of the secret', async () => {
  const stranger = s3Storage(store.strangersUrl);
  const fault = await stranger.put(accountToOpen(), randomUUID(), randomBytes(5)).catch(String);
  expect(fault).toBe('Failure: The file store answered 403. Try again shortly.');
});

test('pieces are cut alike however the bytes come, and what came before a fault is handed on', async () => {
  const content = randomBytes(PIECE_BYTES * 2 + 77);
  async function* chunks(size: number, fault = false) {
    for (let at = 0; at < content.length; at += size) yield content.subarray(at, at + size);
    if (fault) throw new Error('cut');
  }
  for (const size of [1_000_000, PIECE_BYTES, content.length]) {
    const pieces = await Array.fromAsync(piecesOf(chunks(size)));
    expect(pieces.map(({ length }) => length)).toEqual([PIECE_BYTES, PIECE_BYTES, 77]);
    expect(Buffer.concat(pieces).equals(content)).toBe(true);
  }
  const received: Buffer[] = [];
  const cut = (async () => {
    for await (const piece of piecesOf(chunks(999_999, true))) received.push(piece);
  })();
  await expect(cut).rejects.toThrow('cut');
  expect(Buffer.concat(received).equals(content)).toBe(true);
});

/** A disk of two megabytes, where somebody who runs the tests may have one. */
const small = temporaryFolder();
const isMounted =
  spawnSync('mount', ['-t', 'tmpfs', '-o', 'size=2m', 'tmpfs', small.path], { stdio: 'ignore' }).status === 0;
afterAll(() => {
  if (isMounted) spawnSync('umount', [small.path]);
  small.remove();
});

test.runIf(isMounted)(
  'a full disk is told as that, and when to come again; nothing is left of what did not fit',
  async () => {
    const storage = folderStorage(small.path);
    const account = accountToOpen();
    const piece = randomBytes(900_000);
    const fits = [randomUUID(), randomUUID()];
    for (const key of fits) await storage.put(account, key, piece);
    const full = { answer: 'unavailable', retryAfterSeconds: 60 };
    await expect(storage.put(account, randomUUID(), piece)).rejects.toMatchObject(full);
    const listed = await Array.fromAsync(storage.list());
    expect(listed.map(({ key }) => key).toSorted()).toEqual(fits.toSorted());
    await storage.remove(account, fits[0]!);
    await storage.put(account, randomUUID(), piece);
  },
);

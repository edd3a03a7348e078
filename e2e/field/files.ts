import { randomUUID } from 'node:crypto';
import { crc32, deflateSync } from 'node:zlib';
import type { APIRequestContext, BrowserContext } from '@playwright/test';
import { expect } from '../journey.ts';

const base = '/services/filesystem/api/v1';

interface Given {
  subject: 'visit' | 'job' | 'customer' | 'site';
  subject_id: string;
  name: string;
  kind: 'photo' | 'video' | 'document' | 'signature';
}

/** A picture of one colour, "#0f766e"; whatever it is called, it is a PNG. */
export function picture(colour: string, width = 640, height = 480): Buffer {
  const header = Buffer.alloc(13);
  header.writeUInt32BE(width, 0);
  header.writeUInt32BE(height, 4);
  // Eight bits for each of red, green and blue.
  header.set([8, 2, 0, 0, 0], 8);
  const line = Buffer.concat([Buffer.from([0]), Buffer.from(colour.slice(1).repeat(width), 'hex')]);
  const points = deflateSync(Buffer.concat(Array.from({ length: height }, () => line)));
  const signature = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);
  return Buffer.concat([
    signature,
    part('IHDR', header),
    part('IDAT', points),
    part('IEND', Buffer.alloc(0)),
  ]);
}

function part(name: string, data: Buffer): Buffer {
  const named = Buffer.concat([Buffer.from(name, 'latin1'), data]);
  const [length, sum] = [Buffer.alloc(4), Buffer.alloc(4)];
  length.writeUInt32BE(data.length);
  sum.writeUInt32BE(crc32(named));
  return Buffer.concat([length, named, sum]);
}

/** Sends a file as a phone does, as whoever is signed in there. Answers with its id. */
export async function sendFile(context: BrowserContext, content: Buffer, given: Given): Promise<string> {
  const id = randomUUID();
  const xsrf = (await context.cookies()).find(({ name }) => name === 'XSRF-TOKEN')?.value ?? '';
  const headers = { 'tus-resumable': '1.0.0', 'x-xsrf-token': xsrf };
  const metadata = Object.entries({ id, ...given })
    .map(([key, value]) => `${key} ${Buffer.from(value).toString('base64')}`)
    .join(',');
  const send = (method: string, path: string, options: Parameters<APIRequestContext['fetch']>[1]) =>
    context.request.fetch(`${base}${path}`, { method, ...options });
  const begun = await send('POST', '/uploads', {
    headers: { ...headers, 'upload-length': String(content.length), 'upload-metadata': metadata },
  });
  expect(begun.status()).toBe(201);
  const sent = await send('PATCH', `/uploads/${id}`, {
    headers: { ...headers, 'upload-offset': '0', 'content-type': 'application/offset+octet-stream' },
    data: content,
  });
  expect(sent.status()).toBe(204);
  return id;
}

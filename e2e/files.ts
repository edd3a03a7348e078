import { randomUUID } from 'node:crypto';
import type { APIRequestContext, BrowserContext } from '@playwright/test';
import sharp from 'sharp';
import { expect } from './journey.ts';

const base = '/services/filesystem/api/v1';

interface Given {
  subject: 'visit' | 'job' | 'customer' | 'site';
  subject_id: string;
  name: string;
  kind: 'photo' | 'video' | 'document' | 'signature';
}

/** A picture of one colour. */
export function picture(colour: string, width = 640, height = 480): Promise<Buffer> {
  return sharp({ create: { width, height, channels: 3, background: colour } })
    .jpeg()
    .toBuffer();
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

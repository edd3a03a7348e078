import { randomUUID } from 'node:crypto';
import sharp from 'sharp';
import type { App } from '../../src/platform/deps.ts';
import { signInAs } from '../sign-in.ts';

/** A mark in one colour; there is room around it, through which one sees. */
export function markOf(colour: string, { width = 900, height = 300 } = {}): Promise<Buffer> {
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}">
    <rect x="${width / 4}" y="${height / 4}" width="${width / 2}" height="${height / 8}" fill="${colour}"/>
    <circle cx="${width / 2}" cy="${height / 2}" r="${Math.min(width, height) / 6}" fill="${colour}"/></svg>`;
  return sharp(Buffer.from(svg)).png().toBuffer();
}

/** Sends a logo to a business as its owner, by requests that are only injected. Somebody still has to look at it. */
export async function sendLogo(app: App, account: string, content: Buffer): Promise<string> {
  const { headers } = await signInAs(app, 'owner@example.com');
  const id = randomUUID();
  const told = { id, subject: 'business', subject_id: account, kind: 'logo', name: 'logo.png' };
  const url = '/services/filesystem/api/v1/uploads';
  const tus = { ...headers, 'tus-resumable': '1.0.0' };
  await app.inject({
    method: 'POST',
    url,
    headers: {
      ...tus,
      'upload-length': String(content.length),
      'upload-metadata': Object.entries(told)
        .map(([name, value]) => `${name} ${Buffer.from(value).toString('base64')}`)
        .join(','),
    },
  });
  const sent = await app.inject({
    method: 'PATCH',
    url: `${url}/${id}`,
    headers: { ...tus, 'upload-offset': '0', 'content-type': 'application/offset+octet-stream' },
    payload: content,
  });
  if (sent.statusCode !== 204) throw new Error(`not sent: ${sent.statusCode} ${sent.body}`);
  return id;
}

import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { ApiError } from '../api/api.ts';
import { type Sending, upload } from './upload.ts';

const LATER = 503;
const PIECE_BYTES = 1_000_000;
const content = new Blob([new Uint8Array(2 * PIECE_BYTES + 5)]);
const sending: Sending = {
  id: '0193e5a0-0000-7000-8000-000000000001',
  content,
  name: 'film.mp4',
  kind: 'video',
  subject: 'visit',
  subject_id: '0193e5a0-0000-7000-8000-000000000002',
};

/** How much of the upload the server has; undefined while there is none. */
let received: number | undefined;
/** What happens just before a call is answered. */
let meanwhile: (call: string) => void;

const tus = { 'tus-resumable': '1.0.0' };

/** As much of the protocol as an answer needs. */
async function answer(request: Request): Promise<Response> {
  meanwhile(request.method);
  if (request.method === 'POST') {
    received ??= 0;
    return new Response(null, { status: 201, headers: tus });
  }
  if (received === undefined)
    return Response.json({ code: 404, message: 'Not found.' }, { status: 404, headers: tus });
  if (request.method === 'PATCH') received += (await request.arrayBuffer()).byteLength;
  return new Response(null, { headers: { ...tus, 'upload-offset': String(received) } });
}

beforeEach(() => {
  received = undefined;
  meanwhile = () => {};
  vi.stubGlobal('fetch', answer);
  // Outside of a page there is nothing that an address could belong to.
  vi.stubGlobal(
    'Request',
    class extends Request {
      constructor(address: string, init: RequestInit) {
        super(new URL(address, 'http://here'), init);
      }
    },
  );
});
afterEach(() => {
  vi.unstubAllGlobals();
});

test.each(['HEAD', 'PATCH'])(
  'an upload that the server has forgotten by the %s is tried again later, and begins anew then',
  async (method) => {
    meanwhile = (call) => {
      if (call === method) received = undefined;
    };
    const ended = await upload(sending).catch((error: unknown) => error);
    expect(ended).toBeInstanceOf(ApiError);
    expect((ended as ApiError).status).toBe(LATER);
    meanwhile = () => {};
    const parts: number[] = [];
    await upload(sending, { onProgress: (part) => parts.push(part) });
    expect(received).toBe(content.size);
    expect(parts.at(0)).toBe(0);
    expect(parts.at(-1)).toBe(1);
  },
);

const html = { 'content-type': 'text/html' };

test.each(['POST', 'HEAD', 'PATCH'])(
  'a hotel that answers the %s in the place of the server takes nothing and refuses nothing',
  async (method) => {
    for (const status of [200, 403, 404, 409, 511]) {
      received = undefined;
      vi.stubGlobal('fetch', (request: Request) =>
        request.method === method
          ? Promise.resolve(new Response('<h1>Welcome</h1>', { status, headers: html }))
          : answer(request),
      );
      const ended = await upload(sending).catch((error: unknown) => error);
      expect(ended).toMatchObject({ name: 'ApiError', status: 0 });
    }
    vi.stubGlobal('fetch', answer);
    await upload(sending);
    expect(received).toBe(content.size);
  },
);

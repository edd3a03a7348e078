import type { FileKind, FileSubject } from '@muster/domain/files/rules';
import { failureOf, sendRequest } from './api.ts';

const base = '/services/filesystem/api/v1';
const VERSION = '1.0.0';
/** Small enough to arrive within the time of a request over a slow line. */
const PIECE_BYTES = 1_000_000;
const CONFLICT = 409;
const NOT_FOUND = 404;

export interface Sending {
  /** A UUID: whoever begins again with it goes on where the last piece arrived. */
  id: string;
  content: Blob;
  name: string;
  kind: FileKind;
  subject: FileSubject;
  subject_id: string;
  taken_at?: string;
}

/**
 * Sends a file by tus 1.0.0, piece by piece, and goes on where an earlier attempt with the same id ended, also one of an earlier page.
 * The protocol is three calls; its own client is not used because it cannot run in a service worker. Throws an ApiError at the first
 * piece that does not arrive: when to try again is for the caller to say.
 */
export async function upload(
  sending: Sending,
  { onProgress, signal }: { onProgress?: (part: number) => void; signal?: AbortSignal } = {},
): Promise<void> {
  const { id, content } = sending;
  if (!(await begin(sending, signal))) return onProgress?.(1);
  let offset = await receivedOf(id, signal);
  while (offset < content.size) {
    onProgress?.(offset / content.size);
    const response = await call('PATCH', `${base}/uploads/${id}`, {
      headers: { 'upload-offset': String(offset), 'content-type': 'application/offset+octet-stream' },
      body: content.slice(offset, offset + PIECE_BYTES),
      signal,
    });
    // Another tab is sending the same file: it is asked how far it is.
    if (response.status === CONFLICT) offset = await receivedOf(id, signal);
    else offset = offsetOf(await taken(response));
  }
  onProgress?.(1);
}

/** Gives up what has arrived of a file, and the room that was kept for it. */
export async function giveUp(id: string): Promise<void> {
  const response = await call('DELETE', `${base}/uploads/${id}`, {});
  if (response.status !== NOT_FOUND) await taken(response);
}

/** False where the file has arrived long ago, and only the word of it was lost. */
async function begin(
  { id, content, name, kind, subject, subject_id, taken_at }: Sending,
  signal: AbortSignal | undefined,
): Promise<boolean> {
  const told = { id, name, kind, subject, subject_id, ...(taken_at === undefined ? {} : { taken_at }) };
  const response = await call('POST', `${base}/uploads`, {
    headers: {
      'upload-length': String(content.size),
      'upload-metadata': Object.entries(told)
        .map(([key, value]) => `${key} ${base64(value)}`)
        .join(','),
    },
    signal,
  });
  if (response.status === CONFLICT) {
    const known = await call('GET', `${base}/files/${id}`, { signal });
    if (known.ok) return false;
    if (known.status !== NOT_FOUND) await taken(known);
  }
  await taken(response);
  return true;
}

async function receivedOf(id: string, signal: AbortSignal | undefined): Promise<number> {
  return offsetOf(await taken(await call('HEAD', `${base}/uploads/${id}`, { signal })));
}

interface Call {
  headers?: Record<string, string>;
  body?: Blob;
  signal?: AbortSignal | undefined;
}

function call(method: string, address: string, { headers, body, signal }: Call): Promise<Response> {
  return sendRequest(
    new Request(address, {
      method,
      credentials: 'same-origin',
      headers: { 'tus-resumable': VERSION, ...headers },
      ...(body === undefined ? {} : { body }),
      ...(signal === undefined ? {} : { signal }),
    }),
  );
}

async function taken(response: Response): Promise<Response> {
  if (!response.ok) throw await failureOf(response);
  return response;
}

function offsetOf({ headers }: Response): number {
  return Number(headers.get('upload-offset'));
}

function base64(text: string): string {
  return btoa(String.fromCodePoint(...new TextEncoder().encode(text)));
}

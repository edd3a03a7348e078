import type { FileKind, FileSubject } from '@muster/domain/field/files/rules';
import { ApiError, answer, api, failureOf, sendRequest } from '../api/api.ts';

const base = '/services/filesystem/api/v1';
const VERSION = '1.0.0';
/** Small enough to arrive within the time of a request over a slow line. */
const PIECE_BYTES = 1_000_000;
/** A piece that is not answered by then goes again: a line may swallow it without a word. */
const PATIENCE_MS = 120_000;
const CONFLICT = 409;
const NOT_FOUND = 404;
const UNREADABLE = 422;
const LATER = 503;

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
  { onProgress, ...by }: By & { onProgress?: (part: number) => void } = {},
): Promise<void> {
  const { id, content } = sending;
  if (!(await begin(sending, by))) return onProgress?.(1);
  let offset = await receivedOf(id, by);
  while (offset < content.size) {
    onProgress?.(offset / content.size);
    const response = await call('PATCH', `${base}/uploads/${id}`, by, {
      headers: { 'upload-offset': String(offset), 'content-type': 'application/offset+octet-stream' },
      body: await pieceAt(content, offset),
    });
    if (response.status === CONFLICT) offset = await afterOthers(id, offset, by);
    else offset = offsetOf(await stillThere(response));
  }
  onProgress?.(1);
}

/** Read before it is sent: what the disk does not give is no lost connection, and no second try helps. */
async function pieceAt(content: Blob, offset: number): Promise<ArrayBuffer> {
  try {
    return await content.slice(offset, offset + PIECE_BYTES).arrayBuffer();
  } catch {
    throw new ApiError(
      'We can’t read this file any more. Choose it again.',
      new Response(null, { status: UNREADABLE }),
    );
  }
}

/** Somebody else sends the same file: it is gone on where they are. Where they are nowhere else, it is tried again later. */
async function afterOthers(id: string, offset: number, by: By): Promise<number> {
  const received = await receivedOf(id, by);
  if (received === offset)
    throw new ApiError(
      'This file is already being sent from another tab or device.',
      new Response(null, { status: LATER }),
    );
  return received;
}

/** Gives up what has arrived of a file, and the room that was kept for it. */
export async function giveUp(id: string): Promise<void> {
  const response = await call('DELETE', `${base}/uploads/${id}`, {});
  if (response.status !== NOT_FOUND) await taken(response);
}

/** False where the file has arrived long ago, and only the word of it was lost. */
async function begin(
  { id, content, name, kind, subject, subject_id, taken_at }: Sending,
  by: By,
): Promise<boolean> {
  const told = { id, name, kind, subject, subject_id, ...(taken_at === undefined ? {} : { taken_at }) };
  const response = await call('POST', `${base}/uploads`, by, {
    headers: {
      'upload-length': String(content.size),
      'upload-metadata': Object.entries(told)
        .map(([key, value]) => `${key} ${base64(value)}`)
        .join(','),
    },
  });
  if (response.status === CONFLICT && (await isKnown(id, by))) return false;
  await taken(response);
  return true;
}

async function isKnown(id: string, by: By): Promise<boolean> {
  try {
    const params = { path: { id } };
    await answer(api.GET(`${base}/files/{id}`, { params, headers: by.headers ?? {}, signal: patient(by) }));
    return true;
  } catch (error) {
    if (error instanceof ApiError && error.status === NOT_FOUND) return false;
    throw error;
  }
}

async function receivedOf(id: string, by: By): Promise<number> {
  return offsetOf(await stillThere(await call('HEAD', `${base}/uploads/${id}`, by)));
}

/** Whose it is and who may end it, for each call. */
interface By {
  headers?: Record<string, string>;
  signal?: AbortSignal;
}

/** An answer of the protocol says its version; one that does not is a refusal at our door, or the word of somebody on the way. */
async function call(
  method: string,
  address: string,
  by: By,
  { headers, body }: { headers?: Record<string, string>; body?: ArrayBuffer } = {},
): Promise<Response> {
  const response = await sendRequest(
    new Request(address, {
      method,
      credentials: 'same-origin',
      headers: { 'tus-resumable': VERSION, ...by.headers, ...headers },
      ...(body === undefined ? {} : { body }),
      signal: patient(by),
    }),
  );
  if (!response.headers.has('tus-resumable')) throw await failureOf(response);
  return response;
}

function patient({ signal }: By): AbortSignal {
  return AbortSignal.any([AbortSignal.timeout(PATIENCE_MS), ...(signal === undefined ? [] : [signal])]);
}

/** An upload that was left for too long is forgotten; that refuses nothing, and the next try begins it anew. */
async function stillThere(response: Response): Promise<Response> {
  if (response.status === NOT_FOUND)
    throw new ApiError(
      'The upload was interrupted. Sending it again.',
      new Response(null, { status: LATER }),
    );
  return taken(response);
}

async function taken(response: Response): Promise<Response> {
  if (!response.ok) throw await failureOf(response);
  return response;
}

/** A proxy may have dropped it; then nothing can be sent through it. */
function offsetOf(response: Response): number {
  const offset = response.headers.get('upload-offset');
  if (offset === null)
    throw new ApiError(
      'The server didn’t confirm the upload. Try again.',
      new Response(null, { status: LATER }),
    );
  return Number(offset);
}

function base64(text: string): string {
  return btoa(String.fromCodePoint(...new TextEncoder().encode(text)));
}

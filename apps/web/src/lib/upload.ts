import type { FileKind, FileSubject } from '@muster/domain/files/rules';
import { ApiError, failureOf, sendRequest } from './api.ts';

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
    throw new ApiError('The file cannot be read any more.', new Response(null, { status: UNREADABLE }));
  }
}

/** Somebody else sends the same file: it is gone on where they are. Where they are nowhere else, it is tried again later. */
async function afterOthers(id: string, offset: number, by: By): Promise<number> {
  const received = await receivedOf(id, by);
  if (received === offset)
    throw new ApiError('The same file is sent from elsewhere.', new Response(null, { status: LATER }));
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
  if (response.status === CONFLICT) {
    const known = await call('GET', `${base}/files/${id}`, by);
    if (known.ok) return false;
    if (known.status !== NOT_FOUND) await taken(known);
  }
  await taken(response);
  return true;
}

async function receivedOf(id: string, by: By): Promise<number> {
  return offsetOf(await stillThere(await call('HEAD', `${base}/uploads/${id}`, by)));
}

/** Whose it is and who may end it, for each call. */
interface By {
  headers?: Record<string, string>;
  signal?: AbortSignal;
}

function call(
  method: string,
  address: string,
  { headers: own, signal }: By,
  { headers, body }: { headers?: Record<string, string>; body?: ArrayBuffer } = {},
): Promise<Response> {
  return sendRequest(
    new Request(address, {
      method,
      credentials: 'same-origin',
      headers: { 'tus-resumable': VERSION, ...own, ...headers },
      ...(body === undefined ? {} : { body }),
      signal: AbortSignal.any([AbortSignal.timeout(PATIENCE_MS), ...(signal === undefined ? [] : [signal])]),
    }),
  );
}

/** An upload that was left for too long is forgotten; that refuses nothing, and the next try begins it anew. */
async function stillThere(response: Response): Promise<Response> {
  if (response.status === NOT_FOUND)
    throw new ApiError(
      'What had arrived was forgotten. It is sent again.',
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
  if (offset === null) throw new ApiError('The server does not say how much has arrived.', response);
  return Number(offset);
}

function base64(text: string): string {
  return btoa(String.fromCodePoint(...new TextEncoder().encode(text)));
}

import { PIECE_BYTES } from './storage.ts';

/**
 * Cuts what comes in into pieces. When the sender leaves in the middle, what has arrived is handed on as well, so that they can go on
 * from there; only then the fault is told.
 */
export async function* piecesOf(body: AsyncIterable<Uint8Array>): AsyncGenerator<Buffer> {
  let held: Uint8Array[] = [];
  let bytes = 0;
  let fault: unknown;
  const take = () => {
    const piece = Buffer.concat(held, bytes);
    held = [];
    bytes = 0;
    return piece;
  };
  try {
    for await (let chunk of body) {
      while (bytes + chunk.length >= PIECE_BYTES) {
        const fits = PIECE_BYTES - bytes;
        held.push(chunk.subarray(0, fits));
        bytes = PIECE_BYTES;
        chunk = chunk.subarray(fits);
        yield take();
      }
      if (chunk.length > 0) {
        held.push(chunk);
        bytes += chunk.length;
      }
    }
  } catch (error) {
    fault = error;
  }
  if (bytes > 0) yield take();
  if (fault !== undefined) throw fault;
}

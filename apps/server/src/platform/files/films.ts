/** A stretch of a film that is emptied: its box becomes free space of the same size, so that nothing behind it moves. */
export interface Emptied {
  /** Where the four letters stand that say what the box is. */
  readonly typeAt: number;
  /** From here on its contents, up to `to`. */
  readonly from: number;
  readonly to: number;
}

type Read = (from: number, to: number) => Promise<Buffer>;

interface Box {
  readonly type: string;
  readonly typeAt: number;
  readonly from: number;
  readonly to: number;
}

/** What phones write their position into, beside what is to be seen: user data, metadata, extensions (ISO/IEC 14496-12, QuickTime). */
const telling: ReadonlySet<string> = new Set(['udta', 'meta', 'uuid']);
/** More than any camera writes; a file that is made of nothing else is not walked to its end. */
const MOST_BOXES = 10_000;
const FREE = Buffer.from('free');
const SHORT_HEADER = 8;
const LONG_HEADER = 16;

/** Where an MP4 or QuickTime film tells anything but what is to be seen and heard. */
export async function tellingIn(read: Read, length: number): Promise<Emptied[]> {
  let left = MOST_BOXES;

  async function boxesIn(from: number, to: number): Promise<Box[]> {
    const boxes: Box[] = [];
    for (let at = from; at + SHORT_HEADER <= to && left > 0; left -= 1) {
      const head = await read(at, Math.min(at + LONG_HEADER, to));
      const short = head.readUInt32BE(0);
      const isLong = short === 1 && head.length === LONG_HEADER;
      const header = isLong ? LONG_HEADER : SHORT_HEADER;
      // 0: to the end of what it is in.
      const size = isLong ? Number(head.readBigUInt64BE(SHORT_HEADER)) : short === 0 ? to - at : short;
      // What is no box ends the walk: players stop there, too.
      if (size < header || at + size > to) break;
      boxes.push({ type: head.toString('latin1', 4, 8), typeAt: at + 4, from: at + header, to: at + size });
      at += size;
    }
    return boxes;
  }

  async function walk(from: number, to: number): Promise<Emptied[]> {
    const found: Emptied[] = [];
    for (const box of await boxesIn(from, to)) {
      if (telling.has(box.type) || (box.type === 'trak' && (await isTimedMetadata(box)))) found.push(box);
      else if (box.type === 'moov' || box.type === 'trak') found.push(...(await walk(box.from, box.to)));
    }
    return found;
  }

  /** A track of positions, second by second, as cameras on helmets and in cars have it. */
  async function isTimedMetadata({ from, to }: Box): Promise<boolean> {
    const media = (await boxesIn(from, to)).find(({ type }) => type === 'mdia');
    const handler = media && (await boxesIn(media.from, media.to)).find(({ type }) => type === 'hdlr');
    if (!handler) return false;
    const kind = (await read(handler.from, Math.min(handler.from + 12, handler.to))).toString(
      'latin1',
      8,
      12,
    );
    return kind === 'meta' || kind === 'text' || kind === 'mebx';
  }

  return (await walk(0, length)).map(({ typeAt, from, to }) => ({ typeAt, from, to }));
}

/** The same piece of a film, which begins at `start`, without what is emptied; itself where nothing of it is. */
export function emptied(piece: Buffer, start: number, stretches: readonly Emptied[]): Buffer {
  const end = start + piece.length;
  const own = stretches.filter(({ typeAt, to }) => typeAt < end && to > start);
  if (own.length === 0) return piece;
  const copy = Buffer.from(piece);
  for (const { typeAt, from, to } of own) {
    // The word may lie across the end of a piece.
    const word = FREE.subarray(Math.max(0, start - typeAt), Math.max(0, end - typeAt));
    word.copy(copy, Math.max(0, typeAt - start));
    copy.fill(0, Math.max(0, from - start), Math.max(0, Math.min(copy.length, to - start)));
  }
  return copy;
}

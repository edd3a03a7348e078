import { MOST_PIXELS } from '@muster/domain/files/rules';
import sharp from 'sharp';

/** Larger than any screen that shows it. */
const LONGEST_SIDE = 4_096;
const THUMBNAIL_SIDE = 480;
const JPEG_QUALITY = 85;
const WEBP_QUALITY = 75;
/** So that no picture keeps a worker for long, whatever it was made for. */
const PATIENCE_SECONDS = 20;

// One picture at a time takes one core, so that the others stay with those who wait for an answer.
sharp.concurrency(1);
sharp.cache(false);

export interface Picture {
  readonly content: Uint8Array;
  readonly thumbnail: Uint8Array;
  readonly width: number;
  readonly height: number;
}

/**
 * Draws a picture anew: upright, and without anything that was written beside it, such as where it was taken. Undefined where it is no
 * picture after all, or one of more points than anybody's camera has. Throws where the machine failed, and not the picture.
 */
export async function redraw(picture: Uint8Array): Promise<Picture | undefined> {
  try {
    const read = sharp(picture, { limitInputPixels: MOST_PIXELS, failOn: 'error', pages: 1 })
      .timeout({ seconds: PATIENCE_SECONDS })
      .autoOrient()
      .resize(LONGEST_SIDE, LONGEST_SIDE, { fit: 'inside', withoutEnlargement: true });
    const { format } = await read.metadata();
    const drawn = format === 'jpeg' ? read.jpeg({ quality: JPEG_QUALITY, mozjpeg: true }) : read;
    const { data: content, info } = await drawn.toBuffer({ resolveWithObject: true });
    const thumbnail = await sharp(content)
      .resize(THUMBNAIL_SIDE, THUMBNAIL_SIDE, { fit: 'inside', withoutEnlargement: true })
      .webp({ quality: WEBP_QUALITY })
      .toBuffer();
    return { content, thumbnail, width: info.width, height: info.height };
  } catch (error) {
    if (isOfThePicture(error)) return undefined;
    throw error;
  }
}

/** What sharp says of its input, and what those say that read JPEG, PNG and WebP. */
const UNREADABLE = /^(Input (buffer|image)|VipsJpeg|vipspng|webp)\b/m;
/** A busy machine has no time and no memory for a good picture either; the readers name that under their own names, too. */
const OUT_OF_MEANS = /^timeout:|memory/im;

/** Whether a fault comes from the picture, and comes again however often it is drawn. */
function isOfThePicture(error: unknown): boolean {
  const message = error instanceof Error ? error.message : '';
  return UNREADABLE.test(message) && !OUT_OF_MEANS.test(message);
}

const PRINT_QUALITY = 72;

/** A picture that is no longer than so many points, on white paper; undefined where it is none after all. */
export async function shrink(picture: Uint8Array, side: number): Promise<Uint8Array | undefined> {
  try {
    return await sharp(picture, { limitInputPixels: MOST_PIXELS, pages: 1 })
      .timeout({ seconds: PATIENCE_SECONDS })
      .resize(side, side, { fit: 'inside', withoutEnlargement: true })
      .flatten({ background: '#fff' })
      .jpeg({ quality: PRINT_QUALITY })
      .toBuffer();
  } catch {
    return undefined;
  }
}

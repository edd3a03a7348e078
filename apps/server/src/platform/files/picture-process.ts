import { MOST_PIXELS } from '@muster/domain/field/files/rules';
import { contrast } from '@muster/domain/values/colour';
import sharp from 'sharp';
import type { Asked, Picture, Told } from './pictures.ts';

/*
 * The process in which pictures are opened: one at a time, on one core, with nothing but the picture. It watches itself, so that
 * neither a picture that was made to hurt nor an honest one can take more of the machine than this.
 */

/** Larger than any screen that shows it. */
const LONGEST_SIDE = 4_096;
const THUMBNAIL_SIDE = 480;
const JPEG_QUALITY = 85;
const WEBP_QUALITY = 75;
const PRINT_QUALITY = 72;

/** Time on the processor, so that a busy machine makes no difference. The largest honest photo takes some seconds. */
const MOST_CPU_MS = 30_000;
/** The largest picture that is read, and everything that is made of it, fits into half of this. */
const MOST_BYTES = 1_000_000_000;
const LOOK_EVERY_MS = 50;

sharp.concurrency(1);
sharp.cache(false);

/** Undefined where it is no picture after all, or one of more points than anybody's camera has. */
async function draw({ kind, picture, side }: Asked): Promise<Told['drawn']> {
  try {
    if (kind === 'shrink') return await shrink(picture, side);
    return await (kind === 'logo' ? logo(picture) : redraw(picture));
  } catch {
    // Whatever is wrong is wrong with the picture: nothing else is in this process, and what the machine lacks ends it.
    return undefined;
  }
}

/** Draws a picture anew: upright, and without anything that was written beside it, such as where it was taken. */
async function redraw(picture: Uint8Array): Promise<Picture> {
  const read = sharp(picture, { limitInputPixels: MOST_PIXELS, failOn: 'error', pages: 1 })
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
}

/** Twice as large as it is shown anywhere, for screens and paper with fine points. */
const LOGO = { width: 640, height: 240 };
/** Larger ones are made smaller before anything else is done with them. */
const LOGO_READ = 2_000;
/** On which a logo may be drawn: paper, or for one that is itself light, almost black. */
const GROUNDS = ['#ffffff', '#1f1c18'] as const;
/** Around a logo that brings its own ground along. */
const LOGO_EDGE = 24;

/**
 * Draws a logo for paper, screens and mails at once: without the empty room around it, and without holes, because what shows through
 * them is white here and black there. Undefined where nothing is to be seen.
 */
async function logo(picture: Uint8Array): Promise<Picture | undefined> {
  const read = await sharp(picture, { limitInputPixels: MOST_PIXELS, failOn: 'error', pages: 1 })
    .autoOrient()
    .resize(LOGO_READ, LOGO_READ, { fit: 'inside', withoutEnlargement: true })
    .toColourspace('srgb')
    .ensureAlpha()
    .png()
    .toBuffer();
  const ground = await groundOf(read);
  const edge = ground === GROUNDS[0] ? 0 : LOGO_EDGE;
  const { data: drawn, info: size } = await sharp(await sharp(read).trim().png().toBuffer())
    .resize(LOGO.width - 2 * edge, LOGO.height - 2 * edge, { fit: 'inside', withoutEnlargement: true })
    .flatten({ background: ground })
    .removeAlpha()
    .png()
    .toBuffer({ resolveWithObject: true });
  const { channels } = await sharp(drawn).stats();
  if (channels.every(({ min, max }) => max - min < LEAST_SEEN)) return undefined;
  const { data: content, info } = await sharp(drawn)
    // A tower is as wide as it is high, or the name that stands for it where pictures are blocked has no room.
    .extend({
      top: edge,
      bottom: edge,
      left: edge,
      right: edge + Math.max(0, size.height - size.width),
      background: ground,
    })
    .png({ palette: true, compressionLevel: 9 })
    .toBuffer({ resolveWithObject: true });
  const thumbnail = await sharp(content).webp({ quality: WEBP_QUALITY }).toBuffer();
  return { content, thumbnail, width: info.width, height: info.height };
}

/** Of 255: what differs by less is one plain colour to the eye. */
const LEAST_SEEN = 16;
const JUDGED_SIDE = 160;
/** Points with less contrast than this to what is around them are as good as gone. */
const LOST_BELOW = 1.6;
/** What is lost of the edges of every drawing is no reason. */
const MOST_LOST = 0.1;

/** The ground on which less of a logo is lost; where nothing shows through there is nothing to choose. */
async function groundOf(picture: Uint8Array): Promise<(typeof GROUNDS)[number]> {
  const points = await sharp(picture)
    .resize(JUDGED_SIDE, JUDGED_SIDE, { fit: 'inside', withoutEnlargement: true })
    .raw()
    .toBuffer();
  let ink = 0;
  const lost = GROUNDS.map(() => 0);
  for (let at = 0; at < points.length; at += 4) {
    const seen = points[at + 3]!;
    ink += seen;
    const hex = `#${points.subarray(at, at + 3).toString('hex')}`;
    for (const [place, ground] of GROUNDS.entries())
      if (contrast(hex, ground) < LOST_BELOW) lost[place]! += seen;
  }
  const [onPaper, onDark] = lost as [number, number];
  const isDarkBetter = onPaper > ink * MOST_LOST && onDark < onPaper && !isOpaque(points);
  return GROUNDS[isDarkBetter ? 1 : 0];
}

function isOpaque(points: Uint8Array): boolean {
  return points.every((value, at) => at % 4 !== 3 || value === 255);
}

/** A picture that is no longer than so many points, on white paper. */
async function shrink(picture: Uint8Array, side: number): Promise<Uint8Array> {
  return sharp(picture, { limitInputPixels: MOST_PIXELS, pages: 1 })
    .resize(side, side, { fit: 'inside', withoutEnlargement: true })
    .flatten({ background: '#fff' })
    .jpeg({ quality: PRINT_QUALITY })
    .toBuffer();
}

/** Ends this process when a picture takes too much. */
function watch(): () => void {
  const begun = process.cpuUsage();
  const timer = setInterval(() => {
    const { user, system } = process.cpuUsage(begun);
    if ((user + system) / 1_000 > MOST_CPU_MS || process.memoryUsage.rss() > MOST_BYTES)
      process.send?.({ drawn: 'too much' } satisfies Told, () => process.exit(1));
  }, LOOK_EVERY_MS);
  return () => clearInterval(timer);
}

async function answer(asked: Asked): Promise<void> {
  const stopWatching = watch();
  const drawn = await draw(asked);
  stopWatching();
  process.send?.({ drawn } satisfies Told);
}

process.on('message', (asked: Asked) => void answer(asked));
// What stops the server stops this process, too, by closing the channel: not before the server has finished what it does.
process.on('SIGINT', () => {});
process.on('SIGTERM', () => {});
process.on('disconnect', () => process.exit(0));

import {
  CHOOSABLE,
  extensionOf,
  type AttachedKind,
  fileName,
  fileTypes,
  LARGEST_PHOTO,
  WRONG_TYPE,
} from '@muster/domain/field/files/rules';
import { FILM_GRACE_SECONDS, lengthWords, limitWords } from '@muster/domain/field/films/rules';
import { fileSize } from '../../lib/format/format.ts';

/** What can be chosen; photos of every kind, because the phone makes others of them. */
export const CHOOSABLE_HERE = `image/*,${CHOOSABLE}`;

/** As much as a phone keeps and sends without trouble: a film of a few minutes. */
export const LARGEST_FILE = 200_000_000;
const LONGEST_SIDE = 2_048;
const QUALITY = 0.85;

export interface Ready {
  as: AttachedKind;
  name: string;
  content: Blob;
}

/** A file as it is kept, or in words why it is not. */
export async function readied(file: File, filmSeconds?: number): Promise<Ready | string> {
  const kind = kindOf(file);
  if (kind === undefined) return `${file.name}: ${WRONG_TYPE}`;
  // The server would refuse it, and no other try would help.
  if (file.size === 0) return `${file.name} is empty. Choose another file.`;
  if (kind === 'photo') {
    const small = await shrunk(file);
    if (small) return { as: kind, name: `${withoutEnding(fileName(file.name))}.jpg`, content: small };
    if (!isTakenAsItIs(file)) return `${file.name}: ${UNREADABLE}`;
  }
  if (kind === 'video' && filmSeconds !== undefined) {
    const seconds = await secondsOf(file);
    if (seconds !== undefined && seconds > filmSeconds + FILM_GRACE_SECONDS)
      return `${file.name} is ${lengthWords(seconds)} long. Videos can be up to ${limitWords(filmSeconds)}. Cut it on your phone and add it again.`;
  }
  const largest = kind === 'photo' ? LARGEST_PHOTO : LARGEST_FILE;
  if (file.size > largest)
    return `${file.name} is ${fileSize(file.size)}. The limit is ${fileSize(largest)}. Make it shorter or smaller.`;
  if (!(await hasRoom(file.size)))
    return `${file.name} is ${fileSize(file.size)}, and this phone has no room for it. Delete something and try again.`;
  return { as: kind, name: fileName(file.name), content: file };
}

/** How long to wait for a browser that says nothing of a film. */
const TOLD_WITHIN_MS = 5_000;

/** How long a film is; undefined where this browser can't tell: the server does. */
async function secondsOf(file: File): Promise<number | undefined> {
  const address = URL.createObjectURL(file);
  const film = document.createElement('video');
  film.preload = 'metadata';
  try {
    return await new Promise((resolve) => {
      setTimeout(() => resolve(undefined), TOLD_WITHIN_MS);
      film.addEventListener('error', () => resolve(undefined));
      film.addEventListener('loadedmetadata', () =>
        resolve(Number.isFinite(film.duration) ? film.duration : undefined),
      );
      film.src = address;
    });
  } finally {
    film.removeAttribute('src');
    URL.revokeObjectURL(address);
  }
}

const UNREADABLE =
  'This picture format can’t be read. Save it as JPEG, or take it with the photo button on this page.';

/** A picture that the browser cannot read is sent as it is, where the server can: what that refuses would be on no phone any more. */
function isTakenAsItIs({ type }: File): boolean {
  return !type.startsWith('image/') || Object.hasOwn(fileTypes, type);
}

function withoutEnding(name: string): string {
  return name.replace(/\.[^.]+$/, '');
}

/** By what the phone says it is, or by its ending. A picture that we do not know may still be one that the browser reads. */
export function kindOf({ type, name }: Pick<File, 'type' | 'name'>): AttachedKind | undefined {
  if (type.startsWith('image/')) return 'photo';
  const extension = extensionOf(name);
  const known = Object.entries(fileTypes).find(
    ([named, { extensions }]) => named === type || (extensions as readonly string[]).includes(extension),
  );
  return known?.[1].kind;
}

/** A size at which the longer side is no longer than it may be; never larger than it was. */
export function fitted(width: number, height: number): { width: number; height: number } {
  const scale = Math.min(1, LONGEST_SIDE / Math.max(width, height));
  return { width: Math.max(1, Math.round(width * scale)), height: Math.max(1, Math.round(height * scale)) };
}

/**
 * The picture, upright, small enough to be sent over a bad line, and without where and with what it was taken: drawing it anew leaves
 * all of that behind. Undefined where the browser cannot read it.
 */
async function shrunk(file: Blob): Promise<Blob | undefined> {
  try {
    const picture = await createImageBitmap(file, { imageOrientation: 'from-image' });
    const canvas = document.createElement('canvas');
    Object.assign(canvas, fitted(picture.width, picture.height));
    const context = canvas.getContext('2d')!;
    // What can be seen through would be black as JPEG.
    context.fillStyle = '#fff';
    context.fillRect(0, 0, canvas.width, canvas.height);
    context.drawImage(picture, 0, 0, canvas.width, canvas.height);
    picture.close();
    return await new Promise((resolve) =>
      canvas.toBlob((blob) => resolve(blob ?? undefined), 'image/jpeg', QUALITY),
    );
  } catch {
    return undefined;
  }
}

/** A little more than the file itself needs. */
const SPARE = 1.1;

async function hasRoom(bytes: number): Promise<boolean> {
  const { quota, usage } = (await navigator.storage?.estimate?.().catch(() => undefined)) ?? {};
  return quota === undefined || usage === undefined || quota - usage > bytes * SPARE;
}

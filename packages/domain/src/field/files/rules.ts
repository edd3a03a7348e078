/** What files are attached to. */
export const fileSubjects = ['visit', 'job', 'customer', 'site', 'business'] as const;
export type FileSubject = (typeof fileSubjects)[number];

export const fileKinds = ['photo', 'video', 'document', 'signature', 'logo'] as const;
export type FileKind = (typeof fileKinds)[number];
/** What is attached to work. */
export type AttachedKind = Exclude<FileKind, 'logo'>;

/**
 * When a file came to be, as lists tell it. What a phone says of a photo, a film or a signature is when that was made; of a document it
 * is no more than when somebody saved it last, years ago maybe, so that it counts when it was added.
 */
export function madeAt({ kind, taken_at, created_at }: Made): string {
  return (isTaken(kind) ? taken_at : null) ?? created_at;
}

interface Made {
  readonly kind: FileKind;
  readonly taken_at: string | null;
  readonly created_at: string;
}

/** Whether it is made at a moment that is worth knowing. */
export function isTaken(kind: FileKind): boolean {
  return kind !== 'document' && kind !== 'logo';
}

/** Received and not looked at yet, looked at and kept, or looked at and not kept. */
export const fileStates = ['waiting', 'ready', 'refused'] as const;

const MEGABYTE = 1_000_000;

/** More than any camera of a phone makes, and little enough to be held in memory while it is looked at. */
export const LARGEST_PHOTO = 30 * MEGABYTE;
/** A logo is shown no larger than a stamp, whatever it was made for. */
export const LARGEST_LOGO = 5 * MEGABYTE;
/** A picture of a few kilobytes may claim to be as large as a football field. */
export const MOST_PIXELS = 100 * MEGABYTE;
export const LONGEST_FILE_NAME = 200;

/** What a file may be. A picture has its own rules; everything else is kept as it is, and never opened on the server. */
export const fileTypes = {
  'image/jpeg': { kind: 'photo', extensions: ['jpg', 'jpeg'] },
  'image/png': { kind: 'photo', extensions: ['png'] },
  'image/webp': { kind: 'photo', extensions: ['webp'] },
  'video/mp4': { kind: 'video', extensions: ['mp4', 'm4v'] },
  'video/quicktime': { kind: 'video', extensions: ['mov'] },
  'video/webm': { kind: 'video', extensions: ['webm'] },
  'application/pdf': { kind: 'document', extensions: ['pdf'] },
  'application/vnd.openxmlformats-officedocument.wordprocessingml.document': {
    kind: 'document',
    extensions: ['docx'],
  },
  'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet': {
    kind: 'document',
    extensions: ['xlsx'],
  },
  'text/csv': { kind: 'document', extensions: ['csv'] },
  'text/plain': { kind: 'document', extensions: ['txt'] },
} as const satisfies Record<string, { kind: FileKind; extensions: readonly string[] }>;

export type FileType = keyof typeof fileTypes;

/** For whoever offers to choose a file. */
export const CHOOSABLE = Object.values(fileTypes)
  .flatMap(({ extensions }) => extensions)
  .map((extension) => `.${extension}`)
  .join(',');

/** The same for a logo. A drawing in SVG is a program as much as a picture, and mail programs show none. */
export const LOGO_CHOOSABLE = '.png,.jpg,.jpeg,.webp';
export const WRONG_LOGO = 'A logo must be a PNG, JPEG or WebP picture. Save it as one of these first.';
export const LOGO_TOO_LARGE = 'A logo can be up to 5 MB. Choose a smaller picture.';

export const WRONG_TYPE =
  'This file type isn’t supported. Use a photo, video, PDF, Word, Excel or text file. Save iPhone photos as JPEG.';

/** A name as a person gave it, without the folders that some systems put before it and without what no screen can show. */
export function fileName(given: string): string {
  const last = given.split(/[/\\]/).at(-1) ?? '';
  const shown = last.replaceAll(/[\p{Cc}\p{Cf}\p{Cs}\p{Co}]/gu, '').trim();
  if (shown === '' || /^\.+$/.test(shown)) return 'File';
  return shown.length > LONGEST_FILE_NAME ? shorten(shown) : shown;
}

const KEPT_END = 20;

/** Cut in the middle, so that what it is can still be told from its end. */
function shorten(name: string): string {
  const cut = `${name.slice(0, LONGEST_FILE_NAME - KEPT_END - 1)}…${name.slice(-KEPT_END)}`;
  return cut.toWellFormed();
}

export function extensionOf(name: string): string {
  return /\.([^.]+)$/.exec(name)?.[1]?.toLowerCase() ?? '';
}

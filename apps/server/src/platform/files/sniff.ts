import { extensionOf, type FileType, fileTypes } from '@muster/domain/files/rules';

/** How many bytes of the beginning are looked at. */
export const SNIFFED = 4_096;

const ZIPPED: readonly FileType[] = [
  'application/vnd.openxmlformats-officedocument.wordprocessingml.document',
  'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
];
const TEXTS: readonly FileType[] = ['text/csv', 'text/plain'];

/**
 * What a file is by its first bytes, or undefined for anything that is not kept. The name only decides between kinds that begin alike:
 * a program under the name of a picture is a program.
 */
export function sniff(head: Uint8Array, name: string): FileType | undefined {
  if (startsWith(head, [0xff, 0xd8, 0xff])) return 'image/jpeg';
  if (startsWith(head, [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a])) return 'image/png';
  if (textAt(head, 0, 4) === 'RIFF' && textAt(head, 8, 12) === 'WEBP') return 'image/webp';
  if (textAt(head, 0, 5) === '%PDF-') return 'application/pdf';
  if (textAt(head, 4, 8) === 'ftyp') return film(textAt(head, 8, 12));
  if (startsWith(head, [0x1a, 0x45, 0xdf, 0xa3]) && latin(head).includes('webm')) return 'video/webm';
  if (startsWith(head, [0x50, 0x4b, 0x03, 0x04])) return named(name, ZIPPED);
  return isText(head) ? named(name, TEXTS) : undefined;
}

/** Pictures of newer phones come in the same wrapping as films. */
function film(brand: string): FileType | undefined {
  if (/^(heic|heix|hevc|mif1|msf1|avif|avis)/.test(brand)) return undefined;
  return brand === 'qt  ' ? 'video/quicktime' : 'video/mp4';
}

function named(name: string, types: readonly FileType[]): FileType | undefined {
  const extension = extensionOf(name);
  return types.find((type) => (fileTypes[type].extensions as readonly string[]).includes(extension));
}

function startsWith(head: Uint8Array, bytes: readonly number[]): boolean {
  return bytes.every((byte, at) => head[at] === byte);
}

function textAt(head: Uint8Array, from: number, to: number): string {
  return latin(head.subarray(from, to));
}

function latin(bytes: Uint8Array): string {
  return Array.from(bytes, (byte) => String.fromCharCode(byte)).join('');
}

/** UTF-8 without control characters; the last letter may be cut. */
function isText(head: Uint8Array): boolean {
  try {
    const text = new TextDecoder('utf-8', { fatal: true }).decode(head, { stream: true });
    return !Array.from(text).some((letter) => letter < ' ' && !'\t\r\n'.includes(letter));
  } catch {
    return false;
  }
}

/** What is said in a film, from one moment to another. */
export interface Caption {
  /** In milliseconds from the beginning of the film. */
  readonly from: number;
  readonly to: number;
  /** One line or several, without any marks. */
  readonly text: string;
}

export const captionLimits = { count: 500, length: 300, fileLength: 200_000 } as const;
/** As much as a film of a day would have. */
export const LATEST_CAPTION_MS = 24 * 3_600_000;

/** What a file of captions says, or in words why it says nothing. */
export type ReadCaptions = { readonly captions: readonly Caption[] } | { readonly problem: string };

/**
 * Reads a WebVTT file: times and plain text. Styles, positions, regions, voices and notes are left out, and so are marks within the
 * text: what is kept is written anew, so that nothing else of a file ever reaches a player.
 */
export function readCaptions(file: string): ReadCaptions {
  if (file.length > captionLimits.fileLength) return { problem: 'This captions file is too large.' };
  const lines = file.replace(/^\uFEFF/, '').split(/\r\n|\r|\n/);
  if (!/^WEBVTT([ \t]|$)/.test(lines[0] ?? ''))
    return { problem: 'This isn’t a captions file. Choose a .vtt file that begins with WEBVTT.' };
  const captions: Caption[] = [];
  for (const [at, line] of lines.entries()) {
    if (!line.includes('-->')) continue;
    const times = timesIn(line);
    if (!times) return { problem: `The times on line ${at + 1} can’t be read: ${line.trim().slice(0, 60)}` };
    const end = lines.findIndex(
      (later, place) => place > at && (later.trim() === '' || later.includes('-->')),
    );
    const text = plainText(lines.slice(at + 1, end === -1 ? undefined : end).join('\n'));
    if (text === '') continue;
    captions.push({ ...times, text });
    if (captions.length > captionLimits.count)
      return { problem: `A video can have up to ${captionLimits.count} captions.` };
  }
  if (captions.length === 0) return { problem: 'There are no captions in this file.' };
  const problem = captionsProblem(captions);
  return problem === undefined ? { captions: inOrder(captions) } : { problem };
}

const TIME = String.raw`(?:(\d{2,}):)?([0-5]\d):([0-5]\d)\.(\d{3})`;
const timing = new RegExp(String.raw`^\s*${TIME}[ \t]+-->[ \t]+${TIME}(?:[ \t].*)?$`);

function timesIn(line: string): { from: number; to: number } | undefined {
  const found = timing.exec(line);
  if (!found) return undefined;
  const [first, second] = [found.slice(1, 5), found.slice(5, 9)];
  return { from: milliseconds(first), to: milliseconds(second) };
}

function milliseconds([hours = '0', minutes, seconds, thousandths]: readonly (string | undefined)[]): number {
  return ((Number(hours) * 60 + Number(minutes)) * 60 + Number(seconds)) * 1_000 + Number(thousandths);
}

const named: Readonly<Record<string, string>> = {
  amp: '&',
  lt: '<',
  gt: '>',
  nbsp: ' ',
  lrm: '',
  rlm: '',
};

/** Without marks, signs that no screen can show, and what WebVTT writes in other letters. */
function plainText(text: string): string {
  return cleaned(
    text.replaceAll(/<[^>]*>?/g, '').replaceAll(/&([a-z]+);/g, (whole, name: string) => named[name] ?? whole),
  );
}

/** A text as it is kept: lines without room around them, and none that are empty, because an empty line ends a caption. */
export function cleaned(text: string): string {
  return text
    .replaceAll(/[^\P{C}\n]/gu, ' ')
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '')
    .join('\n');
}

/** Why these cannot be the captions of a film; undefined: they can. */
export function captionsProblem(captions: readonly Caption[]): string | undefined {
  if (captions.length > captionLimits.count) return `A video can have up to ${captionLimits.count} captions.`;
  for (const [at, { from, to, text }] of captions.entries()) {
    const which = `Caption ${at + 1}`;
    if (cleaned(text) === '') return `${which} has no text.`;
    if (text.length > captionLimits.length)
      return `${which} is longer than ${captionLimits.length} characters. Split it in two.`;
    if (from >= to) return `${which} ends before it starts.`;
    if (to > LATEST_CAPTION_MS) return `${which} is later than any video lasts.`;
  }
  return undefined;
}

/** As they are kept: in the order in which they are seen. */
export function inOrder(captions: readonly Caption[]): Caption[] {
  return captions
    .map(({ from, to, text }) => ({ from, to, text: cleaned(text) }))
    .toSorted((one, other) => one.from - other.from || one.to - other.to);
}

/** The file that players read. In it nothing but times and escaped text. */
export function writeCaptions(captions: readonly Caption[]): string {
  const cues = captions.map(
    ({ from, to, text }) => `${captionTime(from)} --> ${captionTime(to)}\n${escaped(text)}\n`,
  );
  return ['WEBVTT\n', ...cues].join('\n');
}

function escaped(text: string): string {
  return cleaned(text).replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
}

/** "00:01:02.500". */
function captionTime(at: number): string {
  const two = (value: number) => String(Math.floor(value)).padStart(2, '0');
  const seconds = at / 1_000;
  return `${two(seconds / 3_600)}:${two((seconds / 60) % 60)}:${two(seconds % 60)}.${String(at % 1_000).padStart(3, '0')}`;
}

/** A moment as somebody types it, "1:02.5" or "62"; undefined where it is none. */
export function typedTime(text: string): number | undefined {
  const [, hours, minutes, seconds, part] =
    /^(?:(?:(\d{1,2}):)?(\d{1,2}):)?(\d{1,5})(?:[.,](\d{1,3}))?$/.exec(text.trim()) ?? [];
  if (seconds === undefined || (minutes !== undefined && Number(seconds) > 59)) return undefined;
  if (hours !== undefined && Number(minutes) > 59) return undefined;
  return milliseconds([hours, minutes ?? '0', seconds, (part ?? '').padEnd(3, '0')]);
}

/** The same, to be typed over: "1:02.5". */
export function shownTime(at: number): string {
  const [minutes, seconds] = [Math.floor(at / 60_000), (at % 60_000) / 1_000];
  const [whole = '', part] = String(seconds).split('.');
  return `${minutes}:${whole.padStart(2, '0')}${part === undefined ? '' : `.${part}`}`;
}

import { lengthInWords } from '../../values/clock-words.ts';
import { LONGEST_VISIT } from './rules.ts';

/** Durations are multiples of so many minutes. */
export const DURATION_STEP = 5;

const hourWords = 'h|hr|hrs|hour|hours';
const minuteWords = 'm|min|mins|minute|minutes';
type Shape = readonly [RegExp, (hours: number, minutes: number) => number];

/** "90m", "1h", "1.5h", "1h30", "1h30m", "1:30h": a length of time wherever it is said. */
const shapes: readonly Shape[] = [
  [new RegExp(`^(\\d+) ?(?:${minuteWords})$`), (minutes) => minutes],
  [new RegExp(`^(\\d+(?:\\.\\d+)?) ?(?:${hourWords})$`), (hours) => Math.round(hours * 60)],
  [
    new RegExp(`^(\\d+) ?(?:${hourWords}) ?([0-5]?\\d) ?(?:${minuteWords})?$`),
    (hours, minutes) => hours * 60 + minutes,
  ],
  [new RegExp(`^(\\d+):([0-5]\\d) ?(?:${hourWords})$`), (hours, minutes) => hours * 60 + minutes],
  [/^half(?: an?)? hour$/, () => 30],
  [/^an? hour$/, () => 60],
];

/** "90", "1:30", "1.5": a length only where nothing else is asked for. */
const bareShapes: readonly Shape[] = [
  [/^(\d+)$/, (minutes) => minutes],
  [/^(\d+):([0-5]\d)$/, (hours, minutes) => hours * 60 + minutes],
  [/^(\d*\.\d+)$/, (hours) => Math.round(hours * 60)],
];

/** The minutes of a length that names its unit, in small letters; undefined where it is none. */
export function minutesIn(text: string): number | undefined {
  return read(text, shapes);
}

/** The durations that a visit may have next to so many minutes: one where it may take just that, none where it is too long. */
export function durationsNear(minutes: number): number[] {
  if (minutes < 1 || minutes > LONGEST_VISIT) return [];
  const [below, above] = [Math.floor, Math.ceil].map(
    (round) => round(minutes / DURATION_STEP) * DURATION_STEP,
  );
  return [...new Set([below!, above!])].filter((one) => one > 0);
}

/** What somebody typed where a duration is asked for: its minutes, or what is wrong with it in words. */
export function readDuration(typed: string): { minutes: number } | { problem: string } {
  const text = typed.normalize('NFKC').trim().toLowerCase().replace(/\s+/gu, ' ');
  if (/^[-−]\d/.test(text)) return { problem: 'A duration can’t be below zero.' };
  const minutes = read(text, [...shapes, ...bareShapes]);
  if (minutes === undefined)
    return { problem: `“${typed.trim()}” isn’t a duration. Enter it like 90, 1:30 or 1.5 h.` };
  const near = durationsNear(minutes);
  if (near.length === 0) return { problem: 'Enter 5 minutes to 24 hours.' };
  if (near.includes(minutes)) return { minutes };
  // Whoever writes a single figure may well mean hours.
  const hours = /^\d$/.test(text) ? [minutes * 60] : [];
  return {
    problem: `Durations are in steps of 5 minutes: ${[...near, ...hours].map(lengthInWords).join(' or ')}?`,
  };
}

/** The next duration up or down that is a multiple of a step. */
export function steppedDuration(minutes: number, step: number, way: 1 | -1): number {
  const next = (way > 0 ? Math.floor(minutes / step) : Math.ceil(minutes / step)) * step + way * step;
  return Math.min(Math.max(next, DURATION_STEP), LONGEST_VISIT);
}

function read(text: string, known: readonly Shape[]): number | undefined {
  for (const [shape, count] of known) {
    const parts = shape.exec(text);
    if (parts) return count(Number(parts[1]), Number(parts[2]));
  }
  return undefined;
}

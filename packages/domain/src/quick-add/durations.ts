import { lengthInWords } from '../values/clock-words.ts';
import { LONGEST_VISIT } from '../visits/rules.ts';
import type { Choice, Reading } from './sentence.ts';

const STEP = 5;

const hourWords = 'h|hr|hrs|hour|hours';
const minuteWords = 'm|min|mins|minute|minutes';
/** "90m", "1h", "1.5h", "1h30", "1h30m", "1:30h". */
const shapes: readonly [RegExp, (hours: number, minutes: number) => number][] = [
  [new RegExp(`^(\\d+) ?(?:${minuteWords})$`), (minutes) => minutes],
  [new RegExp(`^(\\d+(?:\\.\\d+)?) ?(?:${hourWords})$`), (hours) => hours * 60],
  [
    new RegExp(`^(\\d+) ?(?:${hourWords}) ?(\\d{1,2}) ?(?:${minuteWords})?$`),
    (hours, minutes) => hours * 60 + minutes,
  ],
  [new RegExp(`^(\\d+):(\\d\\d) ?(?:${hourWords})$`), (hours, minutes) => hours * 60 + minutes],
  [/^half(?: an?)? hour$/, () => 30],
  [/^an? hour$/, () => 60],
];
const mostWords = 4;

export function durationChoice(value: number): Choice<number> {
  return { value, label: lengthInWords(value) };
}

/** How long a visit takes. The longest reading counts: "1 hour 30 min" is one length. */
export function readDuration(texts: readonly string[]): Reading<number> | undefined {
  for (let length = Math.min(mostWords, texts.length); length > 0; length--) {
    const minutes = minutesOf(texts.slice(0, length).join(' '));
    if (minutes !== undefined) return { length, ...possible(minutes) };
  }
  return undefined;
}

function minutesOf(text: string): number | undefined {
  for (const [shape, count] of shapes) {
    const parts = shape.exec(text);
    if (parts) return count(Number(parts[1]), Number(parts[2]));
  }
  return undefined;
}

/** Durations are multiples of five minutes, up to a day. */
function possible(minutes: number): Pick<Reading<number>, 'choices' | 'question'> {
  if (minutes < 1 || minutes > LONGEST_VISIT)
    return { choices: [], question: 'A visit takes from 5 minutes to 24 hours.' };
  if (minutes % STEP === 0) return { choices: [durationChoice(minutes)] };
  const near = [Math.floor(minutes / STEP) * STEP, Math.ceil(minutes / STEP) * STEP];
  return {
    choices: near.filter((one) => one > 0).map(durationChoice),
    question: 'Durations are multiples of 5 minutes. Which one?',
  };
}

import { lengthInWords } from '../values/clock-words.ts';
import { durationsNear, minutesIn } from '../visits/duration.ts';
import type { Choice, Reading } from './sentence.ts';

const mostWords = 4;

export function durationChoice(value: number): Choice<number> {
  return { value, label: lengthInWords(value) };
}

/** How long a visit takes. The longest reading counts: "1 hour 30 min" is one length. */
export function readDuration(texts: readonly string[]): Reading<number> | undefined {
  for (let length = Math.min(mostWords, texts.length); length > 0; length--) {
    const minutes = minutesIn(texts.slice(0, length).join(' '));
    if (minutes !== undefined) return { length, ...possible(minutes) };
  }
  return undefined;
}

/** Durations are multiples of five minutes, up to a day. */
function possible(minutes: number): Pick<Reading<number>, 'choices' | 'question'> {
  const near = durationsNear(minutes);
  const choices = near.map(durationChoice);
  if (near.length === 0) return { choices, question: 'A visit takes from 5 minutes to 24 hours.' };
  return near.includes(minutes)
    ? { choices }
    : { choices, question: 'Durations are multiples of 5 minutes. Which one?' };
}

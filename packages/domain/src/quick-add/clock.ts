import type { LocalTime } from '../values/local-time.ts';

/** A time as somebody writes it: "2", "2pm", "14:00", "9.30am", "noon". */
export interface Clock {
  /** The minutes of the day that it may mean; a bare 2 is either of two. */
  readonly either: readonly number[];
  /** Whether it can be nothing but a time: "2pm" and "9:30", not "2". */
  readonly isPlain: boolean;
  readonly isCertain: boolean;
}

const HOUR = 60;
const HALF_DAY = 12 * HOUR;
const shape = /^(\d{1,2})(?:[:.](\d\d))? ?([ap])?\.?(?:m\.?)?$/;

export function readClock(text: string): Clock | undefined {
  if (text === 'noon' || text === 'midday') return { either: [HALF_DAY], isPlain: true, isCertain: true };
  const [, hourText, minuteText, half] = shape.exec(text) ?? [];
  if (hourText === undefined || (half === undefined && text.endsWith('m'))) return undefined;
  const hour = Number(hourText);
  const minute = Number(minuteText ?? 0);
  if (hour > 23 || minute > 59 || (half && (hour < 1 || hour > 12))) return undefined;
  const isPlain = half !== undefined || minuteText !== undefined;
  const isOfDay = hour === 0 || hour > 12 || hourText.startsWith('0');
  if (isOfDay) return { either: [hour * HOUR + minute], isPlain, isCertain: true };
  const morning = (hour % 12) * HOUR + minute;
  if (half) return { either: [half === 'a' ? morning : morning + HALF_DAY], isPlain, isCertain: true };
  return { either: [morning, morning + HALF_DAY], isPlain, isCertain: false };
}

export function localTime(minute: number): LocalTime {
  const two = (count: number) => String(count).padStart(2, '0');
  return `${two(Math.floor(minute / HOUR))}:${two(minute % HOUR)}` as LocalTime;
}

/** "2:00 pm". */
export function clockInWords(time: LocalTime): string {
  const [hour, minute] = time.split(':').map(Number);
  return `${hour! % 12 === 0 ? 12 : hour! % 12}:${String(minute).padStart(2, '0')} ${hour! < 12 ? 'am' : 'pm'}`;
}

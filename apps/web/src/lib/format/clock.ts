/** A time of day in words: "9:30 am" of 09:30. */
export function clockWords(time: string): string {
  const [hours, minutes] = [Number(time.slice(0, 2)), time.slice(3, 5)];
  return `${hours % 12 === 0 ? 12 : hours % 12}:${minutes} ${hours < 12 ? 'am' : 'pm'}`;
}

const typed = /^(\d{1,2})(?:[:.h ]?(\d{2}))?\s*(?:([ap])\.?m?\.?)?$/;
/** Without am or pm, 1 to 5 is the afternoon: nobody begins work at three in the morning without saying so. */
const earliestMorning = 6;

/** A time as somebody types it, as in 7, 730, 7.30, 3:30 pm or 15:30; undefined where it is none. */
export function readClock(text: string): string | undefined {
  const [, hour, minute = '00', half] = typed.exec(text.trim().toLowerCase()) ?? [];
  if (hour === undefined || Number(minute) > 59) return undefined;
  const hours = hourOf(Number(hour), half, hour.startsWith('0'));
  return hours === undefined ? undefined : `${String(hours).padStart(2, '0')}:${minute}`;
}

function hourOf(hour: number, half: string | undefined, isWhole: boolean): number | undefined {
  if (half !== undefined) return hour >= 1 && hour <= 12 ? (hour % 12) + (half === 'p' ? 12 : 0) : undefined;
  if (hour > 23) return undefined;
  return !isWhole && hour > 0 && hour < earliestMorning ? hour + 12 : hour;
}

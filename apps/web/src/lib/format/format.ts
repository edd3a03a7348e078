const locale = 'en-AU';

/**
 * A moment as people say it: "Mon 16 Nov, 9:05 am", with the year when it is not this one. In the given zone, which is named
 * where the reader's own clock shows something else; or in the reader's own.
 */
export function moment(at: string, timeZone?: string): string {
  const date = new Date(at);
  const isThisYear = yearOf(date, timeZone) === yearOf(new Date(), timeZone);
  const clock = formatterOf({
    hour: 'numeric',
    minute: '2-digit',
    timeZone,
    ...(timeZone !== undefined && isElsewhere(date, timeZone) ? { timeZoneName: 'short' } : {}),
  }).format(date);
  return `${shortDay(date, !isThisYear, timeZone)}, ${clock}`;
}

/** "Mon 16 Nov", or with the year. Put together here: browsers neither agree on a comma nor on "Sep" or "Sept". */
export function shortDay(at: Date, withYear: boolean, timeZone?: string): string {
  const format = formatterOf(
    { weekday: 'short', day: 'numeric', month: 'short', year: 'numeric', timeZone },
    'en-US',
  );
  const parts = format.formatToParts(at);
  const names = ['weekday', 'day', 'month', ...(withYear ? ['year'] : [])];
  return names.map((name) => parts.find(({ type }) => type === name)?.value).join(' ');
}

/** Whether the reader's own clock shows another time than that of the zone. */
export function isElsewhere(at: Date, timeZone: string): boolean {
  const clock = { dateStyle: 'short', timeStyle: 'short' } as const;
  return formatterOf(clock).format(at) !== formatterOf({ ...clock, timeZone }).format(at);
}

function yearOf(at: Date, timeZone: string | undefined): string {
  return formatterOf({ year: 'numeric', timeZone }).format(at);
}

const formatters = new Map<string, Intl.DateTimeFormat>();

/** Made once each: it takes far longer than to format with it, and a board shows hundreds of times. */
export function formatterOf(options: Intl.DateTimeFormatOptions, language = locale): Intl.DateTimeFormat {
  const key = JSON.stringify([language, options]);
  const made = formatters.get(key) ?? new Intl.DateTimeFormat(language, options);
  formatters.set(key, made);
  return made;
}

/** "16 November", with the year when it is not this one. */
export function dayOfMonth(at: string, timeZone?: string): string {
  const date = new Date(at);
  const isThisYear = yearOf(date, timeZone) === yearOf(new Date(), timeZone);
  return formatterOf({
    day: 'numeric',
    month: 'long',
    timeZone,
    ...(!isThisYear && { year: 'numeric' }),
  }).format(date);
}

/** "Monday, 16 November" */
export function day(at: Date, timeZone?: string): string {
  return new Intl.DateTimeFormat(locale, { weekday: 'long', day: 'numeric', month: 'long', timeZone }).format(
    at,
  );
}

/** Prices are kept in cents; whole dollars are shown without them. */
export function money(cents: number): string {
  return new Intl.NumberFormat(locale, {
    style: 'currency',
    currency: 'AUD',
    trailingZeroDisplay: 'stripIfInteger',
  }).format(cents / 100);
}

/** How long to wait, rounded up to what a person counts in: "40 seconds", "3 minutes". */
export function wait(seconds: number): string {
  const whole = Math.ceil(seconds);
  const [count, unit] = whole < 60 ? [whole, 'second'] : [Math.ceil(whole / 60), 'minute'];
  return new Intl.NumberFormat(locale, { style: 'unit', unit, unitDisplay: 'long' }).format(count);
}

const thousand = 1_000;

/** "13 bytes", "840 kB", "1.2 MB": as the file manager of a computer says it. */
export function fileSize(bytes: number): string {
  if (bytes < thousand) return bytes === 1 ? '1 byte' : `${bytes} bytes`;
  const power = Math.min(3, Math.floor(Math.log10(bytes) / 3));
  const value = bytes / thousand ** power;
  return new Intl.NumberFormat(locale, {
    style: 'unit',
    unit: ['kilobyte', 'megabyte', 'gigabyte'][power - 1]!,
    maximumFractionDigits: power > 1 && value < 10 ? 1 : 0,
  }).format(value);
}

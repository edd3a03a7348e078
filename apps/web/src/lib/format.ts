const locale = 'en-AU';

/** A moment as people say it: "Mon 16 Nov, 9:05 am", in the given zone or the reader's own. */
export function moment(at: string, timeZone?: string): string {
  return new Intl.DateTimeFormat(locale, {
    weekday: 'short',
    day: 'numeric',
    month: 'short',
    hour: 'numeric',
    minute: '2-digit',
    timeZone,
  }).format(new Date(at));
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

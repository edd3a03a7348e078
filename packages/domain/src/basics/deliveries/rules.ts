const FIRST_PAUSE_SECONDS = 5;
const LONGEST_PAUSE_SECONDS = 3_600;
/** Whoever asks for a longer pause is asked again before: their clock may be wrong. */
const LONGEST_ASKED_SECONDS = 86_400;
/** So many failures one after the other are no hiccup. */
const BROKEN_FROM = 5;

/** How long nothing is tried after so many failures in a row: doubled each time, and at least as long as the other side has asked for. */
export function pauseSeconds(failures: number, askedSeconds: number): number {
  const grown = FIRST_PAUSE_SECONDS * 2 ** Math.min(failures - 1, 20);
  return Math.max(
    Math.min(grown, LONGEST_PAUSE_SECONDS),
    Math.min(Math.ceil(askedSeconds), LONGEST_ASKED_SECONDS),
  );
}

/** Whether a person should know: from then on little is tried. */
export function isBroken(failures: number): boolean {
  return failures >= BROKEN_FROM;
}

/** What a `Retry-After` asks for: seconds, or a date. 0 where it asks for nothing that can be read. */
export function askedPause(header: string | undefined, now: number): number {
  if (header === undefined) return 0;
  if (/^\d{1,9}$/.test(header)) return Number(header);
  const until = Date.parse(header);
  return Number.isNaN(until) ? 0 : Math.max(0, (until - now) / 1000);
}

/** How far a delivery has come on its way. */
export type DeliveryState =
  | 'queued'
  | 'claimed'
  | 'waiting'
  | 'accepted'
  | 'confirmed'
  | 'failed'
  | 'unknown'
  | 'expired'
  | 'cancelled';

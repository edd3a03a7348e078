/** A moment as the phone's own field for day and time takes it, by the phone's clock. */
export function toField(moment: string | number): string {
  const at = new Date(moment);
  const shifted = new Date(at.getTime() - at.getTimezoneOffset() * 60_000);
  return shifted.toISOString().slice(0, 16);
}

/** The moment that such a field tells; undefined where it tells none. */
export function fromField(text: string): string | undefined {
  const at = new Date(text);
  return text === '' || Number.isNaN(at.getTime()) ? undefined : at.toISOString();
}

/** What is wrong with corrected times, in words; undefined where they are fine. */
export function timesProblem(
  arrived: string | undefined,
  done: string | undefined,
  now: number,
): string | undefined {
  if (arrived === undefined || done === undefined) return 'Give the day and the time.';
  if (Date.parse(done) < Date.parse(arrived)) return 'The end is before the beginning.';
  return Date.parse(done) > now + 60_000 ? 'That is still to come.' : undefined;
}

/** Muster's office hours are Sydney's, wherever the server stands and whoever reads. */
export const OFFICE_ZONE = 'Australia/Sydney';

/** A moment as the office's clock has it. */
export function officeTime(at: Date | string): Temporal.ZonedDateTime {
  return Temporal.Instant.fromEpochMilliseconds(new Date(at).getTime()).toZonedDateTimeISO(OFFICE_ZONE);
}

/** The date and the time of day, to the minute and without a zone: "2026-01-05T09:30". */
export function officeText(at: Date | string): string {
  return officeTime(at).toPlainDateTime().toString({ smallestUnit: 'minute' });
}

/** The moment that such a text means; undefined where it is no date and time at all. */
export function fromOfficeText(text: string): string | undefined {
  try {
    const at = Temporal.PlainDateTime.from(text).toZonedDateTime(OFFICE_ZONE);
    return new Date(at.epochMilliseconds).toISOString();
  } catch (error) {
    if (error instanceof RangeError) return undefined;
    throw error;
  }
}

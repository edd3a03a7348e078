/** An appointment as calendar programs take it (RFC 5545). Moments are texts of any zone, as in JSON. */
export interface CalendarEvent {
  /** The same for as long as the appointment exists. */
  readonly uid: string;
  readonly start: string;
  readonly end: string;
  readonly modified: string;
  /** Rises with every change. */
  readonly sequence: number;
  readonly status: 'TENTATIVE' | 'CONFIRMED' | 'CANCELLED';
  readonly summary: string;
  readonly location: string;
  readonly description: string;
  /** Empty where there is nothing to open. */
  readonly url: string;
}

export interface Calendar {
  readonly name: string;
  /** An IANA name: in which a program may show it that asks. */
  readonly zone: string;
  readonly events: readonly CalendarEvent[];
}

/** How often programs are asked to look again; most keep to a pace of their own. */
const REFRESH = 'PT15M';

/** The whole calendar as it is sent. Nothing in it depends on when it is asked for, so that what is unchanged is the same text. */
export function calendarText({ name, zone, events }: Calendar): string {
  return written('PUBLISH', events, [
    `NAME:${escapeText(name)}`,
    `X-WR-CALNAME:${escapeText(name)}`,
    `X-WR-TIMEZONE:${escapeText(zone)}`,
    `REFRESH-INTERVAL;VALUE=DURATION:${REFRESH}`,
    `X-PUBLISHED-TTL:${REFRESH}`,
  ]);
}

/** Some appointments for whoever opens the file: they come into a calendar of their own, or out of it where they are cancelled. */
export function appointmentsText(method: 'PUBLISH' | 'CANCEL', events: readonly CalendarEvent[]): string {
  return written(method, events);
}

function written(method: string, events: readonly CalendarEvent[], about: readonly string[] = []): string {
  const lines = [
    'BEGIN:VCALENDAR',
    'VERSION:2.0',
    'PRODID:-//Muster//Calendar feed//EN',
    'CALSCALE:GREGORIAN',
    `METHOD:${method}`,
    ...about,
    ...events.flatMap(eventLines),
    'END:VCALENDAR',
  ];
  return lines.map((line) => `${foldLine(line)}\r\n`).join('');
}

function eventLines(event: CalendarEvent): string[] {
  return [
    'BEGIN:VEVENT',
    `UID:${event.uid}`,
    `DTSTAMP:${utc(event.modified)}`,
    `LAST-MODIFIED:${utc(event.modified)}`,
    `SEQUENCE:${event.sequence}`,
    `DTSTART:${utc(event.start)}`,
    `DTEND:${utc(event.end)}`,
    `STATUS:${event.status}`,
    `SUMMARY:${escapeText(event.summary)}`,
    ...(event.location === '' ? [] : [`LOCATION:${escapeText(event.location)}`]),
    ...(event.description === '' ? [] : [`DESCRIPTION:${escapeText(event.description)}`]),
    ...(event.url === '' ? [] : [`URL:${event.url}`]),
    'END:VEVENT',
  ];
}

/** "20261116T220000Z". */
function utc(moment: string): string {
  return new Date(moment).toISOString().replaceAll(/[-:]|\.\d+/g, '');
}

const breaks = /\r\n|[\n\r\u2028\u2029]/gu;
/** What a text may not hold: control characters, but for the tab. */
const controls = /(?!\t)\p{Cc}/gu;

/** A text as the value of a property, on one line (RFC 5545, 3.3.11). */
export function escapeText(text: string): string {
  return text
    .toWellFormed()
    .replaceAll(/[\\;,]/g, String.raw`\$&`)
    .replaceAll(breaks, String.raw`\n`)
    .replaceAll(controls, '');
}

/** In octets of UTF-8, without the break (RFC 5545, 3.1). */
const LONGEST_LINE = 75;

/** A line in pieces of at most 75 octets, each but the first behind a space. No character is cut in two. */
export function foldLine(line: string): string {
  let folded = '';
  let octets = 0;
  for (const character of line) {
    const size = octetsOf(character.codePointAt(0)!);
    if (octets + size > LONGEST_LINE) {
      folded += '\r\n ';
      octets = 1;
    }
    folded += character;
    octets += size;
  }
  return folded;
}

function octetsOf(codePoint: number): number {
  if (codePoint < 0x80) return 1;
  if (codePoint < 0x800) return 2;
  return codePoint < 0x1_0000 ? 3 : 4;
}

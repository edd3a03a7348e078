import { centsInWords } from '@muster/domain/values/cents';
import { dateAt } from '@muster/domain/values/local-time';
import { minuteAt } from '@muster/domain/values/minutes';
import type { ReactNode } from 'react';
import { dayWords } from '../../format/calendar-day.ts';
import { moment } from '../../format/format.ts';
import './timeline.css';

/** Something that happened to a document, or that is going to. */
export interface TimelineEntry {
  /** What tells two of them apart. */
  key: string;
  kind:
    | 'issued'
    | 'sent'
    | 'seen'
    | 'reminded'
    | 'paid'
    | 'credited'
    | 'failed'
    | 'tried'
    | 'asked'
    | 'declined';
  /** A moment, or the day where only that is known. */
  at: string;
  /** When it was written down; of what is known by its day alone, it tells what came first on that day. */
  recordedAt?: string;
  text: ReactNode;
  /** In cents, where money is what it is about. */
  amount?: number;
  /** How, by whom, and what can be done about it. */
  detail?: ReactNode;
  /** Whether it is still to come, such as the next reminder. */
  isAhead?: boolean;
}

/** Never by colour alone. */
const strokes: Readonly<Record<TimelineEntry['kind'], string>> = {
  issued: 'M6 3.5h5.5L15 7v9.5H6zM11.5 3.5V7H15M8.3 10.5h4M8.3 13.2h4',
  sent: 'M16.5 3.5 9 11M16.5 3.5l-4.7 13L9 11 3.5 8.2z',
  seen: 'M2.5 10S5.3 5 10 5s7.5 5 7.5 5-2.8 5-7.5 5-7.5-5-7.5-5zM10 12a2 2 0 1 0 0-4 2 2 0 0 0 0 4z',
  reminded: 'M10 3.5a4.5 4.5 0 0 1 4.5 4.5c0 4 1.5 5 1.5 5H4s1.5-1 1.5-5A4.5 4.5 0 0 1 10 3.5zM8.5 16h3',
  paid: 'M4.5 10.5l3.5 3.5 7.5-8',
  credited: 'M7.5 5 4 8.5 7.5 12M4 8.5h8a4 4 0 0 1 0 8h-2',
  failed: 'M10 3.5 17 16H3zM10 8.5v3M10 13.7h.01',
  asked: 'M7.5 7.5a2.500 2.500 0 1 1 3.500 2.300c-.7.3-1 .8-1 1.700M10 14.500h.01',
  declined: 'M5.500 5.500l9 9M14.500 5.500l-9 9',
  tried: 'M8 3h4M8.8 3v5L4.5 15.2A1.2 1.2 0 0 0 5.5 17h9a1.2 1.2 0 0 0 1-1.8L11.2 8V3M6.3 12.5h7.4',
};

/** What became of a document, the latest last, and then what is to come. */
export function Timeline({ entries, zone }: { entries: readonly TimelineEntry[]; zone: string }) {
  const sorted = entries.toSorted(
    (a, b) =>
      Number(a.isAhead ?? false) - Number(b.isAhead ?? false) ||
      placeOf(a, zone).localeCompare(placeOf(b, zone)),
  );
  return (
    <ol className="timeline">
      {sorted.map(({ key, kind, at, text, amount, detail, isAhead }) => (
        <li key={key} data-kind={kind} data-ahead={isAhead || undefined}>
          <svg className="m-icon" viewBox="0 0 20 20" aria-hidden>
            <path d={strokes[kind]} />
          </svg>
          <p className="timeline__text">
            <span>{text}</span>
            {amount !== undefined && <span className="timeline__amount">{centsInWords(amount)}</span>}
          </p>
          <time dateTime={at}>{isDay(at) ? dayWords(at) : moment(at, zone)}</time>
          {detail !== undefined && <div className="timeline__detail">{detail}</div>}
        </li>
      ))}
    </ol>
  );
}

function isDay(at: string): boolean {
  return at.length === 'YYYY-MM-DD'.length;
}

/**
 * What is known only by its day stands where it was written down on that day. What was written down later comes after what has a moment
 * of that day: nobody pays before there is an invoice.
 */
function placeOf({ at, recordedAt }: Pick<TimelineEntry, 'at' | 'recordedAt'>, zone: string): string {
  const moment = isDay(at) ? recordedAt : at;
  if (moment === undefined) return `${at} later`;
  const day = dateAt(minuteAt(moment), zone);
  return isDay(at) && day !== at ? `${at} later` : `${day} at ${new Date(moment).toISOString()}`;
}

import type { News } from '@muster/domain/field/my-visits/schema';
import { dayOf } from '../day/days.ts';
import { clockAt, countWords, shortDayWords } from '../day/words.ts';

/** A line of what the office did; where it leads, if it is still somebody's own. */
export interface NewsLine {
  readonly key: string;
  readonly kind: News['kind'];
  readonly word: string;
  readonly who: string;
  readonly when: string;
  /** Who did it, and when. */
  readonly by: string;
  readonly visit: string | undefined;
}

const words = { new: 'New', moved: 'Moved', cancelled: 'Cancelled', gone: 'No longer yours' } as const;

/** More new visits of one day than this are one line: a week that was planned at once is no list of surprises. */
const MOST_OF_A_DAY = 2;

/** What there is to tell, in the order in which it happened. `now` and `zone` are the business's. */
export function newsLines(news: readonly News[], now: number, zone: string): NewsLine[] {
  const today = dayOf(now, zone);
  const dayIn = ({ starts_at, zone }: News) => dayOf(starts_at!, zone);
  const isOfMany = (line: News) => line.kind === 'new' && dayIn(line) !== today;
  const byDay = Map.groupBy(news.filter(isOfMany), dayIn);
  const many = [...byDay.values()].filter((lines) => lines.length > MOST_OF_A_DAY);
  const folded = new Set(many.flat());
  return news.flatMap((line): NewsLine[] => {
    if (!folded.has(line)) return [lineOf(line, today, now, zone)];
    const lines = many.find((day) => day.includes(line))!;
    // Told where the last of them happened.
    if (line !== lines.at(-1)) return [];
    const who = countWords(lines.length, 'visit');
    const when = shortDayWords(dayIn(line));
    const by = byWords(line, today, zone);
    return [{ key: `new ${dayIn(line)}`, kind: 'new', word: words.new, who, when, by, visit: undefined }];
  });
}

function lineOf(line: News, today: string, now: number, zone: string): NewsLine {
  const { visit_id, kind, customer, suburb } = line;
  return {
    key: visit_id,
    kind,
    word: words[kind],
    who: [customer || 'A visit', suburb].filter(Boolean).join(', '),
    when: whenWords(line, dayOf(now, line.zone)),
    by: byWords(line, today, zone),
    visit: kind === 'new' || kind === 'moved' ? visit_id : undefined,
  };
}

/** By the clocks at the site: "9:00 am → 10:00 am", "Fri 20 Nov, 9:00 am". What is of another day carries its date. */
function whenWords({ was_at, starts_at, zone }: News, today: string): string {
  const at = (moment: string, isBeside: (day: string) => boolean) => {
    const day = dayOf(moment, zone);
    return isBeside(day) ? clockAt(moment, zone) : `${dayWords(day, today)}, ${clockAt(moment, zone)}`;
  };
  if (was_at === null || starts_at === null) return at((starts_at ?? was_at)!, (day) => day === today);
  const [from, to] = [dayOf(was_at, zone), dayOf(starts_at, zone)];
  const isOneDay = from === to;
  return `${at(was_at, (day) => isOneDay && day === today)} → ${at(starts_at, () => isOneDay)}`;
}

function dayWords(day: string, today: string): string {
  return day === today ? 'today' : shortDayWords(day);
}

function byWords({ by, at }: News, today: string, zone: string): string {
  const day = dayOf(at, zone);
  const when = day === today ? clockAt(at, zone) : `${shortDayWords(day)}, ${clockAt(at, zone)}`;
  return `${by === '' ? 'The office' : by}, ${when}`;
}

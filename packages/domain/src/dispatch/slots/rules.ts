import { dateInWords, dayInWords, lengthInWords } from '../../values/clock-words.ts';
import type { LocalDate } from '../../values/local-time.ts';
import { addDays, momentOf } from '../../values/local-time.ts';
import type { EpochMinutes } from '../../values/minutes.ts';
import { epochMinutes } from '../../values/minutes.ts';
import { listInWords } from '../../values/words.ts';
import { usualWindows, windowInWords } from '../../work/visits/promise.ts';
import type { BoardTables } from '../board/schema.ts';
import type { Board, BoardTechnician, BoardVisit, Span } from '../scheduling/board/board.ts';
import { skillName } from '../scheduling/board/prepare.ts';
import type { WantedVisit } from './schema.ts';

/** A visit that nobody has written down, under an id of its own. */
export const WANTED = '00000000-0000-4000-8000-000000000000';

/** The site of a visit that does not exist yet; one without an address is local to the business. */
export type WantedSite = BoardTables['sites'][number];

export function placeOnly(
  { latitude, longitude }: NonNullable<WantedVisit['position']>,
  zone: string,
): WantedSite {
  const nobody = { preferred: [], banned: [], position_is_exact: false, position_is_found: false };
  return { id: WANTED, version: 1, name: '', suburb: '', latitude, longitude, zone, ...nobody };
}

/** The tables of a board as if the visit were waiting to be planned. */
export function withWanted(tables: BoardTables, wanted: WantedVisit, site: WantedSite): BoardTables {
  const { priority = 'P3' } = wanted;
  const about = { job_type_id: null, description: '' };
  return {
    ...tables,
    customers: [...tables.customers, { id: WANTED, version: 1, name: '' }],
    sites: [...tables.sites.filter(({ id }) => id !== site.id), site],
    jobs: [...tables.jobs, { ...one, ...about, customer_id: WANTED, site_id: site.id, priority }],
    visits: [...tables.visits, wantedRow(wanted)],
  };
}

/** The visit as a row of its table. */
export function wantedRow(wanted: WantedVisit): BoardTables['visits'][number] {
  const {
    site_id: _site,
    suburb_id: _suburb,
    position: _position,
    from: _from,
    priority: _priority,
    beyond_agreed: _beyond,
    ...asked
  } = wanted;
  return { ...blank, ...asked, ...one, job_id: WANTED };
}

const one = { id: WANTED, version: 1, number: 1 };
const blank = {
  on_date: null,
  window_from: null,
  window_to: null,
  not_before: null,
  due_by: null,
  crew_size: 1,
  skills: [],
  crew_skills: [],
  check_list: [],
  note: '',
  dispatched_at: null,
  outcome: null,
  outcome_reason: '',
  cancelled_at: null,
  return_of: null,
  entered_at: null,
  entered_by: null,
  confirmed_at: null,
  confirmed_for: null,
  created_at: '1970-01-01T00:00:00+00:00',
};

/** Whoever rings wants to hear of a day in this week. */
export const SLOT_DAYS = 7;

/** What a visit asks for of the days that are looked at. */
type AskedDays = Pick<BoardTables['visits'][number], 'on_date' | 'window_from' | 'not_before'>;

/**
 * The days on which slots are looked for: the one that was agreed, or a week from the first that somebody wants. A site in another zone
 * may have that day on two days of the business.
 */
export function slotDays(
  { on_date, not_before }: AskedDays,
  {
    today,
    from = today,
    isElsewhere,
  }: { today: LocalDate; from?: LocalDate | undefined; isElsewhere: boolean },
): { from: LocalDate; to: LocalDate } {
  const later = (a: LocalDate, b: LocalDate) => (a > b ? a : b);
  if (on_date !== null) {
    const around = isElsewhere ? 1 : 0;
    const first = later(today, addDays(on_date as LocalDate, -around));
    return { from: first, to: later(first, addDays(on_date as LocalDate, around)) };
  }
  const first = later(later(today, from), (not_before ?? today) as LocalDate);
  return { from: first, to: addDays(first, SLOT_DAYS - 1) };
}

/** The times of day among which somebody on the telephone chooses: those of the usual windows, each on every day of the board. */
export function partsOfDay({ days, business: { zone } }: Pick<Board, 'days' | 'business'>): Span[][] {
  const inner = usualWindows.slice(1).map(({ from }) => from);
  return [undefined, ...inner].map((from, at) =>
    days.map(({ date, start, end }) => {
      const to = inner[at];
      return {
        start: from === undefined ? start : momentOf(date, from, zone),
        end: epochMinutes((to === undefined ? end : momentOf(date, to, zone)) - 1),
      };
    }),
  );
}

/** Why there is no slot for a visit, and whether later days would have none for the same reason. */
export interface NoSlot {
  readonly text: string;
  readonly isForGood: boolean;
}

/** Asked where nothing was found between two moments: the first thing that is missing, from what the visit needs to who is free. */
export function whyNoSlot(board: Board, visit: BoardVisit, from: EpochMinutes, until: EpochMinutes): NoSlot {
  const { row } = visit;
  const active = [...board.technicians.values()].filter((one) => one.row.isActive);
  if (active.length === 0) return forGood('No technician is active. Make someone active first.');
  const when = whenInWords(board, visit, from, until);
  const times = timesOf(visit, from, until);
  if (times.length === 0)
    return notNow(`The agreed time is over${row.date ? ` (${dateInWords(row.date)})` : ''}.`);
  const able = active.filter((one) => isAble(visit, one, from));
  if (able.length < row.crewSize) return forGood(tooFewAble(board, visit, active, able, from));
  const days = able.filter(({ parts }) => parts.some((part) => times.some((time) => meets(part, time))));
  if (days.length < row.crewSize)
    return notNow(
      days.length === 0
        ? `No one who can do this visit works ${when}.`
        : `The visit needs ${row.crewSize} people, and only ${days.length} who can do it ${days.length === 1 ? 'works' : 'work'} ${when}.`,
    );
  const longest = Math.max(...able.flatMap(({ parts }) => parts.map((part) => part.latestEnd - part.start)));
  if (longest < row.duration)
    return notNow(
      `The visit takes ${lengthInWords(row.duration)}, longer than anyone who can do it has in a day ${when}.`,
    );
  return notNow(
    row.crewSize > 1
      ? `No ${row.crewSize} people who can do this visit are free together ${when}.`
      : `Everyone who can do this visit is booked ${when}.`,
  );
}

function forGood(text: string): NoSlot {
  return { text, isForGood: true };
}

function notNow(text: string): NoSlot {
  return { text, isForGood: false };
}

/** "on Tue 1 Dec, 9–11 am", "between Mon 16 Nov and Sun 22 Nov". */
function whenInWords(board: Board, { row }: BoardVisit, from: EpochMinutes, until: EpochMinutes): string {
  const { zone } = board.business;
  const [first, last] = [dayInWords(from, zone), dayInWords(epochMinutes(until - 1), zone)];
  const day =
    row.date !== null
      ? `on ${dateInWords(row.date)}`
      : first === last
        ? `on ${first}`
        : `between ${first} and ${last}`;
  return row.window === null ? day : `${day}, ${windowInWords(row.window.from, row.window.to)}`;
}

/** When it may start, as far as that is asked about. */
function timesOf({ windows, notBefore }: BoardVisit, from: EpochMinutes, until: EpochMinutes): Span[] {
  const least = Math.max(from, notBefore ?? from);
  return (windows ?? [{ start: from, end: until }]).flatMap(({ start, end }) => {
    const span = { start: epochMinutes(Math.max(start, least)), end: epochMinutes(Math.min(end, until)) };
    return span.start <= span.end ? [span] : [];
  });
}

function meets(part: { readonly start: number; readonly latestEnd: number }, { start, end }: Span): boolean {
  return part.start <= end && part.latestEnd > start;
}

function isAble({ row }: BoardVisit, { row: { id }, skills }: BoardTechnician, from: EpochMinutes): boolean {
  return !row.banned.includes(id) && row.skills.every((skill) => (skills.get(skill) ?? -Infinity) > from);
}

function tooFewAble(
  { business }: Board,
  { row }: BoardVisit,
  active: readonly BoardTechnician[],
  able: readonly BoardTechnician[],
  from: EpochMinutes,
): string {
  const next = 'Change what the visit needs, or who can do it.';
  const lacking = row.skills.filter(
    (skill) => active.filter(({ skills }) => (skills.get(skill) ?? -Infinity) > from).length < row.crewSize,
  );
  const names = listInWords(
    (lacking.length > 0 ? lacking : row.skills).map((skill) => skillName(business, skill)),
  );
  if (able.length > 0)
    return `The visit needs ${row.crewSize} people, and only ${able.length} can do it. ${next}`;
  return names === '' ? `No one may do this visit. ${next}` : `No one active has ${names}. ${next}`;
}

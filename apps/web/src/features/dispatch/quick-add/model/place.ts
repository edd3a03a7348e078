import { boardRows } from '@muster/domain/dispatch/board/rules';
import type { BoardTables } from '@muster/domain/dispatch/board/schema';
import type { Intake } from '@muster/domain/dispatch/intake/schema';
import type { WantedSite } from '@muster/domain/dispatch/slots/rules';
import { withVisits } from '@muster/domain/dispatch/scheduling/board/prepare';
import { earliestFit } from '@muster/domain/dispatch/scheduling/board/earliest-fit';
import type { Board } from '@muster/domain/dispatch/scheduling/board/board';
import { dateInWords, timeInWords } from '@muster/domain/values/clock-words';
import { type LocalDate, type LocalTime, momentOf, weekdayOf } from '@muster/domain/values/local-time';
import { check } from '@muster/domain/dispatch/scheduling/board/check';
import { reasonInWords, refusals } from '@muster/domain/dispatch/scheduling/board/reasons';
import { epochMinutes, type EpochMinutes, minutes } from '@muster/domain/values/minutes';
import type { JobType } from '../../../../lib/choices/jobs.ts';

/** Where on the board a new visit goes, or why it waits. */
export type Place =
  | { readonly kind: 'planned'; readonly technician: string; readonly start: EpochMinutes }
  | { readonly kind: 'waits'; readonly why: string };

export interface Wanted {
  readonly visit: NonNullable<Intake['visits']>[number];
  readonly priority: Intake['priority'];
  readonly customer: string;
  readonly site: WantedSite;
  readonly type: JobType | undefined;
  readonly technician: string | undefined;
}

const STEP = minutes(5);
/** Where no time was asked for, the middle of a morning tells who is away. */
const NINE = '09:00';
const ID = 'new';

/** The earliest moment of the agreed day, in the window if there is one, at which the technician can be there. */
export function placeFor(board: Board, tables: BoardTables, wanted: Wanted): Place {
  const { technician } = wanted;
  const date = wanted.visit.on_date as LocalDate | null | undefined;
  if (technician === undefined || !date) return { kind: 'waits', why: 'It’s in the tray, ready to plan.' };
  const name = board.technicians.get(technician)?.row.name ?? 'The technician';
  const day = board.days.find((one) => one.date === date);
  if (day === undefined)
    return {
      kind: 'waits',
      why: `It’s in the tray: the board isn’t showing ${dateInWords(date)}. Go to that day to plan it for ${name}.`,
    };
  const after = withVisits(board, boardRows(tablesWith(tables, wanted), board.now).visits);
  const last = epochMinutes(day.end - 1);
  const start = earliestFit(after, after.visits.get(ID)!, [technician], day.start, last, STEP);
  if (start === undefined)
    return {
      kind: 'waits',
      why: `It’s in the tray: ${name} has no room for it on ${dateInWords(date)}. ${whyNot(after, wanted, day.date)}`.trim(),
    };
  return { kind: 'planned', technician, start };
}

/** What stands in the way at the time that was asked for: another visit, leave, a day off. */
function whyNot(board: Board, { technician, visit, site }: Wanted, date: LocalDate): string {
  const known = board.visits.get(ID)!;
  const at = momentOf(date, (visit.window_from ?? NINE) as LocalTime, site.zone);
  const [first] = refusals(check(board, known, [technician!], at));
  return first === undefined ? '' : reasonInWords(board, known, first).long;
}

/** Why nobody would be sent on a day: it is a holiday, or neither the business nor a technician with a week of their own works then. */
export function closedOn(
  date: LocalDate,
  {
    business,
    holidays,
    technicians,
  }: Pick<BoardTables, 'holidays'> & {
    business: Pick<BoardTables['business'], 'working_week'>;
    technicians: readonly Pick<BoardTables['technicians'][number], 'is_active' | 'working_week'>[];
  },
): string | undefined {
  const holiday = holidays.find((one) => one.date === date);
  if (holiday) return `${dateInWords(date)} is a public holiday: ${holiday.name}.`;
  const own = technicians.flatMap(({ is_active, working_week }) => (is_active ? (working_week ?? []) : []));
  const works = [...business.working_week, ...own].some(({ weekday }) => weekday === weekdayOf(date));
  return works ? undefined : `You’re closed on ${dateInWords(date)}.`;
}

export function placeInWords(board: Board, place: Place): string {
  if (place.kind === 'waits') return place.why;
  const name = board.technicians.get(place.technician)!.row.name;
  return `It’s planned for ${name} at ${timeInWords(place.start, board.business.zone)}.`;
}

/** Tables that hold the new visit alone, beside what it refers to. */
function tablesWith(tables: BoardTables, { visit, priority, customer, site, type }: Wanted): BoardTables {
  return {
    ...tables,
    technicians: [],
    tickets: [],
    absences: [],
    assignments: [],
    customers: [{ id: ID, version: 1, name: customer }],
    sites: [site],
    jobs: [
      {
        id: ID,
        version: 1,
        number: 0,
        customer_id: ID,
        site_id: site.id,
        job_type_id: type?.id ?? null,
        description: '',
        priority: priority ?? 'P3',
      },
    ],
    visits: [
      {
        id: ID,
        version: 1,
        job_id: ID,
        number: 1,
        on_date: null,
        window_from: null,
        window_to: null,
        not_before: null,
        due_by: null,
        crew_size: type?.crew_size ?? 1,
        skills: type?.skills ?? [],
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
        created_at: '',
        ...visit,
        duration: visit.duration ?? type!.duration,
      },
    ],
  };
}

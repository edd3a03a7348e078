import { boardRows } from '@muster/domain/board/rules';
import type { BoardTables } from '@muster/domain/board/schema';
import type { NewJob } from '@muster/domain/jobs/schema';
import { withVisits } from '@muster/domain/scheduling/board/change';
import { earliestFit } from '@muster/domain/scheduling/board/earliest-fit';
import type { Board } from '@muster/domain/scheduling/board/prepared';
import { dateInWords, timeInWords } from '@muster/domain/values/clock-words';
import type { LocalDate } from '@muster/domain/values/local-time';
import { epochMinutes, type EpochMinutes, minutes } from '@muster/domain/values/minutes';
import type { JobType, Site } from '../api.ts';

/** Where on the board a new visit goes, or why it waits. */
export type Place =
  | { readonly kind: 'planned'; readonly technician: string; readonly start: EpochMinutes }
  | { readonly kind: 'waits'; readonly why: string };

export interface Wanted {
  readonly job: NewJob;
  readonly customer: string;
  readonly site: Site;
  readonly type: JobType | undefined;
  readonly technician: string | undefined;
}

const STEP = minutes(5);
const ID = 'new';

/** The earliest moment of the agreed day, in the window if there is one, at which the technician can be there. */
export function placeFor(board: Board, tables: BoardTables, wanted: Wanted): Place {
  const { technician } = wanted;
  const date = wanted.job.visits?.[0]?.on_date as LocalDate | null | undefined;
  if (technician === undefined || !date)
    return { kind: 'waits', why: 'It waits in the tray until it is planned.' };
  const name = board.technicians.get(technician)?.row.name ?? 'The technician';
  const day = board.days.find((one) => one.date === date);
  if (day === undefined)
    return {
      kind: 'waits',
      why: `It waits in the tray: the board does not show ${dateInWords(date)}. Turn to that day to plan it for ${name}.`,
    };
  const after = withVisits(board, boardRows(tablesWith(tables, wanted), board.now).visits);
  const last = epochMinutes(day.end - 1);
  const start = earliestFit(after, after.visits.get(ID)!, [technician], day.start, last, STEP);
  if (start === undefined)
    return {
      kind: 'waits',
      why: `It waits in the tray: ${name} has no room for it on ${dateInWords(date)}.`,
    };
  return { kind: 'planned', technician, start };
}

export function placeInWords(board: Board, place: Place): string {
  if (place.kind === 'waits') return place.why;
  const name = board.technicians.get(place.technician)!.row.name;
  return `It is planned for ${name} at ${timeInWords(place.start, board.business.zone)}.`;
}

/** Tables that hold the new visit alone, beside what it refers to. */
function tablesWith(tables: BoardTables, { job, customer, site, type }: Wanted): BoardTables {
  const visit = job.visits![0]!;
  return {
    ...tables,
    technicians: [],
    tickets: [],
    absences: [],
    assignments: [],
    customers: [{ id: job.customer_id, version: 1, name: customer }],
    sites: [site],
    jobs: [
      {
        id: ID,
        version: 1,
        number: 0,
        customer_id: job.customer_id,
        site_id: site.id,
        job_type_id: type?.id ?? null,
        description: '',
        priority: job.priority ?? 'P3',
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
        created_at: '',
        ...visit,
        duration: visit.duration ?? type!.duration,
      },
    ],
  };
}

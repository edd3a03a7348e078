import type { Move } from '@muster/domain/board/expect';
import type { Attention } from '@muster/domain/scheduling/board/attention';
import { earliestFit } from '@muster/domain/scheduling/board/earliest-fit';
import type { Board, BoardDay, BoardVisit } from '@muster/domain/scheduling/board/prepared';
import { timeInWords } from '@muster/domain/values/clock-words';
import { epochMinutes, type EpochMinutes, minutes } from '@muster/domain/values/minutes';

/** What can be done about it with one press. */
export type Remedy = { readonly label: string } & (
  | { readonly kind: 'move'; readonly move: Move }
  | { readonly kind: 'unschedule'; readonly visit: string }
  | { readonly kind: 'longer'; readonly visit: string; readonly duration: number }
);

const STEP = minutes(5);
const MORE = 30;
const LONGEST = 24 * 60;

/** The most useful first. Only what would be accepted as things stand is offered. */
export function remediesFor(board: Board, day: BoardDay, attention: Attention): Remedy[] {
  if (attention.kind === 'ticket') return [];
  const visit = board.visits.get(attention.visit);
  if (visit === undefined) return [];
  const { row } = visit;
  if (attention.kind === 'running over') {
    const duration = Math.ceil((row.duration + attention.by) / MORE) * MORE;
    if (duration > LONGEST) return [];
    return [{ kind: 'longer', label: `Plan ${duration} min`, visit: row.id, duration }];
  }
  const crew = (board.assignments.get(row.id) ?? []).map(({ technician }) => technician);
  const same = crew.length > 0 ? placeFor(board, day, visit, [crew]) : undefined;
  const others = row.crewSize === 1 ? [...board.technicians.keys()].filter((id) => !crew.includes(id)) : [];
  const other = placeFor(
    board,
    day,
    visit,
    others.map((id) => [id]),
  );
  return [
    ...(same ? [moveTo(visit, same, `Move to ${wordsOf(board, same)}`)] : []),
    ...(other ? [moveTo(visit, other, `${nameOf(board, other)}, ${wordsOf(board, other)}`)] : []),
    ...(crew.length > 0 ? [{ kind: 'unschedule' as const, label: 'Back to the tray', visit: row.id }] : []),
  ];
}

interface Place {
  readonly technicians: readonly string[];
  readonly start: EpochMinutes;
}

/** The crew that can begin first, from now on, that day. */
function placeFor(
  board: Board,
  day: BoardDay,
  visit: BoardVisit,
  crews: readonly (readonly string[])[],
): Place | undefined {
  const from = epochMinutes(Math.max(day.start, board.now));
  let best: Place | undefined;
  for (const technicians of crews) {
    const until = epochMinutes(best === undefined ? day.end : best.start - STEP);
    const start = earliestFit(board, visit, technicians, from, until, STEP);
    if (start !== undefined) best = { technicians, start };
  }
  return best;
}

function moveTo({ row }: BoardVisit, place: Place, label: string): Remedy {
  return { kind: 'move', label, move: { visit: row.id, ...place } };
}

function wordsOf({ business }: Board, { start }: Place): string {
  return timeInWords(start, business.zone);
}

function nameOf({ technicians }: Board, place: Place): string {
  return technicians.get(place.technicians[0]!)!.row.name;
}

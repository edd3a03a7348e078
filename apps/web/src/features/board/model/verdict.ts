import { check } from '@muster/domain/scheduling/board/check';
import { earliestFit } from '@muster/domain/scheduling/board/earliest-fit';
import type { Board, BoardVisit } from '@muster/domain/scheduling/board/prepared';
import { type Reason, refusals } from '@muster/domain/scheduling/board/reasons';
import { reasonInWords } from '@muster/domain/scheduling/board/words/reason';
import { epochMinutes, type EpochMinutes, minutes } from '@muster/domain/values/minutes';

/** Whether a visit fits somewhere, and what speaks against it. */
export interface Verdict {
  /** Where it would begin: where it was asked for, or at the next moment that fits. */
  readonly start: EpochMinutes;
  readonly kind: 'fits' | 'warns' | 'refuses';
  readonly reasons: readonly Reason[];
  /** Beside the visit, where the technician is in sight. */
  readonly short: string;
}

/** Whoever lets go a little too early means the moment at which it fits. */
const REACH = 45;
const STEP = minutes(5);

export function judge(
  board: Board,
  visit: BoardVisit,
  technicians: readonly string[],
  asked: EpochMinutes,
  isExact = false,
): Verdict {
  const reasons = check(board, visit, technicians, asked);
  if (refusals(reasons).length === 0 || isExact) return verdictOf(board, visit, asked, reasons);
  const later = epochMinutes(asked + REACH);
  const start = earliestFit(board, visit, technicians, asked, later, STEP);
  if (start === undefined) return verdictOf(board, visit, asked, reasons);
  return verdictOf(board, visit, start, check(board, visit, technicians, start));
}

/** What speaks against a visit taking so long where it stands, but for what somebody has decided about before. */
export function judgeLength(board: Board, id: string, duration: number): Verdict {
  const visit = board.visits.get(id)!;
  const crew = board.assignments.get(id) ?? [];
  const { start } = crew[0]!;
  const longer = { ...visit, row: { ...visit.row, duration: minutes(duration) } };
  const technicians = crew.map(({ technician }) => technician);
  const decided = new Set(crew.flatMap(({ overrides }) => overrides.map(({ rule }) => rule)));
  const reasons = check(board, longer, technicians, start);
  return verdictOf(
    board,
    longer,
    start,
    reasons.filter(({ rule, canOverride }) => !canOverride || !decided.has(rule)),
  );
}

/** The window speaks against every technician alike: what differs between them is told first. */
function whatDiffersFirst(reasons: readonly Reason[]): Reason[] {
  return reasons.toSorted((a, b) => Number(a.rule === 'window') - Number(b.rule === 'window'));
}

/** A verdict from the reasons that were found. */
export function verdictOf(
  board: Board,
  visit: BoardVisit,
  start: EpochMinutes,
  reasons: readonly Reason[],
): Verdict {
  const against = refusals(reasons);
  const told = whatDiffersFirst(against.length > 0 ? against : reasons).map(
    (reason) => reasonInWords(board, visit, reason).short,
  );
  const kind = against.length > 0 ? 'refuses' : reasons.length > 0 ? 'warns' : 'fits';
  return { start, kind, reasons, short: [...new Set(told)].join(', ') };
}

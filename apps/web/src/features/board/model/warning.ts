import { check } from '@muster/domain/scheduling/board/check';
import type { Delay } from '@muster/domain/scheduling/board/delay';
import type { Board } from '@muster/domain/scheduling/board/prepared';
import type { Reason } from '@muster/domain/scheduling/board/reasons';
import { reasonInWords } from '@muster/domain/scheduling/board/words/reason';
import { lengthInWords } from '@muster/domain/values/clock-words';

/** What is wrong with where a visit stands. */
export interface Warning {
  readonly short: string;
  readonly long: string;
  /** Whether it cannot be done so, and nobody has said that it is meant. */
  readonly isHard: boolean;
}

/** "20 min late", in the words of whoever comes. */
export function lateWords({ by }: Pick<Delay, 'by'>): string {
  return `${lengthInWords(by)} late`;
}

/** What has begun or is over is as it is: nothing is gained by warning of it. */
const open = new Set(['planned', 'dispatched']);

/** Rules that a visit breaks where it stands, on purpose or not, and what should be better. */
export function warningOf(board: Board, id: string): Warning | undefined {
  const visit = board.visits.get(id)!;
  const crew = board.assignments.get(id) ?? [];
  const start = crew[0]?.start;
  if (!open.has(visit.row.state) || start === undefined) return undefined;
  const technicians = crew.map(({ technician }) => technician);
  const reasons = check(board, visit, technicians, start);
  if (reasons.length === 0) return undefined;
  const meant = new Map(crew.flatMap(({ overrides }) => overrides.map(({ rule, reason }) => [rule, reason])));
  const words = (length: 'short' | 'long') => (reason: Reason) => {
    const why = meant.get(reason.rule);
    const text = reasonInWords(board, visit, reason)[length];
    return why === undefined ? text : `${text} (on purpose: ${why})`;
  };
  return {
    short: [...new Set(reasons.map(words('short')))].join(', '),
    long: [...new Set(reasons.map(words('long')))].join(' '),
    isHard: reasons.some(({ kind, rule }) => kind === 'hard' && !meant.has(rule)),
  };
}

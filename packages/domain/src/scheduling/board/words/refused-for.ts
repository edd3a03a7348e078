import type { Board, BoardVisit } from '../prepared.ts';
import type { Reason } from '../reasons.ts';
import { reasonInWords } from './reason.ts';

/** What speaks against a booking, in words and as data: as a refusal tells it. */
export type RefusedFor = {
  readonly rule: string;
  readonly text: string;
  readonly can_override: boolean;
  readonly detail: object;
};

export function refusedFor(board: Board, visit: BoardVisit, reason: Reason): RefusedFor {
  return {
    rule: reason.rule,
    text: reasonInWords(board, visit, reason).long,
    can_override: reason.canOverride,
    detail: { visit_id: visit.row.id, ...reason },
  };
}

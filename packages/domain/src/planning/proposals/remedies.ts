import { minuteOf, momentText } from '../../work/assignments/rules.ts';
import type { Board } from '../../dispatch/scheduling/board/board.ts';
import { minutes, minutesAfter } from '../../values/minutes.ts';
import { agreementFor } from './rules.ts';
import type { ProposalItem, Remedy } from './schema.ts';

type Placement = ProposalItem['after'];

/** What a remedy makes of the items of a proposal. */
export interface Remedied {
  /** As they are then, those that are new among them. */
  readonly changed: readonly ProposalItem[];
  /** Ids of those that differ no more from the board. */
  readonly gone: readonly string[];
}

/** Puts a remedy for one of the items among the others. `newId` names items that there were not. */
export function remedied(
  board: Board,
  items: readonly ProposalItem[],
  item: ProposalItem,
  remedy: Remedy,
  newId: () => string,
): Remedied {
  const all = remedy.moves.map((move) => {
    const own = items.find(({ visit_id }) => visit_id === move.visit_id);
    // What has been accepted already is where the board has it.
    const open = own?.accepted_at === null ? own : undefined;
    const { row } = board.visits.get(move.visit_id)!;
    const start = move.starts_at === null ? null : minuteOf(move.starts_at);
    const isIt = move.visit_id === item.visit_id;
    const asked = {
      overtime: remedy.kind === 'overtime' && start !== null,
      ...(isIt && remedy.duration !== undefined && { duration: remedy.duration }),
    };
    const agreed = start === null ? null : agreementFor(row, start, asked, open?.agreed ?? null);
    const length = minutes(agreed?.edit.duration ?? row.duration);
    const before = open ? open.before : standing(board, move.visit_id);
    const after =
      start === null
        ? null
        : {
            technicians: move.technicians,
            starts_at: momentText(start),
            ends_at: momentText(minutesAfter(start, length)),
          };
    return {
      id: own?.id ?? newId(),
      visit_id: move.visit_id,
      kind: kindOf(before, after),
      before,
      after,
      reasons: isIt ? [remedy.words] : [makesRoomFor(board, item)],
      remedies: [],
      agreed,
      accepted_at: null,
    };
  });
  const isGone = ({ before, after, agreed }: ProposalItem) => agreed === null && isSame(before, after);
  return {
    changed: all.filter((each) => !isGone(each)),
    gone: all.filter(isGone).map(({ id }) => id),
  };
}

/** The items of a proposal as a remedy leaves them. */
export function withRemedied(items: readonly ProposalItem[], { changed, gone }: Remedied): ProposalItem[] {
  const ids = new Set([...gone, ...changed.map(({ id }) => id)]);
  return [...items.filter(({ id }) => !ids.has(id)), ...changed];
}

function kindOf(before: Placement, after: Placement): ProposalItem['kind'] {
  if (before === null) return after === null ? 'unplaced' : 'added';
  return after === null ? 'freed' : 'moved';
}

function makesRoomFor({ visits }: Board, { visit_id }: ProposalItem): ProposalItem['reasons'][number] {
  return [{ text: 'makes room for ' }, { text: visits.get(visit_id)?.row.customer ?? '', visit: visit_id }];
}

/** Where the board has a visit. */
function standing({ assignments }: Board, visit: string): Placement {
  const crew = assignments.get(visit) ?? [];
  const [first] = crew;
  if (first === undefined) return null;
  return {
    technicians: crew.map(({ technician }) => technician),
    starts_at: momentText(first.start),
    ends_at: momentText(first.end),
  };
}

function isSame(a: Placement, b: Placement): boolean {
  if (a === null || b === null) return false;
  return (
    minuteOf(a.starts_at) === minuteOf(b.starts_at) &&
    a.technicians.length === b.technicians.length &&
    a.technicians.every((id) => b.technicians.includes(id))
  );
}

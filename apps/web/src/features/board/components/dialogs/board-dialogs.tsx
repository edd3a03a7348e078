import type { Board, BoardDay } from '@muster/domain/scheduling/board/prepared';
import { dateAt, type LocalDate } from '@muster/domain/values/local-time';
import type { Focus } from '../../model/focus.ts';
import { DropAnyway } from './drop-anyway.tsx';
import { FindSlot } from './find-slot.tsx';
import type { useMoves } from '../state/use-moves.ts';

interface BoardDialogsProps {
  board: Board;
  days: readonly BoardDay[];
  moves: ReturnType<typeof useMoves>;
  /** The visit that a place is looked for. */
  seeking: string | undefined;
  onSought: () => void;
  onFocus: (focus: Focus) => void;
  onShowDay: (date: LocalDate) => void;
}

/** The decisions that a move may ask for: whether to put it there anyway, and which of the best places it goes to. */
export function BoardDialogs(props: BoardDialogsProps) {
  const { board, days, moves, seeking, onSought } = props;
  return (
    <>
      {moves.asked && board.visits.has(moves.asked.drag.visit) && (
        <DropAnyway
          board={board}
          visit={moves.asked.drag.visit}
          reasons={moves.asked.reasons}
          onDrop={moves.dropAnyway}
          onClose={moves.leave}
        />
      )}
      {seeking && board.visits.has(seeking) && (
        <FindSlot
          board={board}
          visit={seeking}
          from={days[0]!.date}
          onClose={onSought}
          onBook={(technicians, start) => {
            onSought();
            props.onFocus({ technician: technicians[0]!, visit: seeking });
            const date = dateAt(start, board.business.zone);
            if (days.every((day) => day.date !== date)) props.onShowDay(date);
            void moves.commands.move({ visit: seeking, technicians, start });
          }}
        />
      )}
    </>
  );
}

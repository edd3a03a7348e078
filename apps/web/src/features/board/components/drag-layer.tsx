import type { Board, BoardVisit } from '@muster/domain/scheduling/board/prepared';
import { timeInWords } from '@muster/domain/values/clock-words';
import { leftOf } from '../model/axis.ts';
import { crewFor } from '../model/crew.ts';
import type { Drag } from '../model/drag.ts';
import { judge, type Verdict } from '../model/verdict.ts';
import type { Layout } from './use-drag.ts';
import type { Window } from './use-window.ts';

interface DragLayerProps {
  board: Board;
  drag: Drag;
  layout: Layout;
  window: Window;
}

/** While a visit is in somebody's hand, every row in sight says whether it fits there, and why not. */
export function DragLayer({ board, drag, layout, window }: DragLayerProps) {
  const visit = board.visits.get(drag.visit);
  if (!visit || drag.target.kind !== 'slot') return null;
  const { technician: pointed, start } = drag.target;
  const shown = layout.order.slice(window.first, window.end);
  return (
    <div className="drag-layer" aria-hidden>
      {shown.map((technician, at) => {
        const isPointed = technician === pointed;
        const verdict = judge(
          board,
          visit,
          crewFor(board, drag, technician, start, layout.order),
          start,
          drag.by === 'keys',
        );
        return (
          <Hint
            key={technician}
            verdict={verdict}
            visit={visit}
            zone={board.business.zone}
            isPointed={isPointed}
            left={leftOf(layout.axis, verdict.start)}
            width={visit.row.duration * layout.axis.scale}
            top={(window.first + at) * layout.rowHeight}
          />
        );
      })}
    </div>
  );
}

interface HintProps {
  verdict: Verdict;
  visit: BoardVisit;
  zone: string;
  isPointed: boolean;
  left: number;
  width: number;
  top: number;
}

function Hint({ verdict, visit, zone, isPointed, left, width, top }: HintProps) {
  const words = verdict.kind === 'fits' ? 'Fits' : verdict.short;
  return (
    <div
      className="drag-hint"
      data-kind={verdict.kind}
      data-pointed={isPointed || undefined}
      style={{ left: `calc(var(--names) + ${left}px)`, top, width }}
    >
      {isPointed && <b>{visit.row.customer}</b>}
      <span>
        {isPointed && `${timeInWords(verdict.start, zone)} · `}
        {words}
      </span>
    </div>
  );
}

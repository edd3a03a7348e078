import { Button, CloseButton, Kbd } from '@mantine/core';
import { lateNews } from '@muster/domain/dispatch/scheduling/board/attention';
import type { Board } from '@muster/domain/dispatch/scheduling/board/board';
import { TellLate } from '../../../../lib/kit/tell-late.tsx';
import { BulkBar } from '../../../../lib/kit/list/bulk-bar.tsx';
import { type Drag, GRID } from '../model/drag.ts';
import type { useCommands } from './state/use-moves.ts';
import { currentScenario } from '../../../../lib/board/scenario.ts';

interface SelectionBarProps {
  board: Board;
  selected: ReadonlySet<string>;
  isSelecting: boolean;
  /** What was taken up to be put down with a click or by keys. */
  held: Drag | undefined;
  commands: ReturnType<typeof useCommands>;
  onResize: (visit: string, duration: number) => void;
  onMove: (visit: string) => void;
  onUnschedule: (drag: Drag) => void;
  onDispatchVisits: (visits: readonly string[]) => void;
  onCancel: () => void;
  onClear: () => void;
  /** What else can be done with them. */
  more: React.ReactNode;
}

/** Everything that dragging does, without dragging: what is selected is moved, taken off, made longer; and where it goes is clicked. */
export function SelectionBar(props: SelectionBarProps) {
  const { board, selected, isSelecting, held, commands, onClear } = props;
  if (held) return <Held {...props} held={held} />;
  if (isSelecting && selected.size === 0)
    return (
      <Frame label="Selecting">
        <span>Click visits to select them.</span>
        <CloseButton aria-label="Stop selecting" onClick={onClear} />
      </Frame>
    );
  const all = [...selected];
  const one = all.length === 1 ? board.visits.get(all[0]!) : undefined;
  const late = one && lateNews(board, one);
  const longer = (by: number) => {
    for (const visit of all) {
      const duration = board.visits.get(visit)!.row.duration + by;
      if (duration >= GRID) props.onResize(visit, duration);
    }
  };
  return (
    <BulkBar count={selected.size} onClear={onClear}>
      <Button variant="subtle" onClick={() => props.onMove(all[0]!)}>
        Move…
      </Button>
      <Button
        variant="subtle"
        onClick={() => void commands.unschedule(...all).then((isDone) => isDone && onClear())}
      >
        Unschedule
      </Button>
      <Button variant="subtle" onClick={() => void commands.togglePin(...all)}>
        Pin
      </Button>
      {currentScenario() === null && (
        <Button variant="subtle" onClick={() => props.onDispatchVisits(all)}>
          Dispatch
        </Button>
      )}
      <Button variant="subtle" title="By 15 minutes" onClick={() => longer(-GRID)}>
        Shorten
      </Button>
      <Button variant="subtle" title="By 15 minutes" onClick={() => longer(GRID)}>
        Lengthen
      </Button>
      {late && <TellLate visit={all[0]!} news={late} zone={one.row.site.zone} size="sm" variant="subtle" />}
      {props.more}
    </BulkBar>
  );
}

function Held({ board, selected, held, onUnschedule, onCancel }: SelectionBarProps & { held: Drag }) {
  const customer = board.visits.get(held.visit)?.row.customer ?? 'The visit';
  const others = selected.has(held.visit) ? selected.size - 1 : 0;
  return (
    <Frame label="Moving">
      <span>
        <b>{customer}</b>
        {others > 0 && ` and ${others} more`}: <Kbd>←</Kbd> <Kbd>→</Kbd> <Kbd>↑</Kbd> <Kbd>↓</Kbd> to move,{' '}
        <Kbd>↵</Kbd> to put down, or click where it should start.
      </span>
      {held.from !== null && (
        <Button variant="subtle" onClick={() => onUnschedule(held)}>
          Return to tray
        </Button>
      )}
      <Button onClick={onCancel}>Cancel</Button>
    </Frame>
  );
}

function Frame({ label, children }: { label: string; children: React.ReactNode }) {
  return (
    <div className="bulk-bar-frame">
      <div className="bulk-bar" role="toolbar" aria-label={label}>
        {children}
      </div>
    </div>
  );
}

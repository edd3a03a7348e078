import { ActionIcon, Button } from '@mantine/core';
import type { BoardTables } from '@muster/domain/board/schema';
import type { Board, BoardDay } from '@muster/domain/scheduling/board/prepared';
import type { LocalDate } from '@muster/domain/values/local-time';
import { Link } from '@tanstack/react-router';
import { BarIcon } from '../../features/board/components/bar/bar-icon.tsx';
import { DispatchDay } from '../../features/board/components/bar/dispatch-day.tsx';
import type { LiveBoard } from '../../features/board/components/state/use-board.ts';
import { QuickAddDoor } from '../../features/quick-add/components/quick-add-door.tsx';

interface LiveActionsProps {
  /** Nothing while it is on its way. */
  live: (LiveBoard & { board: Board; tables: BoardTables }) | undefined;
  days: readonly BoardDay[];
  date: LocalDate;
  today: LocalDate;
  /** Whether quick add is open. */
  isAdding: boolean;
  onAdding: (isAdding: boolean) => void;
}

/** In the bar, what only the live board has: paper, telling the crew, and new work. */
export function LiveActions({ live, days, date, today, isAdding, onAdding }: LiveActionsProps) {
  return (
    <>
      <ActionIcon
        variant="subtle"
        aria-label="Print"
        title="Print the day"
        renderRoot={(props) => <Link to="/print/day" search={{ date }} {...props} />}
      >
        <BarIcon name="print" />
      </ActionIcon>
      {live && days.length === 1 && <DispatchDay live={live} day={days[0]!} />}
      {live && (
        <QuickAddDoor
          board={live.board}
          tables={live.tables}
          today={today}
          isOpen={isAdding}
          onOpen={() => onAdding(true)}
          onClose={() => onAdding(false)}
        />
      )}
      <Button size="compact-sm" renderRoot={(props) => <Link to="/jobs/new" {...props} />}>
        New job
      </Button>
    </>
  );
}

import { Button } from '@mantine/core';
import type { Board, BoardDay } from '@muster/domain/scheduling/board/prepared';
import type { LiveBoard } from '../state/use-board.ts';
import { toDispatch, useCommands } from '../state/use-commands.ts';

/** Tells all crews of a day what is planned for them, in one change. */
export function DispatchDay({ live, day }: { live: LiveBoard & { board: Board }; day: BoardDay }) {
  const { dispatchAll } = useCommands(live);
  const count = toDispatch(live.board, day).length;
  return (
    <Button size="compact-sm" variant="default" disabled={count === 0} onClick={() => void dispatchAll(day)}>
      {count === 0 ? 'All dispatched' : `Dispatch ${count}`}
    </Button>
  );
}

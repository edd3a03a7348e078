import { Splitter } from '@mantine/core';
import type { ReactNode } from 'react';

/** The board, with a map beside it where there is one; what lies between them is moved by pointer and by arrows. */
export function BoardSplit({ beside, children }: { beside: ReactNode; children: ReactNode }) {
  if (!beside) return children;
  return (
    <Splitter className="board__split" lineSize={1} step={5}>
      <Splitter.Pane defaultSize={58} min={30} className="board__half">
        {children}
      </Splitter.Pane>
      <Splitter.Pane defaultSize={42} min={20} className="board__half">
        {beside}
      </Splitter.Pane>
    </Splitter>
  );
}

import type { Board } from '@muster/domain/scheduling/board/prepared';
import { useMemo, useState } from 'react';

/** The visits that somebody has selected. What has left the board since is not among them. */
export function useSelection({ assignments }: Board) {
  const [chosen, setSelected] = useState<ReadonlySet<string>>(new Set());
  const selected = useMemo(
    () => new Set([...chosen].filter((id) => assignments.has(id))),
    [chosen, assignments],
  );
  return [selected, setSelected] as const;
}

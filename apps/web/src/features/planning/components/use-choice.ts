import { useState } from 'react';
import { forgetInTab, keepInTab, keptInTab } from '../../../lib/tab-storage.ts';

const keyOf = (proposal: string) => `muster-proposal-left:${proposal}`;
const noItems: ReadonlySet<string> = new Set();

/** The items of a proposal that somebody does not want, which a reload does not forget. Another proposal begins with all of it. */
export function useChoice(proposal: string | undefined) {
  const [choice, setChoice] = useState<{ of: string; left: ReadonlySet<string> }>();
  if (proposal !== undefined && choice?.of !== proposal)
    setChoice({ of: proposal, left: readLeft(keptInTab(keyOf(proposal))) });
  return {
    left: choice !== undefined && choice.of === proposal ? choice.left : noItems,
    leave: (left: ReadonlySet<string>) => {
      if (proposal === undefined) return;
      setChoice({ of: proposal, left });
      if (left.size === 0) forgetInTab(keyOf(proposal));
      else keepInTab(keyOf(proposal), JSON.stringify([...left]));
    },
  };
}

function readLeft(kept: string | undefined): ReadonlySet<string> {
  return kept === undefined ? noItems : new Set(JSON.parse(kept) as string[]);
}

import { useState } from 'react';
import type { Refusal } from './use-board.ts';

/** Says each new refusal: whoever does not see the note beside the visit hears of it. */
export function useSaidRefusals(refusals: ReadonlyMap<string, Refusal>, say: (text: string) => void): void {
  const [heard, setHeard] = useState(0);
  if (refusals.size === heard) return;
  setHeard(refusals.size);
  const latest = [...refusals.values()].at(-1);
  if (refusals.size > heard && latest) say(latest.text);
}

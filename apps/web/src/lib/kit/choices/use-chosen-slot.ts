import type { WantedVisit } from '@muster/domain/dispatch/slots/schema';
import { useState } from 'react';
import type { Slot } from '../../board/slots.ts';

/** The slot that somebody has chosen, as long as the visit is still the one that it was offered for. */
export function useChosenSlot(wanted: WantedVisit | undefined) {
  const [choice, setChoice] = useState<{ slot: Slot; of: string }>();
  const of = JSON.stringify(wanted ?? null);
  const slot = choice?.of === of ? choice.slot : undefined;
  return [slot, (next: Slot | undefined) => setChoice(next && { slot: next, of })] as const;
}

import type { FoundSlots, SlotQuery, WantedVisit } from '@muster/domain/dispatch/slots/schema';
import { lengthInWords } from '@muster/domain/values/clock-words';
import { answer, api } from '../api/api.ts';

export type Slot = FoundSlots['slots'][number];

/** What is looked for slots for, under a name of its own: a visit that there is, or one that nobody has written down. */
export interface SlotSearch {
  readonly key: readonly unknown[];
  readonly find: (asked: SlotQuery) => Promise<FoundSlots>;
}

export function slotsOfVisit(id: string): SlotSearch {
  return {
    key: ['slots', id],
    find: (query) =>
      answer(api.GET('/services/scheduling/api/v1/visits/{id}/slots', { params: { path: { id }, query } })),
  };
}

export function slotsOfWanted(wanted: WantedVisit): SlotSearch {
  return {
    key: ['slots', wanted],
    find: (asked) => answer(api.POST('/services/scheduling/api/v1/slots', { body: { ...wanted, ...asked } })),
  };
}

/** What a place costs, in minutes of driving. */
export function priceInWords(driving: number): string {
  if (driving === 0) return 'no extra driving';
  return driving > 0 ? `+${lengthInWords(driving)} driving` : `saves ${lengthInWords(-driving)}`;
}

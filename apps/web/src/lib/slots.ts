import type { WantedVisit } from '@muster/domain/slots/schema';
import { answer, api } from './api.ts';

export type Slot = Awaited<ReturnType<typeof find>>[number];

/** The best places for a visit that does not exist yet; asked anew each time. */
export function wantedSlotsQuery(wanted: WantedVisit) {
  return { queryKey: ['slots', wanted], queryFn: () => find(wanted), staleTime: 0, gcTime: 0 };
}

async function find(wanted: WantedVisit) {
  return (await answer(api.POST('/services/scheduling/api/v1/slots', { body: wanted }))).slots;
}

import { isOver } from '@muster/domain/visits/states';
import type { ShownVisit } from '../day/with-waiting.ts';

/** What comes next at a visit; undefined where nothing does. */
export type Step = 'en route' | 'on site' | 'finish';

export function nextStep({ state, progress }: Pick<ShownVisit, 'state' | 'progress'>): Step | undefined {
  if (state === 'cancelled' || isOver(state) || progress === 'done') return undefined;
  if (progress === 'none') return 'en route';
  return progress === 'en route' ? 'on site' : 'finish';
}

export const stepWords = { 'en route': 'On my way', 'on site': 'I have arrived', finish: 'Finish' } as const;

import type { JobState } from '@muster/domain/work/jobs/rules';
import type { VisitState } from '@muster/domain/work/visits/states';

export type WorkState = JobState | VisitState;

/** Strokes on the 20 px grid of the other icons. */
export const workStateStrokes: Record<WorkState, string> = {
  open: 'M10 3.5a6.5 6.5 0 1 0 0 13 6.5 6.5 0 0 0 0-13z',
  unscheduled: 'M10 3.5a6.5 6.5 0 1 0 0 13 6.5 6.5 0 0 0 0-13z',
  scheduled: 'M4 5h12v11.5H4zM4 9h12M7.5 3v3.5M12.5 3v3.5',
  planned: 'M4 5h12v11.5H4zM4 9h12M7.5 3v3.5M12.5 3v3.5',
  dispatched: 'M3 10l14-6-5 13-3-5.5z',
  'en route':
    'M3 13.5V6h8.5v7.5M11.5 9h3l2.5 2.5v2h-1.5M9 13.5h3.5M7.5 15a1.5 1.5 0 1 1-3 0M15.5 15a1.5 1.5 0 1 1-3 0',
  'on site': 'M10 17s5-4.8 5-9a5 5 0 0 0-10 0c0 4.2 5 9 5 9zM10 9.500v.1',
  'in progress': 'M10 3.5a6.5 6.5 0 1 0 6.5 6.5M10 6.500V10l2.5 1.5',
  done: 'M5 10.5l3.4 3.4L15.2 6.6',
  completed: 'M5 10.5l3.4 3.4L15.2 6.6',
  'needs return': 'M4 8h8.500a3.8 3.8 0 0 1 0 7.500H8M7 5L4 8l3 3',
  'could not complete': 'M5.5 5.5l9 9M14.5 5.5l-9 9',
  cancelled: 'M10 3.5a6.5 6.5 0 1 0 0 13 6.5 6.5 0 0 0 0-13zM5.5 14.500l9-9',
};

export function workStateWord(state: WorkState): string {
  return state.charAt(0).toUpperCase() + state.slice(1);
}

import type { visitStates } from '@muster/domain/visits/states';
import './visit-state.css';

type VisitState = (typeof visitStates)[number];

/** Strokes on the grid of the other icons: a state is never told by colour alone. */
const strokes: Record<VisitState, string> = {
  unscheduled: 'M4 10h12',
  planned: 'M4 6h12v10H4zM4 9h12M7.5 4v3M12.5 4v3',
  dispatched: 'M3.5 10 16.5 4l-4 12.5-3-5z',
  'en route': 'M3 13.5V7h8v6.5M11 9h3.5l2.5 2.5v2M5.5 15.5h.1M14 15.5h.1',
  'on site': 'M10 17s-5-4.6-5-8.3a5 5 0 0 1 10 0C15 12.4 10 17 10 17zM10 9h.1',
  completed: 'M5 10.5l3.4 3.4L15.2 6.6',
  'needs return': 'M6 5v4h4M6.3 9A5.5 5.5 0 1 1 5 12.5',
  'could not complete': 'M5.5 5.5l9 9M14.5 5.5l-9 9',
  cancelled: 'M4.5 10a5.5 5.5 0 1 0 11 0 5.5 5.5 0 0 0-11 0M6.2 6.2l7.6 7.6',
};

export function VisitStateBadge({ state }: { state: VisitState }) {
  return (
    <span className="visit-state" data-state={state}>
      <svg className="m-icon" width="14" height="14" viewBox="0 0 20 20" aria-hidden>
        <path d={strokes[state]} />
      </svg>
      {state.charAt(0).toUpperCase() + state.slice(1)}
    </span>
  );
}

import { type WorkState, workStateStrokes, workStateWord } from '../board/work-states.ts';
import './work-state.css';

/** The state of a job or a visit by colour, icon and word. */
export function WorkStateBadge({ state }: { state: WorkState }) {
  return (
    <span className="work-state" data-state={state}>
      <WorkStateIcon state={state} />
      {workStateWord(state)}
    </span>
  );
}

function WorkStateIcon({ state }: { state: WorkState }) {
  return (
    <svg className="m-icon" viewBox="0 0 20 20" aria-hidden>
      <path d={workStateStrokes[state]} />
    </svg>
  );
}

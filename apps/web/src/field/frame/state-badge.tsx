import type { OwnVisit } from '@muster/domain/field/my-visits/schema';
import { workStateStrokes, workStateWord } from '../../lib/board/work-states.ts';
import './state-badge.css';

/** The state of a visit by colour, icon and word; in a narrow place the word is for those who listen. */
export function StateBadge({ state, isShort = false }: { state: OwnVisit['state']; isShort?: boolean }) {
  return (
    <span className="field-state" data-state={state} data-short={isShort || undefined}>
      <svg className="m-icon" viewBox="0 0 20 20" aria-hidden>
        <path d={workStateStrokes[state]} />
      </svg>
      <span className={isShort ? 'm-hidden' : undefined}>{workStateWord(state)}</span>
    </span>
  );
}

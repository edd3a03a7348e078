import { visitStates } from '@muster/domain/work/visits/states';
import { workStateWord } from '../../../../../lib/board/work-states.ts';
import './visit-block.css';
import './legend.css';

/** As visits look that are on a board. */
const shown = visitStates.filter((state) => state !== 'unscheduled');

const signs = [
  { look: { 'data-late': true }, text: 'Running late, or late to start' },
  { look: { 'data-warning': 'conflict' }, text: 'Can’t be done this way' },
  { look: { 'data-warning': 'soft' }, text: 'Could be better' },
  { look: { 'data-confirmed': true }, text: 'Confirmed by the customer' },
  { look: { 'data-pinned': true }, text: 'Pinned: planning leaves it there' },
  { look: { 'data-doubt': 'waiting' }, text: 'Waiting to send' },
];

/** What the tints, edges and signs on the board mean, drawn as the board draws them. */
export function Legend() {
  return (
    <div className="legend">
      <b>Status</b>
      <div className="legend__states">
        {shown.map((state) => (
          <span key={state} className="visit-block" data-state={state}>
            <b>{workStateWord(state)}</b>
          </span>
        ))}
      </div>
      <b>Signs</b>
      <ul>
        {signs.map(({ look, text }) => (
          <li key={text}>
            <span className="visit-block" data-state="dispatched" {...look} aria-hidden />
            {text}
          </li>
        ))}
        <li>
          <span className="legend__tag" data-colour="violet" aria-hidden />
          Colour of the job type
        </li>
        <li>
          <span className="legend__drive" aria-hidden>
            12
          </span>
          Drive, in minutes
        </li>
      </ul>
    </div>
  );
}

import type { Board, BoardVisit } from '../prepared.ts';
import type { Finding } from '../reasons.ts';
import { aboutPeople } from './people.ts';
import type { Phrases, Scene, Words } from './scene.ts';
import { nameOf } from './scene.ts';
import { aboutTimes } from './times.ts';

const phrases: Phrases<Finding['rule']> = { ...aboutPeople, ...aboutTimes };

/** In the board's own zone, but for what was agreed with the customer: that is told by the clocks at the site. */
export function reasonInWords(board: Board, visit: BoardVisit, reason: Finding): Words {
  const technician = 'technician' in reason ? reason.technician : null;
  const who = technician === null ? '' : nameOf(board, technician);
  // The table has a phrase for each rule, but the compiler does not follow the rule from the finding to its phrase.
  const phrase: (finding: never, scene: Scene) => Words = phrases[reason.rule];
  return phrase(reason as never, { board, visit, who });
}

import type { EpochMinutes } from '../../values/minutes.ts';
import { byHand } from '../constraints.ts';
import type { Board, BoardVisit } from './prepared.ts';
import type { OwnQuestion, Question } from './question.ts';
import { askBoard, askTechnician } from './question.ts';
import type { Finding, Reason } from './reasons.ts';
import * as agreement from './rules/agreement.ts';
import * as clashes from './rules/clashes.ts';
import * as hours from './rules/hours.ts';
import * as people from './rules/people.ts';
import * as states from './rules/states.ts';

const ofVisit: readonly ((question: Question) => Finding[])[] = [
  states.state,
  states.pinned,
  agreement.past,
  people.crew,
  people.crewSkills,
  agreement.window,
  agreement.lateness,
  hours.holiday,
];

const ofTechnician: readonly ((question: OwnQuestion) => Finding[])[] = [
  people.inactive,
  people.skill,
  people.ticket,
  people.banned,
  hours.absence,
  clashes.overlap,
  clashes.travel,
  hours.shift,
  hours.breaks,
  people.preference,
];

/**
 * Everything that speaks against these technicians doing the visit from that moment on; nothing does where the answer is
 * empty. Asked of a visit where it stands, it tells what is wrong there.
 */
export function check(
  board: Board,
  visit: BoardVisit,
  technicians: readonly string[],
  start: EpochMinutes,
): Reason[] {
  const question = askBoard(board, visit, technicians, start);
  const findings = ofVisit.flatMap((rule) => rule(question));
  for (const technician of question.technicians) {
    const own = askTechnician(question, technician);
    for (const rule of ofTechnician) findings.push(...rule(own));
  }
  return findings.map(asReason);
}

function asReason(finding: Finding): Reason {
  const answer = byHand.get(finding.rule);
  return {
    ...finding,
    kind: answer === 'warned' ? 'soft' : 'hard',
    canOverride: answer === 'refused without a reason',
  };
}

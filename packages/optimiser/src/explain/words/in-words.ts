import type { Problem } from '@muster/domain/scheduling/problem';

import type { PlanReasons } from '../explain-plan.ts';
import type { Change } from '../why/change.ts';
import type { DayStory } from '../why/day-story.ts';
import type { Blocker } from '../why-not/blockers.ts';
import type { Remedy } from '../why-not/remedy.ts';
import { blockerInWords, hopelessInWords } from './blocker.ts';
import { causeInWords, changeInWords } from './change.ts';
import { dayInWords } from './day.ts';
import type { Names, Part } from './parts.ts';
import { say } from './parts.ts';
import { remedyInWords } from './remedy.ts';
import { sceneOf } from './scene.ts';

/** The reasons of a plan as a dispatcher would say them. */
export type ReasonWords = {
  readonly change: (change: Change) => Part[];
  /** A sentence on what happened to it, one for each blocker. */
  readonly unplaced: (reasons: PlanReasons['unplaced'][number]) => Part[][];
  readonly blocker: (blocker: Blocker) => Part[];
  readonly remedy: (remedy: Remedy) => Part[];
  readonly day: (story: DayStory) => Part[];
};

/** Names are the caller’s, and so are the clocks: parts with a moment are written by the zone of whoever reads them. */
export function reasonWords(problem: Problem, names: Names): ReasonWords {
  const scene = sceneOf(problem, names);
  const blocker = (one: Blocker): Part[] => say(blockerInWords(one, scene));
  return {
    blocker,
    change: (change) => say(changeInWords(change, scene)),
    unplaced: ({ cause, blockers, until }) => [
      ...(cause === undefined ? [] : [say(causeInWords(cause, scene, 'gave way to'))]),
      ...blockers.map(blocker),
      ...(until === undefined ? [] : [say(hopelessInWords(blockers, until))]),
    ],
    remedy: (remedy) => say(remedyInWords(remedy, scene)),
    day: (story) => say(dayInWords(story, scene)),
  };
}

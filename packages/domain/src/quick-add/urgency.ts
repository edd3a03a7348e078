import type { priorities } from '../jobs/rules.ts';
import type { Choice, Reading } from './sentence.ts';

export type Priority = (typeof priorities)[number];

const names: Record<Priority, string> = { P1: 'Emergency', P2: 'Soon', P3: 'Ordinary', P4: 'Whenever' };

export function priorityChoice(value: Priority): Choice<Priority> {
  return { value, label: `${value} ${names[value]}` };
}

/** "p1", "priority 2"; what is only called urgent may be either of two. */
export function readPriority([first, second]: readonly string[]): Reading<Priority> | undefined {
  const short = /^p([1-4])$/.exec(first!)?.[1];
  if (short) return { length: 1, choices: [priorityChoice(`P${short}` as Priority)] };
  if (/^prio(rity)?$/.test(first!) && /^[1-4]$/.test(second ?? ''))
    return { length: 2, choices: [priorityChoice(`P${second}` as Priority)] };
  if (/^(urgent|urgently|emergency|asap)$/.test(first!))
    return {
      length: 1,
      choices: [priorityChoice('P1'), priorityChoice('P2')],
      question: 'How urgent is it?',
    };
  return undefined;
}

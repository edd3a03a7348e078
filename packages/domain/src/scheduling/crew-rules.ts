import { countMatched, crewSize } from './crew.ts';
import type { Violation } from './hard-rules.ts';
import { allowed } from './hard-rules.ts';
import { skillsAt } from './tickets.ts';
import type { ScheduleView } from './walk.ts';
import { crewsOf } from './walk.ts';

/** Each technician holds what all need, and the crew has somebody for each list of skills. */
export function skill(view: ScheduleView): Violation[] {
  const alone = allowed('skill')(view);
  const wrong = new Set(alone.map(({ visit }) => visit));
  const crews = crewsOf(view).flatMap(({ visit, members, starts }): Violation[] => {
    if (visit.crewSkills === undefined || wrong.has(visit.id)) return [];
    const proven = members.map((member, i) => ({ skills: skillsAt(member, starts[i]!) }));
    const missing =
      Math.min(visit.crewSkills.length, members.length) - countMatched(visit.crewSkills, proven);
    return missing > 0 ? [{ rule: 'skill', visit: visit.id, amount: missing }] : [];
  });
  return [...alone, ...crews];
}

export function crew(view: ScheduleView): Violation[] {
  return crewsOf(view).flatMap(({ visit, members, starts }) => {
    const people = new Set(members).size;
    const needed = crewSize(visit);
    return people === needed && members.length === needed && new Set(starts).size === 1
      ? []
      : [{ rule: 'crew' as const, visit: visit.id, amount: Math.abs(needed - people) || 1 }];
  });
}

import type { Technician, Visit } from './problem.ts';

/** How many technicians a visit needs. */
export function crewSize({ crew, crewSkills }: Visit): number {
  return crew ?? crewSkills?.length ?? 1;
}

type Skilled = Pick<Technician, 'skills'>;

export function holdsAll(technician: Skilled, skills: readonly string[]): boolean {
  return skills.every((skill) => technician.skills.includes(skill));
}

/** How many of the lists of skills can be met at once, each by another one of the technicians. */
export function countMatched(
  crewSkills: readonly (readonly string[])[],
  technicians: readonly Skilled[],
): number {
  const matching = startMatching(crewSkills.length, (member, list) =>
    holdsAll(technicians[member]!, crewSkills[list]!),
  );
  return technicians.filter((_, member) => matchMember(matching, member)).length;
}

/** Who of a crew meets which of its lists of skills: holder[list] is a member, or -1. */
export type Matching = {
  readonly holder: number[];
  readonly meets: (member: number, list: number) => boolean;
};

export function startMatching(lists: number, meets: Matching['meets']): Matching {
  return { holder: Array.from({ length: lists }, () => -1), meets };
}

/**
 * Finds a list for one more member: one that is free, or one whose holder can take another (an augmenting path). False,
 * and nothing changed, when others need all that the member could meet. Members who are taken on in the order of their
 * price, the dearest last, are the cheapest crew there is, because crews that can be matched form a matroid.
 */
export function matchMember(matching: Matching, member: number, seen = new Set<number>()): boolean {
  const { holder, meets } = matching;
  for (let list = 0; list < holder.length; list++) {
    if (seen.has(list) || !meets(member, list)) continue;
    seen.add(list);
    if (holder[list]! >= 0 && !matchMember(matching, holder[list]!, seen)) continue;
    holder[list] = member;
    return true;
  }
  return false;
}

/** What the technician can prove at that time: without the skills whose ticket has expired. */
export function skillsAt({ skills, expiries }: Technician, at: number): readonly string[] {
  if (expiries === undefined) return skills;
  const expired = new Set(expiries.filter((expiry) => expiry.at <= at).map(({ skill }) => skill));
  return skills.filter((skill) => !expired.has(skill));
}

/** What the technician can prove to the end of the last shift: more than that nobody needs to plan with. */
export function lastingSkills(technician: Technician): readonly string[] {
  const ends = technician.shifts.map(({ end, latestEnd }) => latestEnd ?? end);
  return skillsAt(technician, Math.max(...ends));
}

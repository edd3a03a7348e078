import type { Technician } from './problem.ts';

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

/** What the code of a plan looks like; a link may carry one, and anybody can write a link. */
const planCode = /^[a-z][a-z0-9_-]{0,31}$/;

export function isPlanCode(text: string): boolean {
  return planCode.test(text);
}

/** Above so many licences the plan before is too small; see the plans themselves (migrations). */
const SOLO_LICENCES = 1;
const CREW_LICENCES = 5;

/** The plan that is meant for so many licences. */
export function planFor(licences: number): 'solo' | 'crew' | 'fleet' {
  if (licences > CREW_LICENCES) return 'fleet';
  return licences > SOLO_LICENCES ? 'crew' : 'solo';
}

/** What the code of a plan looks like; a link may carry one, and anybody can write a link. */
const planCode = /^[a-z][a-z0-9_-]{0,31}$/;

export function isPlanCode(text: string): boolean {
  return planCode.test(text);
}

/** The plan that is meant for so many licences, of all there are, smallest first; the largest for more than any has. */
export function planFor<Plan extends { licences: number }>(licences: number, plans: readonly Plan[]): Plan {
  const plan = plans.find((plan) => plan.licences >= licences) ?? plans.at(-1);
  if (!plan) throw new Error('There are no plans.');
  return plan;
}

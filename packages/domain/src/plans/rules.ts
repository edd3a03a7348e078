/** What the code of a plan looks like; a link may carry one, and anybody can write a link. */
const planCode = /^[a-z][a-z0-9_-]{0,31}$/;

export function isPlanCode(text: string): boolean {
  return planCode.test(text);
}

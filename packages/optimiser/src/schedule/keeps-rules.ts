import type { Work } from './work.ts';

export function routeKeepsRules({ model, state, timing }: Work, r: number): boolean {
  return state.size[r] === 0 || timing.keepsRules(model, state, r);
}

/** Whether all routes changed since the last decision keep the rules. Only asked after a removal that made one later. */
export function touchedKeepRules(work: Work): boolean {
  const { touched } = work;
  for (let i = 0; i < touched.count; i++) if (!routeKeepsRules(work, touched.items[i]!)) return false;
  return true;
}

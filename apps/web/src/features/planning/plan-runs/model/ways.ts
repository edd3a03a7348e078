import type { NewPlanRun, PlanRun } from '@muster/domain/planning/plan-runs/schema';
import { dateInWords } from '@muster/domain/values/clock-words';
import type { LocalDate } from '@muster/domain/values/local-time';

export type Way = NewPlanRun['way'];

/** For how long somebody lets it search. */
export const efforts = [
  { value: 'quick', label: 'Quick', seconds: 5 },
  { value: 'good', label: 'Good', seconds: 15 },
  { value: 'best', label: 'Best', seconds: 60 },
] as const;

export type Effort = (typeof efforts)[number]['value'];

export function secondsOf(effort: Effort): number {
  return efforts.find(({ value }) => value === effort)!.seconds;
}

/** To mend a day takes little searching, and whoever does it is in a hurry. */
export const quickRepair = { way: 'repair', seconds: secondsOf('quick') } as const;

/** "Tue 17 Nov", "Tue 17 Nov to Thu 19 Nov". */
export function daysInWords({ from, to }: Pick<PlanRun, 'from' | 'to'>): string {
  const first = dateInWords(from as LocalDate);
  return from === to ? first : `${first} to ${dateInWords(to as LocalDate)}`;
}

/** What is being done to these days, as in "Dana is planning Tue 17 Nov". */
export function doingInWords(run: Pick<PlanRun, 'from' | 'to' | 'way'>): string {
  const days = daysInWords(run);
  if (run.way === 'fill gaps') return `is filling gaps on ${days}`;
  return run.way === 'repair' ? `is repairing ${days}` : `is planning ${days}`;
}

export const wayNames: Readonly<Record<Way, string>> = {
  plan: 'Proposal',
  'fill gaps': 'Fill the gaps',
  repair: 'Repair',
};

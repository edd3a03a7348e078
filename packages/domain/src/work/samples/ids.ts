import { jobKinds, type JobKind, skillNames } from './trade.ts';

const kinds = {
  skill: 1,
  jobType: 2,
  technician: 3,
  ticket: 4,
  absence: 5,
  customer: 6,
  contact: 7,
  site: 8,
  job: 9,
  visit: 10,
  assignment: 11,
} as const;

/** The same thing has the same id whenever it is made, so that a link to it still leads there. */
export function sampleId(series: number, kind: keyof typeof kinds, index: number): string {
  const group = kinds[kind].toString(16).padStart(3, '0');
  const place = index.toString(16).padStart(8, '0');
  return `0193e5a0-0000-7${group}-8000-${series.toString(16).padStart(4, '0')}${place}`;
}

/** By which ids a business knows the skills and the kinds of jobs of the trade: those that are made for it, or its own of the same names. */
export interface TradeIds {
  readonly skill: (name: (typeof skillNames)[number]) => string;
  readonly jobType: (name: JobKind['name']) => string;
}

export function sampleTrade(series: number): TradeIds {
  return {
    skill: (name) => sampleId(series, 'skill', skillNames.indexOf(name)),
    jobType: (name) =>
      sampleId(
        series,
        'jobType',
        jobKinds.findIndex((kind) => kind.name === name),
      ),
  };
}

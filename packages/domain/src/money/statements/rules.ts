import type { LocalDate } from '../../values/local-time.ts';
import { addDays } from '../../values/local-time.ts';

/** How long what is owed has been due: not yet, up to 30 days, up to 60, up to 90, or longer. */
export const ages = ['not_due', 'to_30', 'to_60', 'to_90', 'older'] as const;
export type Age = (typeof ages)[number];

export const ageWords: Readonly<Record<Age, string>> = {
  not_due: 'Not due yet',
  to_30: '1–30 days',
  to_60: '31–60 days',
  to_90: '61–90 days',
  older: 'Over 90 days',
};

export const owedSorts = ['-balance', 'name', 'oldest'] as const;

/** What happened on an account, in the order of its days. What is taken back counted until then. */
export const entryKinds = [
  'invoice',
  'credit note',
  'payment',
  'refund',
  'payment taken back',
  'refund taken back',
] as const;
export type EntryKind = (typeof entryKinds)[number];

/** More than a year is asked for in parts. */
const MOST_DAYS = 366;

/** Why a statement cannot be of these days, in words. */
export function periodProblem(from: string, to: string): string | undefined {
  if (to < from) return 'The last day can’t be before the first.';
  return to >= addDays(from as LocalDate, MOST_DAYS)
    ? 'A statement covers a year at most. Ask for each year by itself.'
    : undefined;
}

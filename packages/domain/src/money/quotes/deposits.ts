import { centsInWords } from '../../values/cents.ts';

/** What the most is that may be asked for home building work before it begins. */
interface Ceiling {
  /** From which price on, with GST, in cents. */
  readonly from: number;
  /** In hundredths of a percent. */
  readonly percent: number;
}

const TWENTY_THOUSAND = 20_000_00;

/**
 * By state, the lowest price first, as of November 2026: Home Building Act 1989 (NSW) s 8, Domestic Building Contracts Act 1995 (Vic) s 11,
 * QBCC Act 1991 (Qld) sch 1B s 33, Home Building Contracts Act 1991 (WA) s 10, Building Work Contractors Act 1995 (SA) s 30. Below what is
 * listed, and elsewhere, we know of none.
 */
const ceilings: Readonly<Record<string, readonly Ceiling[]>> = {
  NSW: [{ from: 0, percent: 1_000 }],
  VIC: [
    { from: 10_000_00, percent: 1_000 },
    { from: TWENTY_THOUSAND, percent: 500 },
  ],
  QLD: [
    { from: 3_300_00, percent: 1_000 },
    { from: TWENTY_THOUSAND, percent: 500 },
  ],
  WA: [{ from: 7_500_00, percent: 650 }],
  SA: [{ from: TWENTY_THOUSAND, percent: 500 }],
};

const WHOLE = 10_000;

/** What to think of before so much is asked for in that state: a warning and never a refusal, because most work is no home building. */
export function depositWarning(
  { deposit, total }: { readonly deposit: number; readonly total: number },
  region: string | null,
): string | undefined {
  const ceiling = ceilings[region ?? '']?.findLast(({ from }) => total >= from);
  if (!ceiling || deposit === 0) return undefined;
  const most = Math.floor((total * ceiling.percent) / WHOLE);
  return deposit > most
    ? `For home building work in ${region}, the law allows a deposit of ${ceiling.percent / 100}% at most: ${centsInWords(most)} of ${centsInWords(total)}. Check whether this is home building work.`
    : undefined;
}

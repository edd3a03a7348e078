import type { Figures } from '@muster/domain/planning/plan-runs/schema';
import { lengthInWords } from '@muster/domain/values/clock-words';

/** A figure before and after, and whether that is for the better. */
export interface Compared {
  readonly label: string;
  readonly before: string;
  readonly after: string;
  /** How much it changes, in words; nothing where it stays. */
  readonly change: string | undefined;
  readonly isBetter: boolean;
}

/** What a dispatcher asks for first. */
export function compare(before: Figures, after: Figures): Compared[] {
  const promised = ({ kept, late }: Figures) => `${kept} of ${kept + late}`;
  const placed = ({ placed, unplaced }: Figures) => `${placed} of ${placed + unplaced}`;
  return [
    less('Driving', before.driving, after.driving),
    less('Overtime', before.overtime, after.overtime),
    {
      ...more('Promises kept', before.kept, after.kept),
      before: promised(before),
      after: promised(after),
    },
    {
      ...more('Visits placed', before.placed, after.placed),
      before: placed(before),
      after: placed(after),
    },
  ];
}

function less(label: string, before: number, after: number): Compared {
  return {
    label,
    before: lengthInWords(before),
    after: lengthInWords(after),
    change: signed(after - before, lengthInWords),
    isBetter: after < before,
  };
}

function more(label: string, before: number, after: number): Omit<Compared, 'before' | 'after'> {
  return { label, change: signed(after - before, String), isBetter: after > before };
}

function signed(change: number, words: (size: number) => string): string | undefined {
  return change === 0 ? undefined : `${change > 0 ? '+' : '−'}${words(Math.abs(change))}`;
}

/** The best so far in one line: "14 of 16 visits placed · 1 h 10 min less driving". */
export function soFar(before: Figures, after: Figures): string {
  const saved = before.driving - after.driving;
  return [
    `${after.placed} of ${after.placed + after.unplaced} visits placed`,
    // More visits are more driving, which is no loss.
    ...(saved > 0
      ? [`${lengthInWords(saved)} less driving`]
      : [`${lengthInWords(after.driving)} of driving`]),
  ].join(' · ');
}

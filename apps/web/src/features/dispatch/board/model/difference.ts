import { minuteOf } from '@muster/domain/work/assignments/rules';
import type { Difference } from '@muster/domain/planning/plan-runs/schema';
import type { EpochMinutes } from '@muster/domain/values/minutes';

/** What a proposal would do to a visit. */
export type Differing = Pick<Difference, 'visit_id' | 'before' | 'after'> & {
  /** Whether somebody would leave it as it is. */
  readonly isLeft?: boolean;
};

/** A place in somebody's row that a visit would leave, or take. */
export interface Place {
  readonly visit: string;
  readonly kind: 'old' | 'new';
  readonly isLeft: boolean;
  readonly start: EpochMinutes;
  readonly end: EpochMinutes;
}

/** The places of each technician's row. What only waits has none. */
export function placesOf(differences: readonly Differing[]): ReadonlyMap<string, readonly Place[]> {
  const places = new Map<string, Place[]>();
  for (const { visit_id, before, after, isLeft = false } of differences)
    for (const [kind, placement] of [
      ['old', before],
      ['new', after],
    ] as const)
      for (const technician of placement?.technicians ?? []) {
        const place = {
          visit: visit_id,
          kind,
          isLeft,
          start: minuteOf(placement!.starts_at),
          end: minuteOf(placement!.ends_at),
        };
        places.set(technician, [...(places.get(technician) ?? []), place]);
      }
  return places;
}

/** A length of time, in whole minutes. */
export type Minutes = number & { readonly brand: 'Minutes' };

/** A moment, in whole minutes since the first of January 1970, UTC. Boards and schedules count in it: zones are for people. */
export type EpochMinutes = number & { readonly brand: 'EpochMinutes' };

export function minutes(count: number): Minutes {
  return count as Minutes;
}

export function epochMinutes(count: number): EpochMinutes {
  return count as EpochMinutes;
}

export function minutesBetween(from: EpochMinutes, to: EpochMinutes): Minutes {
  return (to - from) as Minutes;
}

export function minutesAfter(at: EpochMinutes, by: Minutes): EpochMinutes {
  return (at + by) as EpochMinutes;
}

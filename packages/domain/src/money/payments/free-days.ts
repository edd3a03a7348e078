/** What of a payment, credit note or invoice is taken, from one day until another. */
export interface Taken {
  readonly amount: number;
  readonly on_date: string;
  readonly released_on: string | null;
}

/** Of which so much can be taken in all. */
export interface Side {
  readonly whole: number;
  readonly taken: readonly Taken[];
}

/**
 * The first day from which so much of it is free, and stays so. A cheque that bounced paid until then: what pays instead counts from
 * that day on, whenever it came in, so that on no day more is paid than was owed.
 */
export function firstFreeDay({ whole, taken }: Side, amount: number, from: string): string {
  const takenOn = (day: string) =>
    taken
      .filter(({ on_date, released_on }) => on_date <= day && (released_on === null || released_on > day))
      .reduce((sum, one) => sum + one.amount, 0);
  const releases = taken.flatMap(({ released_on }) => released_on ?? []).filter((day) => day > from);
  const isFreeFrom = (day: string) =>
    [day, ...taken.map(({ on_date }) => on_date).filter((later) => later > day)].every(
      (later) => takenOn(later) + amount <= whole,
    );
  return [from, ...releases].toSorted().find(isFreeFrom) ?? from;
}

import type { Bookings } from '@muster/domain/assignments/schema';
import type { BoardTables } from '@muster/domain/board/schema';
import type { Remedy } from '@muster/domain/proposals/schema';

/** What nobody has to agree to before: no overtime, no other window, no shorter visit. */
const free: ReadonlySet<Remedy['kind']> = new Set(['place', 'somebody else', 'another day', 'move out']);

/** A remedy as bookings of one command; nothing where it asks for more than that, or is about visits that are not at hand. */
export function bookingsOf(
  { visits }: Pick<BoardTables, 'visits'>,
  { kind, moves }: Remedy,
): Bookings['bookings'] | undefined {
  if (!free.has(kind)) return undefined;
  const versions = new Map(visits.map(({ id, version }) => [id, version]));
  const bookings = moves.flatMap(({ visit_id, technicians, starts_at }) => {
    const version = versions.get(visit_id);
    return version === undefined || starts_at === null ? [] : [{ visit_id, version, technicians, starts_at }];
  });
  return bookings.length === moves.length ? bookings : undefined;
}

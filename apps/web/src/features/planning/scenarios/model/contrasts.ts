import { minuteOf } from '@muster/domain/work/assignments/rules';
import { nearestDay } from '@muster/domain/planning/scenarios/rules';
import { addDays, datesBetween, type LocalDate, startOfDay } from '@muster/domain/values/local-time';
import type { Comparison } from '../api.ts';
import type { Standing } from './two-boards.ts';
import { hoursInWords, placeInWords } from './words.ts';

type Visits = Comparison['visits'];
type Place = Visits[number]['places'][number];

/** The same comparison with its boards the other way round. */
export function turnedRound(comparison: Comparison): Comparison {
  return {
    ...comparison,
    boards: comparison.boards.toReversed(),
    visits: comparison.visits.map((one) => ({ ...one, places: one.places.toReversed() })),
    absences: comparison.absences.map(({ board, absence }) => ({ board: 1 - board, absence })),
  };
}

export function standingIn(visits: Visits): (visit: string) => Standing {
  const kinds = new Map(
    visits.map(({ visit_id, places }): [string, Standing] => [
      visit_id,
      places.includes(null) ? 'only' : 'moved',
    ]),
  );
  return (visit) => kinds.get(visit) ?? 'same';
}

/** What of a comparison is seen on a day. */
export function contrastsOn(
  { visits, absences }: Pick<Comparison, 'visits' | 'absences'>,
  date: LocalDate,
  zone: string,
): Pick<Comparison, 'visits' | 'absences'> {
  const [from, to] = [startOfDay(date, zone), startOfDay(addDays(date, 1), zone)];
  const isThen = ({ starts_at, ends_at }: { starts_at: string; ends_at: string }) =>
    minuteOf(starts_at) < to && minuteOf(ends_at) > from;
  return {
    visits: visits.filter(({ places }) => places.some((place) => place !== null && isThen(place))),
    absences: absences.filter(({ absence }) => isThen(absence)),
  };
}

/** The day to begin with: the one that is asked for, the first that differs, or the one nearest to today. */
export function firstDay(
  comparison: Pick<Comparison, 'from' | 'to' | 'visits' | 'absences'>,
  asked: LocalDate | undefined,
  today: LocalDate,
  zone: string,
): LocalDate {
  const { from, to } = comparison;
  if (asked !== undefined && asked >= from && asked <= to) return asked;
  const differing = datesBetween(from as LocalDate, to as LocalDate).find((date) => {
    const { visits, absences } = contrastsOn(comparison, date, zone);
    return visits.length + absences.length > 0;
  });
  return differing ?? nearestDay(today, comparison);
}

/** What became of a visit from the left board to the right one. */
export function contrastInWords(
  places: readonly Place[],
  boards: readonly { readonly name: string }[],
  names: Readonly<Record<string, string>>,
): string {
  const [left = null, right = null] = places;
  if (left === null) return `Only on ${nameInWords(boards[1])}`;
  if (right === null) return `Only on ${nameInWords(boards[0])}`;
  const later = minuteOf(right.starts_at) - minuteOf(left.starts_at);
  const when = later === 0 ? '' : `${hoursInWords(Math.abs(later))} ${later > 0 ? 'later' : 'earlier'}`;
  const crew = ({ technicians }: NonNullable<Place>) => technicians.toSorted().join(' ');
  if (crew(left) === crew(right)) return `Moved, ${when}`;
  const to = right.technicians.map((id) => names[id] ?? 'someone').join(' and ');
  return ['Moved', `to ${to}`, when && `, ${when}`].filter(Boolean).join(' ').replace(' ,', ',');
}

/** A board as it is spoken of. */
export function nameInWords(board: { readonly name: string } | undefined): string {
  return board === undefined
    ? 'one of them'
    : board.name === 'Live board'
      ? 'the live board'
      : `“${board.name}”`;
}

/** Where a visit is on one of the boards. */
export function placeOnBoard(place: Place, names: Readonly<Record<string, string>>, zone: string): string {
  return place === null ? 'Not on these days' : placeInWords(place, names, zone);
}

/** Who is who on either board. */
export function namesIn({ boards }: Pick<Comparison, 'boards'>): Record<string, string> {
  return Object.fromEntries(
    boards.flatMap(({ technicians }) => technicians.map(({ id, name }) => [id, name])),
  );
}

import type { Change } from '@muster/domain/changes/schema';
import { dayInWords, timeInWords } from '@muster/domain/values/clock-words';
import { epochMinutes } from '@muster/domain/values/minutes';
import type { Words } from './field-words.ts';

type Entry = Change['entries'][number];
type Fields = Record<string, unknown>;

/**
 * What somebody did on the board: "moved J-1042/1 Smith from Dave to Priya Nair, Tue 17 Nov 1:00 pm". Nothing where bookings are not what
 * the change is about.
 */
export function bookingWords(entries: readonly Entry[], words: Words): string | undefined {
  const bookings = entries.filter(({ table }) => table === 'assignments');
  // The state of a visit follows from its bookings.
  if (bookings.length === 0 || !entries.every(isOfBookings)) return undefined;
  const visits = Map.groupBy(bookings, ({ label }) => label);
  const [label, crew] = [...visits][0]!;
  const deed = deedOf(crew, words);
  if (deed === undefined) return undefined;
  const rest = visits.size - 1;
  const others = rest === 0 ? '' : rest === 1 ? ', and one other visit' : `, and ${rest} other visits`;
  return `${deed.verb} ${label}${deed.where}${others}`;
}

function isOfBookings({ table, before, after }: Entry): boolean {
  if (table === 'assignments') return true;
  return table === 'visits' && before !== null && after !== null && Object.keys(after).join() === 'state';
}

function deedOf(crew: readonly Entry[], words: Words): { verb: string; where: string } | undefined {
  const gone = crew.filter(({ after }) => after === null);
  const come = crew.filter(({ before }) => before === null);
  const kept = crew.filter(({ before, after }) => before !== null && after !== null);
  if (come.length > 0) {
    const where = ` to ${peopleIn(come, 'after', words)}${whenIn(come[0]!.after!, words)}`;
    return gone.length > 0 || kept.length > 0
      ? { verb: 'moved', where }
      : { verb: 'planned', where: where.replace(' to ', ' for ') };
  }
  if (gone.length > 0 && kept.length === 0) return { verb: 'took', where: ' off the board' };
  if (gone.length > 0) return { verb: 'took', where: ` from ${peopleIn(gone, 'before', words)}` };
  const { after } = kept[0] as { after: Fields };
  if ('starts_at' in after) return { verb: 'moved', where: ` to${whenIn(after, words).slice(1)}` };
  if ('is_pinned' in after) return { verb: after['is_pinned'] ? 'pinned' : 'unpinned', where: '' };
  return undefined;
}

function peopleIn(crew: readonly Entry[], side: 'before' | 'after', { nameOf }: Words): string {
  const names = crew.map((one) => nameOf(String(one[side]!['technician_id'])) ?? 'somebody');
  return new Intl.ListFormat('en-AU').format(names);
}

/** ", Tue 17 Nov 1:00 pm". */
function whenIn(booking: Fields, { zone }: Words): string {
  const at = epochMinutes(Math.floor(Date.parse(String(booking['starts_at'])) / 60_000));
  return `, ${dayInWords(at, zone)} ${timeInWords(at, zone)}`;
}

import type { Change } from '@muster/domain/changes/schema';
import { dayInWords, timeInWords } from '@muster/domain/values/clock-words';
import { epochMinutes } from '@muster/domain/values/minutes';
import type { Words } from './field-words.ts';

type Entry = Change['entries'][number];
type Fields = Record<string, unknown>;

/** As many visits as one of them is named for. */
const mostNamed = 2;

/**
 * What somebody did on the board: "moved J-1042/1 Smith from Dave to Priya Nair, Tue 17 Nov 1:00 pm", "planned 12 visits and moved 6".
 * Nothing where bookings are not what the change is about. Without `words`, people and times are left out.
 */
export function bookingWords(
  { entries, count }: Pick<Change, 'entries' | 'count'>,
  words: Words | undefined,
): string | undefined {
  const bookings = entries.filter(({ table }) => table === 'assignments');
  // The state of a visit follows from its bookings.
  if (bookings.length === 0 || !entries.every(isOfBookings)) return undefined;
  const visits = Map.groupBy(bookings, ({ label }) => label);
  if (visits.size > mostNamed) return manyWords([...visits.values()], entries.length < count);
  const [label, crew] = [...visits][0]!;
  const deed = deedOf(crew, words);
  if (deed === undefined) return undefined;
  const others = visits.size > 1 ? ', and one other visit' : '';
  return `${deed.verb} ${label}${deed.where}${others}`;
}

/** "planned 12 visits, moved 6 and took one off the board"; where not all of them are given, as many as there are at least. */
function manyWords(crews: readonly (readonly Entry[])[], isCut: boolean): string {
  const verbs = crews
    .map((crew) => deedOf(crew, undefined))
    .map((deed) => deed && `${deed.verb}${deed.where}`);
  const deeds = [...Map.groupBy(verbs, (verb) => verb)].map(([verb, own]) => ({ verb, many: own.length }));
  if (isCut)
    return `${deeds.length === 1 ? verbOf(deeds[0]!.verb) : 'changed'} ${crews.length} visits or more`;
  const told = deeds.map(({ verb, many }, at) => {
    const things = at === 0 ? `${many} visit${many === 1 ? '' : 's'}` : many === 1 ? 'one' : String(many);
    return `${verbOf(verb)} ${things}${verb?.endsWith(offTheBoard) ? offTheBoard : ''}`;
  });
  return new Intl.ListFormat('en-AU').format(told);
}

function verbOf(deed: string | undefined): string {
  return deed?.replace(offTheBoard, '') ?? 'changed';
}

/** What is taken off the board is not dispatched any more. */
const followsBookings = new Set(['state', 'dispatched_at']);

function isOfBookings({ table, before, after }: Entry): boolean {
  if (table === 'assignments') return true;
  return (
    table === 'visits' &&
    before !== null &&
    after !== null &&
    Object.keys(after).every((field) => followsBookings.has(field))
  );
}

const offTheBoard = ' off the board';

function deedOf(
  crew: readonly Entry[],
  words: Words | undefined,
): { verb: string; where: string } | undefined {
  const gone = crew.filter(({ after }) => after === null);
  const come = crew.filter(({ before }) => before === null);
  const kept = crew.filter(({ before, after }) => before !== null && after !== null);
  if (come.length > 0) {
    const where = words ? ` to ${peopleIn(come, 'after', words)}${whenIn(come[0]!.after!, words)}` : '';
    return gone.length > 0 || kept.length > 0
      ? { verb: 'moved', where }
      : { verb: 'planned', where: where.replace(' to ', ' for ') };
  }
  if (gone.length > 0 && kept.length === 0) return { verb: 'took', where: offTheBoard };
  if (gone.length > 0)
    return words
      ? { verb: 'took', where: ` from ${peopleIn(gone, 'before', words)}` }
      : { verb: 'changed the crew of', where: '' };
  const { after } = kept[0] as { after: Fields };
  if ('starts_at' in after)
    return { verb: 'moved', where: words ? ` to${whenIn(after, words).slice(1)}` : '' };
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

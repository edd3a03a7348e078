import type { LocalDate } from '../values/local-time.ts';
import { readDay } from './days.ts';
import { readDuration } from './durations.ts';
import { type Named, readTechnician } from './people.ts';
import { type Piece, readAll, type Word, wordsIn } from './sentence.ts';
import { type Priority, readPriority } from './urgency.ts';
import { type ArrivalWindow, readWindow, type WorkingDay } from './windows.ts';
import { readSkill, readType } from './work.ts';

/** What the words may speak of. Customers and sites are too many: their words are left over. */
export interface Known {
  readonly technicians: readonly Named[];
  readonly types: readonly Named[];
  readonly skills: readonly Named[];
  /** Where the business is. */
  readonly today: LocalDate;
  readonly workingDay: WorkingDay;
}

export interface Pieces {
  readonly day?: Piece<LocalDate>;
  readonly window?: Piece<ArrivalWindow>;
  readonly duration?: Piece<number>;
  readonly priority?: Piece<Priority>;
  readonly technician?: Piece<string>;
  readonly type?: Piece<string>;
  readonly skill?: Piece<string>;
}

export interface Parsed {
  readonly words: readonly Word[];
  readonly pieces: Pieces;
  /** The places of the words that nothing above has: whom it is for, where, and what else was said. */
  readonly rest: readonly number[];
}

const most = 6;
const joining = new Set(['at', 'on', 'for', 'with', 'by', 'from']);

/**
 * What a sentence says of a job, piece by piece. Each word is in one piece or left over. Words that somebody has called plain are
 * left over, whatever they could mean.
 */
export function parseQuickAdd(
  sentence: string,
  known: Known,
  plain: ReadonlySet<string> = new Set(),
): Parsed {
  const words = wordsIn(sentence);
  const kept = words.flatMap(({ text }, at) => (plain.has(text) ? [at] : []));
  const taken = new Set(kept);
  const two = (what: string) => `Two ${what} are named. Which one?`;
  const { technicians, types, skills } = known;
  // A whole name before anything else that its words could mean: April Jones is no month.
  const whole = readAll(words, taken, most, (texts) => fullName(texts, technicians), two('technicians'));
  const priority = readAll(words, taken, most, readPriority, two('priorities'));
  const duration = readAll(words, taken, most, readDuration, two('durations'));
  const day = readAll(words, taken, most, (texts) => readDay(texts, known.today), two('days'));
  const readTime = (texts: readonly string[]) => readWindow(texts, known.workingDay, day !== undefined);
  const window = readAll(words, taken, most, readTime, two('times'));
  const type = readAll(words, taken, most, (texts) => readType(texts, types), two('types'));
  const skill = readAll(words, taken, most, (texts) => readSkill(texts, skills), two('skills'));
  const short = readAll(
    words,
    taken,
    most,
    (texts) => readTechnician(texts, technicians),
    two('technicians'),
  );
  const technician = both(whole, short, two('technicians'));
  const found = { day, window, duration, priority, technician, type, skill };
  const pieces: Pieces = Object.fromEntries(
    Object.entries(found)
      .filter(([, piece]) => piece !== undefined)
      .map(([field, piece]) => [field, withJoining(piece!, words, taken)]),
  );
  const rest = words.flatMap((_, at) => (taken.has(at) && !kept.includes(at) ? [] : [at]));
  return { words, pieces, rest };
}

function fullName(texts: readonly string[], technicians: readonly Named[]) {
  const reading = readTechnician(texts, technicians);
  return reading && reading.length > 1 ? reading : undefined;
}

function both(
  one: Piece<string> | undefined,
  other: Piece<string> | undefined,
  question: string,
): Piece<string> | undefined {
  if (one === undefined || other === undefined) return one ?? other;
  const named = new Map([...one.choices, ...other.choices].map((choice) => [choice.value, choice]));
  // The whole name says which of those who share the short one is meant.
  const isSame =
    one.choices.length === 1 && other.choices.some(({ value }) => value === one.choices[0]!.value);
  const at = [...one.at, ...other.at];
  return isSame ? { ...one, at } : { at, choices: [...named.values()], question };
}

/** "with" before a technician and "for" before a duration belong to them. */
function withJoining(piece: Piece<unknown>, words: readonly Word[], taken: Set<number>): Piece<unknown> {
  const before = piece.at
    .map((at) => at - 1)
    .filter((at) => at >= 0 && !taken.has(at) && joining.has(words[at]!.text));
  for (const at of before) taken.add(at);
  return { ...piece, at: [...piece.at, ...before].toSorted((a, b) => a - b) };
}

/** The words of some places, as they were typed. */
export function typedAt({ words }: Parsed, at: readonly number[]): string {
  return at.map((place) => words[place]!.typed).join(' ');
}

/** What may be a name or a place among the words that are left over. */
export function nameWords({ words, rest }: Parsed): string[] {
  return rest
    .map((at) => words[at]!.text)
    .filter((text) => !joining.has(text) && text !== 'the' && text !== 'in');
}

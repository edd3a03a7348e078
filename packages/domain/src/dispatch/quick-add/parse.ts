import { lengthInWords } from '../../values/clock-words.ts';
import type { LocalDate } from '../../values/local-time.ts';
import type { priorities } from '../../work/jobs/rules.ts';
import { durationsNear, minutesIn } from '../../work/visits/duration.ts';
import { readDay } from './days.ts';
import type { Named } from './names.ts';
import { readTechnician, readSkill, readType } from './names.ts';
import type { Piece, Word, Choice, Reading } from './sentence.ts';
import { readAll, wordsIn } from './sentence.ts';
import type { ArrivalWindow, WorkingDay } from './windows.ts';
import { readWindow } from './windows.ts';
import {
  type KnownSuburbs,
  readAddress,
  readPhone,
  readSuburb,
  splitRest,
  suburbCandidates,
} from './phone-and-address.ts';
import type { Suburb } from '../../work/suburbs/schema.ts';

/** What the words may speak of. Customers and sites are too many: their words are left over. */
export interface Known {
  readonly technicians: readonly Named[];
  readonly types: readonly Named[];
  readonly skills: readonly Named[];
  /** Where the business is. */
  readonly today: LocalDate;
  readonly workingDay: WorkingDay;
  /** Those that the words may name, once they have been looked up. */
  readonly suburbs?: KnownSuburbs | undefined;
}

export interface Pieces {
  readonly day?: Piece<LocalDate>;
  readonly window?: Piece<ArrivalWindow>;
  readonly duration?: Piece<number>;
  readonly priority?: Piece<Priority>;
  readonly technician?: Piece<string>;
  readonly type?: Piece<string>;
  readonly skill?: Piece<string>;
  readonly phone?: Piece<string>;
  readonly address?: Piece<string>;
  readonly suburb?: Piece<Suburb>;
}

export interface Parsed {
  readonly words: readonly Word[];
  readonly pieces: Pieces;
  /** The places of the words that nothing above has: whom it is for, where, and what else was said. */
  readonly rest: readonly number[];
  /** Of those, the ones that are somebody's name, and the ones that say what is to be done. */
  readonly name: readonly number[];
  readonly work: readonly number[];
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
  const two = (what: string) => `You’ve named two ${what}. Which one?`;
  const { technicians, types, skills } = known;
  // A whole name before anything else that its words could mean: April Jones is no month.
  const whole = readAll(words, taken, most, (texts) => fullName(texts, technicians), two('technicians'));
  const take = <P extends Piece<unknown>>(piece: P | undefined): P | undefined => {
    for (const at of piece?.at ?? []) taken.add(at);
    return piece;
  };
  const phone = take(readPhone(words, taken));
  const address = take(readAddress(words, taken));
  // Behind an address a suburb is nothing else, whatever its words could mean.
  const free = () => words.flatMap((_, at) => (taken.has(at) ? [] : [at]));
  const findSuburb = (at: readonly number[]) =>
    known.suburbs && readSuburb(words, at, known.suburbs, address?.at);
  const behind = address && findSuburb(free());
  const isBehind = behind?.at[0] === (address?.at.at(-1) ?? -1) + 1;
  const near = isBehind ? take(behind) : undefined;
  const isNamed = phone !== undefined || address !== undefined;
  const priority = readAll(words, taken, most, readPriority, two('priorities'));
  const duration = readAll(words, taken, most, readDuration, two('durations'));
  const day = readAll(words, taken, most, (texts) => readDay(texts, known.today), two('days'));
  const readTime = (texts: readonly string[]) => readWindow(texts, known.workingDay, day !== undefined);
  const window = readAll(words, taken, most, readTime, two('times'));
  // Of somebody new all that is to be done is told, so a word that may be of a type is left for that.
  const type = readAll(
    words,
    taken,
    most,
    (texts) => {
      const reading = readType(texts, types);
      return isNamed && reading?.question ? undefined : reading;
    },
    two('types'),
  );
  const skill = readAll(words, taken, most, (texts) => readSkill(texts, skills), two('skills'));
  const short = readAll(
    words,
    taken,
    most,
    // Beside a telephone number or an address, a first name before another word is the customer's.
    (texts, at) => {
      const reading = readTechnician(texts, technicians);
      if (reading === undefined) return undefined;
      const next = at + reading.length;
      const isCustomer =
        isNamed &&
        next < words.length &&
        !taken.has(next) &&
        !words[next - 1]!.isLast &&
        !/^(with|by)$/.test(words[at - 1]?.text ?? '');
      return isCustomer ? undefined : reading;
    },
    two('technicians'),
  );
  const technician = both(whole, short, two('technicians'));
  const suburb = near ?? take(findSuburb(free()));
  const found = { day, window, duration, priority, technician, type, skill, phone, address, suburb };
  const pieces: Pieces = Object.fromEntries(
    Object.entries(found)
      .filter(([, piece]) => piece !== undefined)
      .map(([field, piece]) => [field, withJoining(piece!, words, taken)]),
  );
  const rest = words.flatMap((_, at) => (taken.has(at) && !kept.includes(at) ? [] : [at]));
  const { name, work } = splitRest(words, rest, types, phone?.at);
  const told = isNamed ? [...work, ...(type?.at ?? [])].toSorted((a, b) => a - b) : work;
  return { words, pieces, rest, name, work: told };
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
  return at
    .map((place) => words[place]!.typed)
    .join(' ')
    .replace(/[\s,;]+$/, '');
}

/** The names of suburbs that may be among what is left over: whoever has looked them up asks again with them. */
export function suburbsIn({ words, rest }: Parsed): string[] {
  return suburbCandidates(words, rest);
}

/** What may be a name or a place among the words that are left over. */
export function nameWords({ words, rest }: Parsed): string[] {
  return rest
    .map((at) => words[at]!.text)
    .filter((text) => !joining.has(text) && text !== 'the' && text !== 'in');
}

const mostDurationWords = 4;

export function durationChoice(value: number): Choice<number> {
  return { value, label: lengthInWords(value) };
}

/** How long a visit takes. The longest reading counts: "1 hour 30 min" is one length. */
function readDuration(texts: readonly string[]): Reading<number> | undefined {
  for (let length = Math.min(mostDurationWords, texts.length); length > 0; length--) {
    const minutes = minutesIn(texts.slice(0, length).join(' '));
    if (minutes !== undefined) return { length, ...possible(minutes) };
  }
  return undefined;
}

/** Durations are multiples of five minutes, up to a day. */
function possible(minutes: number): Pick<Reading<number>, 'choices' | 'question'> {
  const near = durationsNear(minutes);
  const choices = near.map(durationChoice);
  if (near.length === 0) return { choices, question: 'A visit takes from 5 minutes to 24 hours.' };
  return near.includes(minutes)
    ? { choices }
    : { choices, question: 'Durations go in steps of 5 minutes. Which one?' };
}

type Priority = (typeof priorities)[number];

const priorityNames: Record<Priority, string> = {
  P1: 'Emergency',
  P2: 'Soon',
  P3: 'Ordinary',
  P4: 'Whenever',
};

function priorityChoice(value: Priority): Choice<Priority> {
  return { value, label: `${value} ${priorityNames[value]}` };
}

/** "p1", "priority 2"; what is only called urgent may be either of two. */
function readPriority([first, second]: readonly string[]): Reading<Priority> | undefined {
  const short = /^p([1-4])$/.exec(first!)?.[1];
  if (short) return { length: 1, choices: [priorityChoice(`P${short}` as Priority)] };
  if (/^prio(rity)?$/.test(first!) && /^[1-4]$/.test(second ?? ''))
    return { length: 2, choices: [priorityChoice(`P${second}` as Priority)] };
  if (/^(urgent|urgently|emergency|asap)$/.test(first!))
    return {
      length: 1,
      choices: [priorityChoice('P1'), priorityChoice('P2')],
      question: 'How urgent is it?',
    };
  return undefined;
}

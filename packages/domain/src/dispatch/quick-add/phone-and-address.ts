import { nationalDigits } from '../../values/phone.ts';
import { isStreetAlone, isStreetKind } from '../../values/street-address.ts';
import { isOfType, stemOf } from '../../work/job-types/rules.ts';
import type { Suburb } from '../../work/suburbs/schema.ts';
import type { Piece, Word } from './sentence.ts';

/** Suburbs that the words may name, and the state of the business: of several with one name the one at home is meant. */
export interface KnownSuburbs {
  readonly rows: readonly Suburb[];
  readonly home: string | null;
}

type Taken = ReadonlySet<number>;

const phone = /^(?:0[23478]\d{8}|1[38]00\d{6})$/;
/** Within one area nobody dials its code. */
const local = /^[2-9]\d{3}[ -]?\d{4}$/;
const mostPhoneWords = 5;
const calledPhone = new Set(['phone', 'ph', 'mob', 'mobile', 'tel', 'call', 'number']);

/** An Australian telephone number, however it is spaced. */
export function readPhone(words: readonly Word[], taken: Taken): Piece<string> | undefined {
  for (let from = 0; from < words.length; from++)
    for (let count = Math.min(mostPhoneWords, words.length - from); count > 0; count--) {
      const at = Array.from({ length: count }, (_, i) => from + i);
      const isApart = at.some((place, i) => taken.has(place) || (i < count - 1 && words[place]!.isLast));
      const text = at.map((place) => words[place]!.text).join(' ');
      if (isApart || !/^[+(]?\d[\d ()-]*$/.test(text)) continue;
      const digits = nationalDigits(text.replaceAll(/[ ()-]/g, ''));
      if (!phone.test(digits) && !local.test(text)) continue;
      const called =
        from > 0 && !taken.has(from - 1) && calledPhone.has(words[from - 1]!.text.replace(/:$/, ''));
      return {
        at: called ? [from - 1, ...at] : at,
        choices: [{ value: phone.test(digits) ? digits : text, label: spaced(digits) }],
        question: null,
      };
    }
  return undefined;
}

function spaced(digits: string): string {
  return digits
    .replace(/^(04\d\d|1[38]00)(\d{3})(\d{3})$/, '$1 $2 $3')
    .replace(/^(0[2378])(\d{4})(\d{4})$/, '$1 $2 $3')
    .replace(/^(\d{4})(\d{4})$/, '$1 $2');
}

const door = /^(?:[a-z]{0,2}\d+[a-z]?\/)?\d+[a-z]?(?:[-–]\d+[a-z]?)?$/;
const range = /^\d+[-–]\d+$/;
const unit = /^(?:unit|u|apt|apartment|flat|shop|suite|ste|villa|townhouse|lot|level)$/;
const unitNumber = /^[a-z]?\d+[a-z]?$/;
const day =
  /^(?:today|tomorrow|tmrw?|(?:mon|tues?|wed(?:nes)?|thu(?:rs?)?|fri|sat(?:ur)?|sun)(?:day)?|week)$/;
const month = /^(?:jan|feb|mar|march|apr|april|may|june?|july?|aug|sept?|oct|nov|dec)\w*$/;
/** They follow a number that is a time, a length or a count. */
const noStreet =
  /^(?:am|pm|a|p|o'?clock|m|min|mins|minutes?|h|hr|hrs|hours?|to|and|or|x|days?|weeks?|people|men)$/;
const mostStreetWords = 5;

/** A street address: a door, a name and a kind of street. A time behind a day is no door: "wed 2-4". */
export function readAddress(words: readonly Word[], taken: Taken): Piece<string> | undefined {
  const textAt = (place: number) => (taken.has(place) ? undefined : words[place]?.text);
  for (let from = 0; from < words.length; from++) {
    const isUnit = unit.test(textAt(from) ?? '') && unitNumber.test(textAt(from + 1) ?? '');
    const isLot = isUnit && !door.test(textAt(from + 2) ?? '');
    const number = isUnit && !isLot ? from + 2 : isUnit ? from + 1 : from;
    const text = textAt(number);
    if (text === undefined || !door.test(text) || words[number]!.isLast) continue;
    if (range.test(text) && number > 0 && day.test(words[number - 1]!.text)) continue;
    const end = streetEnd(words, taken, number + 1);
    if (end === undefined) continue;
    const at = Array.from({ length: end - from + 1 }, (_, i) => from + i);
    const value = at.map((place) => words[place]!.typed.replace(/[,;.]+$/, '')).join(' ');
    return { at, choices: [{ value, label: value }], question: null };
  }
  return undefined;
}

/** Where the name of a street ends that begins at a place. */
function streetEnd(words: readonly Word[], taken: Taken, from: number): number | undefined {
  for (let place = from; place < from + mostStreetWords && place < words.length; place++) {
    const { text, isLast } = words[place]!;
    if (taken.has(place)) return undefined;
    if (place === from && isStreetAlone(text)) return place;
    if (place > from && isStreetKind(text)) return place;
    const next = words[place + 1]?.text ?? '';
    if (isLast || noStreet.test(text) || day.test(text) || !/^[\p{L}][\p{L}'’-]*$/u.test(text))
      return undefined;
    if (month.test(text) && !(place === from && isStreetKind(next))) return undefined;
  }
  return undefined;
}

const states = new Map(
  'nsw vic qld wa sa tas act nt'.split(' ').map((short) => [short, short.toUpperCase()] as const),
);
const written: Readonly<Record<string, string>> = {
  mt: 'mount',
  pt: 'point',
  nth: 'north',
  n: 'north',
  sth: 'south',
  s: 'south',
  e: 'east',
  w: 'west',
  saint: 'st',
  st: 'saint',
};
const mostSuburbWords = 4;
const mostCandidates = 60;

/** A name as it was typed, and as the list of suburbs may have it: "Mt Druitt" is Mount Druitt there. */
function namesOf(texts: readonly string[]): string[] {
  const [first, ...others] = texts;
  const meant = written[first!];
  const typed = texts.join(' ');
  return meant === undefined ? [typed] : [typed, [meant, ...others].join(' ')];
}

/** What may be the name of a suburb among the words that are left over. */
export function suburbCandidates(words: readonly Word[], rest: readonly number[]): string[] {
  const left = new Set(rest);
  const names = rest.flatMap((from) => spansAt(words, left, from).flatMap((texts) => namesOf(texts)));
  return [...new Set(names)].filter((name) => /^[\p{L}][\p{L}'’ -]+$/u.test(name)).slice(0, mostCandidates);
}

/** The texts from one place on, longest first, as far as no comma stands between them. */
function spansAt(words: readonly Word[], left: Taken, from: number): string[][] {
  const texts: string[] = [];
  for (let place = from; left.has(place) && texts.length < mostSuburbWords; place++) {
    texts.push(words[place]!.text);
    if (words[place]!.isLast) break;
  }
  return texts.map((_, count) => texts.slice(0, texts.length - count));
}

interface Placed {
  readonly at: number[];
  readonly found: readonly Suburb[];
  /** How surely a suburb is meant there, and nothing else. */
  readonly weight: number;
}

/** The suburb that is named behind an address, between commas, or behind a name, with its state and postcode. */
export function readSuburb(
  words: readonly Word[],
  rest: readonly number[],
  { rows, home }: KnownSuburbs,
  address: readonly number[] | undefined,
): Piece<Suburb> | undefined {
  const left = new Set(rest);
  const byName = Map.groupBy(rows, ({ name }) => name.toLowerCase());
  const places = rest.flatMap((from): Placed[] => {
    for (const texts of spansAt(words, left, from)) {
      const found = namesOf(texts).flatMap((name) => byName.get(name) ?? []);
      if (found.length === 0) continue;
      const end = from + texts.length;
      const more = details(words, left, end);
      const narrowed = found.filter(
        ({ region, postcode }) =>
          (more.region ?? region) === region && (more.postcode ?? postcode) === postcode,
      );
      const isBehindAddress = address?.at(-1) === from - 1;
      const isAlone =
        (from === 0 || words[from - 1]!.isLast) && (words[end - 1]!.isLast || end === words.length);
      const isFirst = from === rest[0];
      // Somebody's name may be that of a suburb; what a sentence begins with is whom it is about.
      if (isFirst && !isBehindAddress && more.at.length === 0 && !(isAlone && rest.length > texts.length))
        continue;
      const weight = (isBehindAddress ? 8 : 0) + (more.at.length > 0 ? 4 : 0) + (isAlone && !isFirst ? 2 : 0);
      const at = [...texts.map((_, i) => from + i), ...more.at];
      return [
        {
          at,
          found: narrowed.length > 0 ? narrowed : found,
          weight: weight + texts.length / 10 + from / 1000,
        },
      ];
    }
    return [];
  });
  const best = places.toSorted((a, b) => b.weight - a.weight)[0];
  if (!best) return undefined;
  const near = best.found.filter(({ region }) => region === home);
  const meant = best.found.length > 1 && near.length > 0 ? near : best.found;
  return {
    at: best.at,
    choices: meant.map((suburb) => ({
      value: suburb,
      label: `${suburb.name} ${suburb.region} ${suburb.postcode}`,
    })),
    question: meant.length > 1 ? 'Which suburb?' : null,
  };
}

/** The state and the postcode behind a suburb, in either order. */
function details(words: readonly Word[], left: Taken, from: number) {
  const at: number[] = [];
  let [region, postcode]: (string | undefined)[] = [];
  for (let place = from; place < from + 2 && left.has(place); place++) {
    const text = words[place]!.text;
    if (region === undefined && states.has(text)) region = states.get(text);
    else if (postcode === undefined && /^0?\d{3,4}$/.test(text)) postcode = text.padStart(4, '0');
    else break;
    at.push(place);
  }
  return { at, region, postcode };
}

/** Words of work that no type of job needs to name. */
const trouble = new Set(
  `tap toilet cistern drain sewer pipe sink shower basin bath water heater cooler aircon ac air power switch socket light fan oven stove
   cooktop roof gutter downpipe leak drip burst block clog repair fix install replace service clean smell noise noisy broken no not faulty
   quote inspect inspection check alarm smoke door lock window fence tile paint pump pest ant termite mow lawn garden tree rubbish
   dishwasher washer fridge gas valve meter flood overflow running stuck urgent hot cold system unit filter`
    .split(/\s+/)
    .map(stemOf),
);
const between = new Set(
  'has have had needs need wants want a an the with says is are got re about and for of at in on by to from his her their my'.split(
    ' ',
  ),
);
const addressed = new Set(['for', 'new', 'customer', 'client', 'from', 'by', 'it’s', "it's", 'its']);
const mostNameWords = 5;

/** Which of the words that are left over are somebody's name, and which say what is to be done. */
export function splitRest(
  words: readonly Word[],
  rest: readonly number[],
  types: readonly { readonly name: string }[],
  phone: readonly number[] | undefined,
): { name: number[]; work: number[] } {
  const isWork = (place: number) => {
    const { text } = words[place]!;
    return /\d/.test(text) || isOfType(text, types) || trouble.has(stemOf(text));
  };
  const dropped = new Set<number>();
  const runs = runsOf(words, rest).flatMap((run) => {
    const first = run.findIndex((place) => isWork(place));
    const name = first === -1 ? [...run] : run.slice(0, first);
    while (name.length > 0 && between.has(words[name.at(-1)!]!.text)) name.pop();
    while (name.length > 1 && addressed.has(words[name[0]!]!.text)) dropped.add(name.shift()!);
    return name.length === 0 || name.length > mostNameWords ? [] : [name];
  });
  const isCapital = (place: number) => /^\p{Lu}/u.test(words[place]!.typed);
  const hasSmall = rest.some((place) => /^\p{Ll}/u.test(words[place]!.typed));
  const points = (run: readonly number[], at: number) =>
    (hasSmall && run.every(isCapital) ? 4 : 0) +
    (phone && (run.at(-1)! + 1 === phone[0] || run[0]! - 1 === phone.at(-1)) ? 1 : 0) +
    (at === 0 ? 1.5 : 0);
  const name = runs
    .map((run, at) => ({ run, score: points(run, at) }))
    .toSorted((a, b) => b.score - a.score)[0]?.run;
  const own = new Set(name);
  return { name: [...own], work: rest.filter((place) => !own.has(place) && !dropped.has(place)) };
}

/** What stands together, without a comma or anything else between. */
function runsOf(words: readonly Word[], rest: readonly number[]): number[][] {
  const runs: number[][] = [];
  for (const place of rest) {
    const last = runs.at(-1);
    const before = last?.at(-1);
    if (last && before === place - 1 && !words[before]!.isLast) last.push(place);
    else runs.push([place]);
  }
  return runs;
}

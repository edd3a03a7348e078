import { contactProblem, storedPhone } from './contact-data.ts';
import { centsInWords, MOST_CENTS, plainCents, readCents } from './cents.ts';
import { dateInWords, lengthInWords } from './clock-words.ts';
import { storedEmail } from './email.ts';
import type { LocalDate } from './local-time.ts';

/**
 * A field of a record, once, with what everything that is made of it needs to know: the schema of the API, the columns of the
 * database, forms, tables for spreadsheets, the search, the history and erasure. Ordinary data without typebox, which would be
 * 14 kB more in the browser; `schemasOf` (values/schema.ts) makes schemas of it.
 */
export interface Field<Value = unknown, Typed = Value> {
  /** What its choices are called, where that is not what is stored. */
  readonly words?: Readonly<Record<string, string>>;
  /** How it is drawn and read. */
  readonly kind:
    | 'text'
    | 'lines'
    | 'phone'
    | 'email'
    | 'flag'
    | 'texts'
    | 'day'
    | 'choice'
    | 'money'
    | 'minutes'
    | 'other';
  /** What forms call it, and tables where they do not say otherwise. */
  readonly label: string;
  /** What it may hold, as JSON schema. */
  readonly schema: Readonly<Record<string, unknown>>;
  /** What a new record has where nobody says anything. */
  readonly blank: Value;
  /** What is left of it when the person whom the record tells of is erased; what has none stays. Of a text nothing is left. */
  readonly erased?: Value;
  /** What to say where it is missing and must not be. */
  readonly needed?: string;
  readonly placeholder?: string;
  /** What the history calls it, where that is not the name of the field with spaces. Null: it says nothing to a person. */
  readonly history?: string | null;
  /** The column that it is in a table that comes in or goes out. */
  readonly table?: TableColumn;
  /** As a form shows it. */
  typed(value: Value): Typed;
  /** As it is stored, however it was typed. */
  stored(value: Value): Value;
  /** What is wrong with it, in words; nothing is wrong with what is empty. */
  problem(value: Value): string | undefined;
  /** What the cell of a table says. */
  read(cell: string): { readonly value: Value } | { readonly problem: string };
  written(value: Value): Cell;
  /** Texts by the beginnings of whose words the record is found. */
  search?(value: Value): readonly string[];
  /** What two records say that turn out to be one, where both can be right; without it, only one of them is. */
  together?(one: Value, other: Value): Value;
}

export type Fields = Readonly<Record<string, Field<unknown, unknown>>>;
export type Cell = string | number | boolean | null;

interface TableColumn {
  /** What an import calls the field, where it is not its name. */
  readonly as?: string;
  readonly title?: string;
  /** What others call the column, beside its title: small letters and digits. */
  readonly names: readonly string[];
  /** How to fill it in, where that is not plain. */
  readonly hint?: string;
}

/** The values of a record. */
export type ValuesOf<F extends Fields> = {
  -readonly [Name in keyof F]: F[Name] extends Field<infer Value, infer _> ? Value : never;
};
/** The same as a form holds them. */
export type TypedOf<F extends Fields> = {
  -readonly [Name in keyof F]: F[Name] extends Field<infer _, infer Typed> ? Typed : never;
};

type More<Value> = Partial<
  Pick<
    Field<Value, Value>,
    | 'erased'
    | 'needed'
    | 'placeholder'
    | 'history'
    | 'table'
    | 'stored'
    | 'problem'
    | 'read'
    | 'search'
    | 'together'
    | 'words'
  >
> & { readonly description?: string };

function plain<Value>(
  kind: Field['kind'],
  label: string,
  given: { schema: Field['schema']; blank: Value } & Pick<Field<Value>, 'read' | 'written'>,
  { description, ...more }: More<Value>,
): Field<Value> {
  return {
    kind,
    label,
    typed: (value) => value,
    stored: (value) => value,
    problem: () => undefined,
    ...given,
    ...more,
    schema: { ...given.schema, ...(description !== undefined && { description }) },
  };
}

const asText = { read: (cell: string) => ({ value: cell }), written: (value: string) => value };

/** A line of text. What is needed has to hold more than spaces, and loses those around it. */
export function text(label: string, most: number, more: More<string> = {}): Field<string> {
  const needed = more.needed !== undefined && { minLength: 1, pattern: '\\S' };
  const stored = needed && { stored: (value: string) => value.trim() };
  const schema = { type: 'string', ...needed, maxLength: most };
  return plain('text', label, { schema, blank: '', ...asText }, { erased: '', ...stored, ...more });
}

/** What may be longer than a line. */
export function lines(label: string, most: number, more: More<string> = {}): Field<string> {
  return { ...text(label, most, { together: bothTexts, ...more }), kind: 'lines' };
}

/** Both texts, unless one says what the other says. */
function bothTexts(one: string, other: string): string {
  if (one.includes(other.trim())) return one;
  return one.trim() === '' ? other : `${one.trim()}\n\n${other.trim()}`;
}

function either(one: readonly string[], other: readonly string[]): string[] {
  return [...new Set([...one, ...other])];
}

/** A text, or nothing; a form shows nothing as an empty one. */
export function textOrNull(
  label: string,
  most: number,
  { shown, ...more }: More<string | null> & { readonly shown?: (value: string) => string },
): Field<string | null, string> {
  const schema = { type: ['string', 'null'], maxLength: most };
  const read = (cell: string) => ({ value: cell === '' ? null : cell });
  const field = plain<string | null>(
    'text',
    label,
    { schema, blank: null, read, written: (value) => value },
    { erased: null, ...more },
  );
  return { ...field, typed: (value) => (value === null ? '' : (shown?.(value) ?? value)) };
}

const phoneNames = ['mobile', 'mobilephone', 'phonenumber', 'mobilenumber', 'tel', 'telephone'];

export function phone(label = 'Phone', more: More<string> = {}): Field<string> {
  const field = text(label, 40, {
    table: { names: phoneNames },
    stored: storedPhone,
    problem: (value) => contactProblem({ phone: value })?.text,
    search: (value) => [value, value.replaceAll(/\D/g, '')],
    ...more,
  });
  return { ...field, kind: 'phone' };
}

export function email(label = 'Email', more: More<string> = {}): Field<string> {
  const field = text(label, 254, {
    table: { names: ['mail', 'emailaddress'] },
    stored: storedEmail,
    problem: (value) => contactProblem({ email: value })?.text,
    search: (value) => [value],
    ...more,
  });
  return { ...field, kind: 'email' };
}

/** Yes or no. */
export function flag(label: string, blank: boolean, more: More<boolean> = {}): Field<boolean> {
  return plain(
    'flag',
    label,
    {
      schema: { type: 'boolean' },
      blank,
      read: (cell) => readFlag(label, cell, blank),
      written: (value) => (value ? 'yes' : 'no'),
    },
    more,
  );
}

function readFlag(label: string, cell: string, blank: boolean) {
  const word = cell.trim().toLowerCase();
  if (word === '') return { value: blank };
  if (['yes', 'y', 'true', '1', 'active', 'x'].includes(word)) return { value: true };
  if (['no', 'n', 'false', '0', 'inactive'].includes(word)) return { value: false };
  return { problem: `${label} must be yes or no.` };
}

/** Words that people sort records by: each once, without the spaces around it. */
export function tags(thing: string, most: number, more: More<string[]> = {}): Field<string[]> {
  const longest = 50;
  const items = { type: 'string', minLength: 1, maxLength: longest, pattern: '\\S' };
  const isTooMuch = (tags: readonly string[]) =>
    tags.length > most || tags.some(({ length }) => length > longest);
  return plain<string[]>(
    'texts',
    'Tags',
    {
      schema: { type: 'array', items, maxItems: most },
      blank: [],
      read: (cell) => ({ value: listed(cell) }),
      written: (tags) => tags.join('; '),
    },
    {
      stored: tidyTags,
      problem: (tags) =>
        isTooMuch(tags) ? `A ${thing} can have up to ${most} tags of ${longest} characters.` : undefined,
      search: (tags) => tags,
      together: either,
      erased: [],
      ...more,
    },
  );
}

/** Tags as they are kept: no blank around them, none twice. */
export function tidyTags(tags: readonly string[]): string[] {
  return [...new Set(tags.map((tag) => tag.trim()).filter((tag) => tag !== ''))];
}

/** Several in one cell. */
export function listed(cell: string): string[] {
  return cell
    .split(/[;,|]/)
    .map((part) => part.trim())
    .filter((part) => part !== '');
}

/** A day, or none. */
export function dayOrNull(label: string, more: More<string | null> = {}): Field<string | null> {
  const schema = {
    type: ['string', 'null'],
    format: 'date',
    pattern: '^[12]\\d{3}-\\d{2}-\\d{2}$',
    description: 'Such as 2026-11-16',
  };
  const read = (cell: string) => {
    const value = cell.trim() === '' ? null : dayOf(cell);
    return value === undefined
      ? { problem: `${label} must be a date such as 31/12/2026 or 2026-12-31.` }
      : { value };
  };
  return plain<string | null>('day', label, { schema, blank: null, read, written: (day) => day }, more);
}

/** A day as Australians write it, or as programs do; undefined where it is none. */
function dayOf(cell: string): string | undefined {
  const text = cell.trim();
  const [, day, month, year] = /^(\d{1,2})[/.-](\d{1,2})[/.-](\d{4})$/.exec(text) ?? [];
  const iso = year === undefined ? text : `${year}-${month!.padStart(2, '0')}-${day!.padStart(2, '0')}`;
  if (!/^\d{4}-\d{2}-\d{2}$/.test(iso)) return undefined;
  const [y = 0, m = 0, d = 0] = iso.split('-').map(Number);
  const found = new Date(Date.UTC(y, m - 1, d));
  return found.getUTCMonth() === m - 1 && found.getUTCDate() === d ? iso : undefined;
}

/** One of some words. */
export function choice<const Value extends string>(
  label: string,
  values: readonly Value[],
  blank: Value,
  more: More<Value> = {},
): Field<Value> {
  const wordsOf = (value: Value) => more.words?.[value] ?? value;
  const read = (cell: string) => {
    const word = cell.trim().toLowerCase();
    const found = values.find((value) => value === word || wordsOf(value).toLowerCase() === word);
    if (found !== undefined || word === '') return { value: found ?? blank };
    return {
      problem: `${label} must be ${new Intl.ListFormat('en-AU', { type: 'disjunction' }).format(values.map(wordsOf))}.`,
    };
  };
  return plain('choice', label, { schema: { enum: [...values] }, blank, read, written: wordsOf }, more);
}

/** An amount of money in whole cents, or none. */
export function centsOrNull(label: string, more: More<number | null> = {}): Field<number | null> {
  const schema = { type: ['integer', 'null'], minimum: 0, maximum: MOST_CENTS };
  const read = (cell: string) => {
    if (cell.trim() === '') return { value: null };
    const value = readCents(cell);
    return value === undefined || value < 0
      ? { problem: `${label} must be in dollars and cents, such as 12.50.` }
      : { value };
  };
  const written = (cents: number | null) => (cents === null ? null : Number(plainCents(cents)));
  return plain<number | null>('money', label, { schema, blank: null, read, written }, more);
}

/** A length of time in whole minutes, or none. */
export function minutesOrNull(
  label: string,
  most: number,
  more: More<number | null> = {},
): Field<number | null> {
  const schema = { type: ['integer', 'null'], minimum: 1, maximum: most };
  const read = (cell: string) => {
    if (cell.trim() === '') return { value: null };
    const value = /^\s*\d{1,9}\s*$/.test(cell) ? Number(cell) : 0;
    return value < 1 || value > most
      ? { problem: `${label} must be in whole minutes, up to ${most.toLocaleString('en-AU')}.` }
      : { value };
  };
  return plain<number | null>('minutes', label, { schema, blank: null, read, written: (it) => it }, more);
}

/** What has a shape of its own: whoever draws it or reads it from a table says how. */
export function other<Value>(
  label: string,
  schema: Field['schema'],
  blank: Value,
  more: More<Value> = {},
): Field<Value> {
  const refuse = () => ({ problem: `${label} can’t be imported.` });
  return plain('other', label, { schema, blank, read: refuse, written: () => null }, more);
}

/** Things that are referred to by their ids. */
export function ids(label: string, most: number, more: More<string[]> = {}): Field<string[]> {
  const schema = {
    type: 'array',
    items: { type: 'string', format: 'uuid' },
    maxItems: most,
    uniqueItems: true,
  };
  return other<string[]>(label, schema, [], { together: either, ...more });
}

/** A number between two others, or nothing. */
export function numberOrNull(
  label: string,
  bounds: { readonly minimum: number; readonly maximum: number; readonly isWhole?: true },
  more: More<number | null> = {},
): Field<number | null> {
  const { isWhole, ...limits } = bounds;
  return other<number | null>(
    label,
    { type: [isWhole ? 'integer' : 'number', 'null'], ...limits },
    null,
    more,
  );
}

const namesOf = <F extends Fields>(fields: F) => Object.keys(fields) as (keyof F & string)[];

/** A value as it is read; of what was not said, nothing. */
export function valueInWords(field: Field, value: unknown): string {
  if (value === null || value === '') return '';
  if (typeof value === 'boolean') return value ? 'Yes' : 'No';
  if (Array.isArray(value)) return value.join(', ');
  if (field.kind === 'money') return centsInWords(value as number);
  if (field.kind === 'minutes') return lengthInWords(value as number);
  if (field.words) return field.words[value as string] ?? '';
  return field.kind === 'day' ? dateInWords(value as LocalDate) : String(field.typed(value));
}

/** Everything that a record can say, as nobody has said it. */
export function blanksOf<F extends Fields>(fields: F): ValuesOf<F> {
  return mapped(fields, ({ blank }) => blank) as ValuesOf<F>;
}

/** The fields of a record as a form holds them. */
export function typedOf<F extends Fields>(fields: F, row: ValuesOf<F>): TypedOf<F> {
  return mapped(fields, (field, name) => field.typed(row[name])) as TypedOf<F>;
}

/** What is left of a record when the person is erased of whom it tells. */
export function erasedOf<F extends Fields>(fields: F): Partial<ValuesOf<F>> {
  const told = Object.entries(fields).filter(([, { erased }]) => erased !== undefined);
  return Object.fromEntries(told.map(([name, { erased }]) => [name, erased])) as Partial<ValuesOf<F>>;
}

/** Texts by the beginnings of whose words a record is found. */
export function searchTextsOf<F extends Fields>(fields: F): (row: ValuesOf<F>) => string[] {
  return (row) => namesOf(fields).flatMap((name) => fields[name]!.search?.(row[name]) ?? []);
}

/** What was said of a record, as it is stored. */
export function storedOf<T extends object>(fields: Fields, given: T): T {
  const said = Object.entries(given).filter(([, value]) => value !== undefined);
  return Object.fromEntries(
    said.map(([name, value]) => [name, fields[name] ? fields[name].stored(value) : value]),
  ) as T;
}

/** The first thing that is wrong with what was said of a record; what is missing counts only where a person was asked for it. */
export function problemIn<F extends Fields>(
  fields: F,
  given: { readonly [Name in keyof F]?: unknown },
): { field: keyof F & string; text: string } | undefined {
  for (const name of namesOf(fields)) {
    const field = fields[name]!;
    const value = given[name];
    if (value === undefined) continue;
    const isMissing = field.needed !== undefined && (value === null || String(value).trim() === '');
    const text = isMissing ? field.needed : field.problem(value);
    if (text !== undefined) return { field: name, text };
  }
  return undefined;
}

function mapped(fields: Fields, make: (field: Fields[string], name: string) => unknown): object {
  return Object.fromEntries(Object.entries(fields).map(([name, field]) => [name, make(field, name)]));
}

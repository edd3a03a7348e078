import type { Known, Parsed, Pieces } from '@muster/domain/dispatch/quick-add/parse';
import { durationChoice } from '@muster/domain/dispatch/quick-add/parse';
import type { Choice, Piece } from '@muster/domain/dispatch/quick-add/sentence';
import type { Intake } from '@muster/domain/dispatch/intake/schema';

export type Field = keyof Pieces;
/** What somebody has chosen where the words were unclear, by field and words. */
export type Answers = Readonly<Record<string, unknown>>;

/** Something that was read out of the sentence, or has to be asked. */
export interface Entry {
  readonly field: Field;
  readonly key: string;
  /** The words that it came from; none where the sentence says nothing of it. */
  readonly from: string;
  readonly label: string | undefined;
  readonly value: unknown;
  readonly question: string | null;
  readonly choices: readonly Choice<unknown>[];
}

type ValueOf<P> = P extends Piece<infer Value> ? Value : never;
export type Values = { [F in Field]?: ValueOf<NonNullable<Pieces[F]>> };

const fields: readonly Field[] = [
  'phone',
  'address',
  'suburb',
  'type',
  'day',
  'window',
  'technician',
  'duration',
  'priority',
  'skill',
];
/** What is told of somebody new: of anybody known it is only where they are. */
export const ofClient: ReadonlySet<Field> = new Set(['phone', 'address', 'suburb']);
const usualDurations = [30, 60, 90, 120].map(durationChoice);

/** The pieces of a sentence with what was answered to their questions. */
export function entriesOf({ words, pieces }: Parsed, answers: Answers, usual: number | undefined): Entry[] {
  const entries = fields.flatMap((field): Entry[] => {
    const piece = pieces[field] as Piece<unknown> | undefined;
    if (piece === undefined) return [];
    const from = piece.at
      .map((at) => words[at]!.typed)
      .join(' ')
      .replace(/[,;]+$/, '');
    const key = `${field} ${from}`;
    const { choices, question } = piece;
    const chosen = question === null ? choices[0] : choices.find(({ label }) => label === answers[key]);
    return [{ field, key, from, label: chosen?.label, value: chosen?.value, question, choices }];
  });
  return pieces.duration === undefined && usual === undefined
    ? [...entries, askedDuration(answers)]
    : entries;
}

/** Neither the words nor a type of job say how long it takes. */
function askedDuration(answers: Answers): Entry {
  const key = 'duration ';
  const chosen = usualDurations.find(({ label }) => label === answers[key]);
  return {
    field: 'duration',
    key,
    from: '',
    label: chosen?.label,
    value: chosen?.value,
    question: 'How long does it take?',
    choices: usualDurations,
  };
}

export const isOpen = ({ label }: Entry) => label === undefined;

export function valuesOf(entries: readonly Entry[]): Values {
  return Object.fromEntries(entries.filter((one) => !isOpen(one)).map(({ field, value }) => [field, value]));
}

/** What is said of the job beside whom it is for and where. */
interface Work {
  readonly description: string;
  /** What the description sounds like, where the words name no type. */
  readonly guessed?: string | undefined;
}

/** The job with its visit, without whom it is for. What is not said is as usual for the type of job. */
export function jobBody(
  values: Values,
  { description, guessed }: Work,
  typeSkills: readonly string[],
): Omit<Intake, 'visits'> & Required<Pick<Intake, 'visits'>> {
  const { type = guessed, day, window, duration, priority, skill } = values;
  return {
    ...(type !== undefined && { job_type_id: type }),
    ...(description && { description }),
    ...(priority !== undefined && { priority }),
    visits: [
      {
        ...(duration !== undefined && { duration }),
        ...(day !== undefined && { on_date: day }),
        ...(window && { window_from: window.from, window_to: window.to }),
        ...(skill !== undefined && { skills: [...new Set([...typeSkills, skill])] }),
      },
    ],
  };
}

/** When the business works, from its first hour to its last. */
export function workingDayOf(week: readonly { from: string; to: string }[]): Known['workingDay'] {
  const usual = { from: '07:00', to: '17:00' } as const;
  const from = week.map((one) => one.from).toSorted()[0] ?? usual.from;
  const to =
    week
      .map((one) => one.to)
      .toSorted()
      .at(-1) ?? usual.to;
  return { from, to } as Known['workingDay'];
}

/** Corrections of what was read, each with what the sentence said when it was made. */
export type Edits<Read> = { readonly [K in keyof Read]?: { readonly of: string; readonly value: Read[K] } };

/** Corrects what was read; what the sentence says of others is not touched. */
export function withEdits<Read extends { readonly name: string }>(
  edits: Edits<Read>,
  read: Read,
  changed: Partial<Read>,
): Edits<Read> {
  const made = Object.entries(changed).map(([field, value]) => [
    field,
    { of: readingOf(read, field), value },
  ]);
  return Object.assign({}, edits, Object.fromEntries(made));
}

/** What was read with its corrections. One that was made to another reading, or to somebody of another name, counts no more. */
export function corrected<Read extends { readonly name: string }>(read: Read, edits: Edits<Read>): Read {
  const kept = Object.entries(edits as Record<string, { of: string; value: unknown }>).filter(
    ([field, { of }]) => of === readingOf(read, field),
  );
  return Object.assign({}, read, Object.fromEntries(kept.map(([field, { value }]) => [field, value])));
}

function readingOf(read: { readonly name: string }, field: string): string {
  return JSON.stringify([read.name, Reflect.get(read, field)]);
}

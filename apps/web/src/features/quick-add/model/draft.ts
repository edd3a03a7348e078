import { durationChoice } from '@muster/domain/quick-add/durations';
import type { Known, Parsed, Pieces } from '@muster/domain/quick-add/parse';
import type { Choice, Piece } from '@muster/domain/quick-add/sentence';
import type { NewJob } from '@muster/domain/jobs/schema';

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

const fields: readonly Field[] = ['type', 'day', 'window', 'technician', 'duration', 'priority', 'skill'];
const usualDurations = [30, 60, 90, 120].map(durationChoice);

/** The pieces of a sentence with what was answered to their questions. */
export function entriesOf({ words, pieces }: Parsed, answers: Answers, usual: number | undefined): Entry[] {
  const entries = fields.flatMap((field): Entry[] => {
    const piece = pieces[field] as Piece<unknown> | undefined;
    if (piece === undefined) return [];
    const from = piece.at.map((at) => words[at]!.typed).join(' ');
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

interface Whom {
  readonly customer: string;
  readonly site: string;
  readonly description: string;
}

/** The job with its visit, as one command. What is not said is as usual for the type of job. */
export function jobBody(
  values: Values,
  { customer, site, description }: Whom,
  typeSkills: readonly string[],
): NewJob {
  const { type, day, window, duration, priority, skill } = values;
  return {
    customer_id: customer,
    site_id: site,
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

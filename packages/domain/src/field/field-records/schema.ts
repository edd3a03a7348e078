import { type Static, Type } from 'typebox';
import { ReportContent } from '../report-contents/schema.ts';
import { being, Id, Minutes, Moment, nullable, OffBy } from '../../values/schema.ts';

const words = (maxLength: number) => Type.String({ minLength: 1, maxLength, pattern: '\\S' });
const strict = { additionalProperties: false };

/** What can be noted at a visit, by kind. */
const contents = {
  note: Type.Object(
    {
      text: words(5_000),
      for_customer: Type.Optional(
        Type.Boolean({
          description: 'Whether the customer sees it in the report; office only if not set',
        }),
      ),
    },
    strict,
  ),
  check: Type.Object(
    {
      item: words(200),
      value: Type.Union(
        [
          Type.Boolean(),
          Type.Number({ minimum: -1e9, maximum: 1e9 }),
          Type.String({ maxLength: 1_000 }),
          Type.Null(),
        ],
        {
          description: 'Null clears the answer',
        },
      ),
    },
    strict,
  ),
  part: Type.Object(
    { name: words(200), quantity: Type.Number({ exclusiveMinimum: 0, maximum: 100_000 }) },
    strict,
  ),
  signature: Type.Object(
    {
      name: words(200),
      file_id: Id,
      as: Type.Optional(being(words(100), 'As what they sign, such as tenant')),
      signed: Type.Optional(
        being(
          ReportContent,
          'What they were shown. If not set, what the report says when the signature arrives',
        ),
      ),
    },
    strict,
  ),
  late: Type.Object(
    {
      minutes: being(Minutes, 'In minutes', { minimum: 5, maximum: 720 }),
      text: Type.Optional(Type.String({ maxLength: 500 })),
      tell_customer: Type.Optional(
        Type.Boolean({
          description:
            'Whether the customer is emailed the new time, a minute later, if the business emails its customers; the text isn’t sent',
        }),
      ),
    },
    strict,
  ),
  time: Type.Object(
    {
      on_site_at: Moment,
      done_at: nullable(Moment, 'Null before the visit is done: only the arrival is corrected'),
      reason: words(500),
      technician_id: Type.Optional(
        being(
          Id,
          'Whose times, if the office corrects those of one; else of the whole crew. From a phone: one’s own',
        ),
      ),
    },
    strict,
  ),
};

export const recordKinds = ['note', 'check', 'part', 'signature', 'late', 'time'] as const;
export type RecordKind = (typeof recordKinds)[number];

const noted = {
  noted_at: Type.Optional(being(Moment, 'When it was recorded, by the sender’s clock; now if not set')),
  off_by: Type.Optional(OffBy),
};

function noting<Kind extends RecordKind>(kind: Kind) {
  return Type.Object({ kind: Type.Literal(kind), content: contents[kind], ...noted }, strict);
}

/** A fact, as it is sent. */
export const NewFieldRecord = Type.Union(
  [noting('note'), noting('check'), noting('part'), noting('signature'), noting('late'), noting('time')],
  { examples: [{ kind: 'note', content: { text: 'Valve replaced' } }] },
);

export const NoteChoice = Type.Object(
  { for_customer: Type.Boolean({ description: 'Whether the customer sees the note in the report' }) },
  { ...strict, examples: [{ for_customer: true }] },
);

export const FieldRecord = Type.Object({
  id: Id,
  version: Type.Integer(),
  visit_id: Id,
  kind: Type.Enum(recordKinds),
  content: Type.Unsafe<Record<string, unknown>>(Type.Record(Type.String(), Type.Unknown())),
  noted_at: Moment,
  clock_off: nullable(
    Type.Integer(),
    'By how many seconds the phone’s clock was ahead of ours, if by more than two minutes',
  ),
  created_by: nullable(Id),
  created_at: Moment,
  retracted_at: nullable(Moment, 'It was a mistake'),
});

/** As the office reads it. */
export const NamedFieldRecord = Type.Object({
  ...FieldRecord.properties,
  author: Type.String({ description: 'Who recorded it; empty if it was a program' }),
});

export type NamedFieldRecord = Static<typeof NamedFieldRecord>;
export type FieldRecord = Static<typeof FieldRecord>;
export type NewFieldRecord = Static<typeof NewFieldRecord>;
export type NoteChoice = Static<typeof NoteChoice>;

import { type Static, Type } from 'typebox';
import { Id, Moment, nullable } from '../changes/schema.ts';

const words = (maxLength: number) => Type.String({ minLength: 1, maxLength, pattern: '\\S' });
const strict = { additionalProperties: false };

/** What can be noted at a visit, by kind. */
const contents = {
  note: Type.Object(
    {
      text: words(5_000),
      for_customer: Type.Optional(
        Type.Boolean({
          description: 'Whether the customer reads it in the report; only the office, where it is not said',
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
          description: 'Null takes an answer back',
        },
      ),
    },
    strict,
  ),
  part: Type.Object(
    { name: words(200), quantity: Type.Number({ exclusiveMinimum: 0, maximum: 100_000 }) },
    strict,
  ),
  signature: Type.Object({ name: words(200), file_id: Id }, strict),
  late: Type.Object(
    {
      minutes: Type.Integer({ minimum: 5, maximum: 720 }),
      text: Type.Optional(Type.String({ maxLength: 500 })),
    },
    strict,
  ),
  time: Type.Object({ on_site_at: Moment, done_at: Moment, reason: words(500) }, strict),
};

export const recordKinds = ['note', 'check', 'part', 'signature', 'late', 'time'] as const;
export type RecordKind = (typeof recordKinds)[number];

const noted = {
  noted_at: Type.Optional(
    Type.String({
      format: 'date-time',
      description: 'By the clock of whoever noted it; now, where it is not said',
    }),
  ),
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
  { for_customer: Type.Boolean({ description: 'Whether the customer reads the note in the report' }) },
  { ...strict, examples: [{ for_customer: true }] },
);

export const FieldRecord = Type.Object({
  id: Id,
  version: Type.Integer(),
  visit_id: Id,
  kind: Type.Enum(recordKinds),
  content: Type.Unsafe<Record<string, unknown>>(Type.Record(Type.String(), Type.Unknown())),
  noted_at: Moment,
  created_by: nullable(Id),
  created_at: Moment,
  retracted_at: nullable(Moment, 'It was a mistake'),
});

/** As the office reads it. */
export const NamedFieldRecord = Type.Object({
  ...FieldRecord.properties,
  author: Type.String({ description: 'Who noted it; empty where it was a program' }),
});

export type NamedFieldRecord = Static<typeof NamedFieldRecord>;
export type FieldRecord = Static<typeof FieldRecord>;
export type NewFieldRecord = Static<typeof NewFieldRecord>;
export type NoteChoice = Static<typeof NoteChoice>;

import { type Static, Type } from 'typebox';
import { Id, Moment, nullable } from '../../values/schema.ts';
import { reportSections } from '../../work/settings/schema.ts';
import { outcomes } from '../../work/visits/states.ts';

/** What is left out of the report of one visit. */
export const LeftOut = Type.Object({
  sections: Type.Array(Type.Enum(reportSections)),
  photos: Type.Array(Id),
  answers: Type.Array(Type.String(), { description: 'Checklist items, by their text' }),
});

const most = { maxItems: 500 };

/**
 * What a report tells, as somebody was shown it: kept with a signature and with each mail, so that a later change is seen. The version is
 * that of this form: what was kept stays readable when it changes.
 */
export const ReportContent = Type.Object(
  {
    version: Type.Literal(1),
    outcome: nullable(Type.Enum(outcomes), 'Null: not recorded yet'),
    outcome_reason: Type.String({ maxLength: 5_000 }),
    description: Type.String({
      maxLength: 20_000,
      description: 'What was asked for; empty if it isn’t on the report',
    }),
    stays: Type.Array(
      Type.Object(
        {
          technician_id: nullable(Id, 'Null from a phone: one’s own'),
          arrived_at: nullable(Moment),
          done_at: nullable(Moment),
        },
        { additionalProperties: false },
      ),
      { maxItems: 50 },
    ),
    notes: Type.Array(
      Type.Object({ id: Id, text: Type.String({ maxLength: 5_000 }) }, { additionalProperties: false }),
      most,
    ),
    answers: Type.Array(
      Type.Object(
        {
          item: Type.String({ maxLength: 200 }),
          answer: Type.Union([Type.Boolean(), Type.Number(), Type.String({ maxLength: 1_000 }), Type.Null()]),
        },
        { additionalProperties: false },
      ),
      most,
    ),
    parts: Type.Array(
      Type.Object(
        { name: Type.String({ maxLength: 200 }), quantity: Type.Number() },
        { additionalProperties: false },
      ),
      most,
    ),
    photos: Type.Array(Id, { maxItems: 2_000 }),
    signature: Type.Optional(nullable(Moment, 'When it was signed; of what was emailed alone')),
  },
  { additionalProperties: false },
);

export const contentParts = [
  'result',
  'description',
  'times',
  'notes',
  'checklist',
  'parts',
  'photos',
  'signature',
] as const;

/** How a report differs from what somebody was shown. */
export const ContentChange = Type.Object({
  part: Type.Enum(contentParts),
  how: Type.Enum(['added', 'changed', 'removed', 'left out'] as const),
  what: Type.String({ description: 'What it is about, such as a checklist item or a person' }),
  before: nullable(Type.String(), 'In words, if it was changed'),
  after: nullable(Type.String()),
  at: nullable(Moment, 'When it was changed last; null if that isn’t known'),
  by: Type.String({ description: 'Who did; empty if that isn’t known' }),
});

export type LeftOut = Static<typeof LeftOut>;
export type ReportContent = Static<typeof ReportContent>;
export type ContentPart = (typeof contentParts)[number];
export type ContentChange = Static<typeof ContentChange>;

import { MailTheme } from '../../basics/mails/schema.ts';
import { type Static, Type } from 'typebox';
import { COLOUR } from '../../values/colour.ts';
import { being, Id, Minutes, Moment, nullable } from '../../values/schema.ts';
import { messageKinds } from '../../work/visits/rules.ts';

export const LateNews = Type.Object(
  {
    minutes: being(Minutes, 'How much later than planned, in minutes', { minimum: 5, maximum: 720 }),
  },
  { additionalProperties: false, examples: [{ minutes: 30 }] },
);

/** Who will hear of a delay. */
export const LateTold = Type.Object({
  visit_id: Id,
  expected_at: Moment,
  told: Type.Array(Type.String(), { description: 'Who will be emailed in a minute' }),
});

export const MessageSampleQuery = Type.Object(
  { kind: Type.Enum(messageKinds) },
  { additionalProperties: false, examples: [{ kind: 'confirmed' }] },
);

/** What stands for the placeholders of a message, to be looked at. */
export const MessageSample = Type.Object({
  filling: Type.Record(Type.String(), Type.String(), {
    description: 'By placeholder; one with nothing to stand for it is empty',
  }),
  of: nullable(Type.String(), 'Which visit it is; null: a made-up one'),
});

/** What a mail is shown with before it is saved. */
export const LetterheadPreview = Type.Object(
  {
    theme: MailTheme,
    name: Type.Optional(Type.String({ maxLength: 200 })),
    phone: Type.Optional(Type.String({ maxLength: 40 })),
    abn: Type.Optional(Type.String({ maxLength: 20 })),
    trade_licence: Type.Optional(Type.String({ maxLength: 60 })),
    colour: Type.Optional(Type.String({ pattern: COLOUR })),
    logo: Type.Optional(Id),
  },
  { additionalProperties: false, examples: [{ theme: 'light' }] },
);

export type LetterheadPreview = Static<typeof LetterheadPreview>;
export type MessageSample = Static<typeof MessageSample>;
export type LateTold = Static<typeof LateTold>;

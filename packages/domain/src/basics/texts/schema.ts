import { type Static, Type } from 'typebox';
import { being, Id, Moment, TimeOfDay, Version } from '../../values/schema.ts';
import { LONGEST_TEXT } from './rules.ts';

const settings = {
  sender: Type.String({
    maxLength: 20,
    description:
      'The number that texts come from, or a registered name of up to 11 letters; empty: the service’s own number',
  }),
  part_price: Type.Integer({
    minimum: 0,
    maximum: 100_000,
    description: 'What the service charges for each part, in hundredths of a cent',
  }),
  monthly_ceiling: Type.Integer({
    minimum: 0,
    maximum: 100_000,
    description: 'What a month’s texts can cost at most, in dollars',
  }),
  quiet_from: TimeOfDay,
  quiet_to: being(
    TimeOfDay,
    'No text leaves from quiet_from until then, in the customer’s time zone; the same as quiet_from: at any time',
  ),
};

/** What an owner has set for texts. The id is the account's. */
export const TextSettings = Type.Object({
  id: Id,
  version: Type.Integer({ description: '0 until something is set' }),
  ...settings,
});

export const TextSettingsEdit = Type.Object(
  {
    version: being(Version, 'The version you read, 0 before the first', { minimum: 0 }),
    ...Type.Partial(Type.Object(settings)).properties,
  },
  { additionalProperties: false, examples: [{ version: 0, monthly_ceiling: 100 }] },
);

/** What the texts of this month come to. */
export const TextMonth = Type.Object({
  month: Type.String({ description: 'Its first day, like 2026-11-01' }),
  texts: Type.Integer(),
  parts: Type.Integer(),
  spent: Type.Integer({ description: 'In hundredths of a cent' }),
});

/** Whether texts can leave at all. */
export const TextsAre = Type.Enum(['connected', 'in the inbox', 'off']);

export const TestText = Type.Object(
  {
    to: Type.String({ minLength: 1, maxLength: 40, description: 'A mobile number' }),
    body: Type.String({ minLength: 1, maxLength: LONGEST_TEXT, pattern: '\\S' }),
  },
  { additionalProperties: false, examples: [{ to: '0412 345 678', body: 'A test from us.' }] },
);

export const TextStatus = Type.Object({
  id: Id,
  state: Type.Enum(['waiting', 'sent', 'delivered', 'failed', 'unknown', 'unsent', 'expired'], {
    description:
      'unknown: it was handed over and nobody has said what became of it, so it isn’t sent again by itself; unsent: taken back in time; expired: too late to be of use',
  }),
  at: being(Moment, 'When it became that; of one that waits, when it leaves'),
  why: Type.String({ description: 'What went wrong, in words; empty if nothing did' }),
});

/** A text as it lies on the phone of the built-in default. */
export const KeptText = Type.Object({
  id: Id,
  business: Id,
  direction: Type.Enum(['out', 'in'], { description: 'out: from the business; in: an answer' }),
  number: Type.String(),
  sender: Type.String({ description: 'Who it comes from, as the phone shows it' }),
  body: Type.String(),
  at: Moment,
});

export type TextSettings = Static<typeof TextSettings>;
export type KeptText = Static<typeof KeptText>;
export type TextSettingsEdit = Static<typeof TextSettingsEdit>;
export type TextMonth = Static<typeof TextMonth>;
export type TextsAre = Static<typeof TextsAre>;
export type TestText = Static<typeof TestText>;
export type TextStatus = Static<typeof TextStatus>;

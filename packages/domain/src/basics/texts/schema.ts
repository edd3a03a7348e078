import { type Static, Type } from 'typebox';
import { Id, Moment, TimeOfDay } from '../../values/schema.ts';

/** What an owner has set for texts. The id is the account's. */
export const TextSettings = Type.Object({
  id: Id,
  version: Type.Integer({ description: '0 until something is set' }),
  sender: Type.String({ description: 'The number or registered name that texts come from' }),
  part_price: Type.Integer({
    description: 'What the service charges for each part, in hundredths of a cent',
  }),
  monthly_ceiling: Type.Integer({ description: 'What a month’s texts can cost at most, in dollars' }),
  quiet_from: TimeOfDay,
  quiet_to: TimeOfDay,
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

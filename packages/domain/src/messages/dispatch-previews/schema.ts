import { type Static, Type } from 'typebox';
import { Day, Id } from '../../values/schema.ts';
import { MOST_TOGETHER } from '../../work/assignments/rules.ts';

/** How somebody learns of a visit that is dispatched. */
export const Reach = Type.Enum(['sign-in', 'invited', 'none'] as const, {
  description:
    'sign-in: sees it on My day at once; invited: hasn’t accepted the invitation yet; none: has no sign-in, so Muster can’t tell them',
});

const id = '[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}';

export const DispatchPreviewQuery = Type.Object(
  {
    date: Type.Optional(Day),
    technician: Type.Optional(Id),
    visits: Type.Optional(
      Type.String({
        pattern: `^${id}(,${id})*$`,
        maxLength: 37 * MOST_TOGETHER,
        description: 'The ids of some visits in place of the date, with commas between them',
      }),
    ),
  },
  { additionalProperties: false, examples: [{ date: '2026-11-16' }] },
);

const names = (description: string) => Type.Array(Type.String(), { description });

/** Who would be told, and how, if the visits of a day were dispatched now. */
export const DispatchPreview = Type.Object({
  visits: Type.Integer({ description: 'Planned visits that would be dispatched' }),
  crews: Type.Array(
    Type.Object({
      id: Id,
      name: Type.String(),
      visits: Type.Integer(),
      away: Type.Integer({ description: 'Of these, visits they’re away for: no one comes as planned' }),
      reach: Reach,
    }),
    { description: 'Everyone on these visits' },
  ),
  customers: Type.Object({
    is_on: Type.Boolean({ description: 'Whether the business tells its customers about visits' }),
    emails: Type.Integer({
      description: 'How many emails would be sent: several visits of a customer are one email to each person',
    }),
    texts: Type.Integer({ description: 'How many texts would be sent: one of each visit to each mobile' }),
    confirmed: names('Customers who would get a confirmation'),
    changed: names('Customers who would hear of a new time'),
    without_address: names('Who can’t be told: no email address, or no mobile number where texts are on'),
  }),
});

export type DispatchPreviewQuery = Static<typeof DispatchPreviewQuery>;
export type Reach = Static<typeof Reach>;
export type DispatchPreview = Static<typeof DispatchPreview>;

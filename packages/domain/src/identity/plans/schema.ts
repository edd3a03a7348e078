import { type Static, Type } from 'typebox';

export const Plan = Type.Object({
  code: Type.String(),
  name: Type.String(),
  licences: Type.Integer({ description: 'How many technicians you can schedule' }),
  price_cents: Type.Integer({ description: 'AUD cents a month, GST included' }),
  licence_cents: Type.Integer({
    description: 'AUD cents a month for each licence beyond those of the plan, GST included',
  }),
});

export type Plan = Static<typeof Plan>;

import { Type } from 'typebox';

export const Plan = Type.Object({
  code: Type.String(),
  name: Type.String(),
  licences: Type.Integer({ description: 'How many technicians can be scheduled' }),
  price_cents: Type.Integer({ description: 'AUD cents a month, GST included' }),
});

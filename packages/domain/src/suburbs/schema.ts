import { type Static, Type } from 'typebox';
import { regions, zonesOfAustralia } from './rules.ts';

export const Region = Type.Enum(regions, { description: 'A state or territory' });

export const Zone = Type.Enum([...zonesOfAustralia], {
  description: 'An IANA name, as in Australia/Broken_Hill',
});

export const Suburb = Type.Object({
  id: Type.Integer(),
  name: Type.String(),
  region: Region,
  postcode: Type.String(),
  latitude: Type.Number(),
  longitude: Type.Number(),
  zone: Zone,
});

export const SuburbQuery = Type.Object(
  {
    search: Type.String({
      minLength: 1,
      maxLength: 100,
      description: 'A name or its beginning, also misspelt, a postcode, or both; a state behind them',
    }),
    limit: Type.Optional(Type.Integer({ minimum: 1, maximum: 50, default: 10 })),
  },
  { additionalProperties: false, examples: [{ search: 'ryde nsw' }] },
);

export type Suburb = Static<typeof Suburb>;

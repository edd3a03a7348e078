import { type Static, Type } from 'typebox';
import { regions, zonesOfAustralia } from './rules.ts';

export const Region = Type.Enum(regions, { description: 'A state or territory' });

export const Zone = Type.Enum([...zonesOfAustralia], {
  description: 'IANA time zone, such as Australia/Broken_Hill',
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
      description:
        'A name or the start of one, even misspelt, a postcode, or both; add a state to narrow it down',
    }),
    limit: Type.Optional(Type.Integer({ minimum: 1, maximum: 50, default: 10 })),
  },
  { additionalProperties: false, examples: [{ search: 'ryde nsw' }] },
);

export const NamedSuburbsQuery = Type.Object(
  {
    names: Type.String({
      minLength: 1,
      maxLength: 4_000,
      description: 'Whole names, separated by commas; at most 100',
    }),
  },
  { additionalProperties: false, examples: [{ names: 'ryde,north ryde' }] },
);

export type Suburb = Static<typeof Suburb>;
export type SuburbQuery = Static<typeof SuburbQuery>;

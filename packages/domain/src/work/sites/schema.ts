import { type Static, Type } from 'typebox';
import { kept, paging } from '../../basics/changes/schema.ts';
import { editOf, Id, Moment, nullable, schemasOf } from '../../values/schema.ts';
import { Region } from '../suburbs/schema.ts';
import { siteFields } from './fields.ts';

const written = schemasOf(siteFields);
const latitude = Type.Number({ minimum: -90, maximum: 90 });
const longitude = Type.Number({ minimum: -180, maximum: 180 });

export const Site = Type.Object({
  id: Id,
  version: Type.Integer(),
  customer_id: Id,
  ...written,
  suburb: Type.String(),
  region: Type.String(),
  postcode: Type.String(),
  latitude,
  longitude,
  position_is_exact: Type.Boolean({ description: 'Whether someone has pinned it' }),
  position_is_found: Type.Boolean({
    description: 'Whether the geocoder found it by the address; false for both: the centre of the suburb',
  }),
  created_at: Moment,
  archived_at: nullable(Moment),
});

/** What a suburb decides (state, postcode, position, zone) need not be said; where it is said, that counts. */
const fields = {
  ...written,
  latitude: nullable(latitude, 'Send it with the longitude; null: the centre of the suburb'),
  longitude: nullable(longitude, 'Send it with the latitude'),
};

export const NewSite = Type.Object(Type.Partial(Type.Object(fields)).properties, {
  additionalProperties: false,
  examples: [{ address: '12 Church Street', suburb_id: 4220 }],
});

export const SiteEdit = editOf(fields);

/** A row of the list, and a site by itself. */
export const SiteSummary = Type.Object({ ...Site.properties, customer_name: Type.String() });

/** Where a technician stands, or somebody has put the pin. */
export const Pin = Type.Object({ latitude, longitude }, { additionalProperties: false });

/** A pin that may have waited on a phone. */
export const PinReport = Type.Object(
  {
    ...Pin.properties,
    seen: Type.Optional(
      Type.Object(Pin.properties, {
        additionalProperties: false,
        description:
          'Where the site was shown when the pin was placed; if it has moved since, the pin isn’t set',
      }),
    ),
  },
  { additionalProperties: false },
);

/** A street that the business knows from its own sites. */
export const KnownStreet = Type.Object({
  street: Type.String({ description: 'As it was written most often, without the number' }),
  suburb_id: Type.Integer(),
  suburb: Type.String(),
  region: Type.String(),
  postcode: Type.String(),
  zone: Type.String(),
  sites: Type.Integer({ description: 'How many sites are there' }),
});

export const StreetQuery = Type.Object(
  { search: Type.String({ minLength: 2, maxLength: 100, description: 'An address as far as it is typed' }) },
  { additionalProperties: false, examples: [{ search: '14 chur' }] },
);

/** Whether addresses are looked up, and how many of the business wait for it. */
export const GeocoderState = Type.Object({
  state: Type.Union(
    [
      Type.Literal('off'),
      Type.Literal('not asked yet'),
      Type.Literal('answering'),
      Type.Literal('not answering'),
    ],
    { description: 'As seen by the server process that answers' },
  ),
  since: nullable(Moment),
  problem: nullable(Type.String()),
  waiting: Type.Integer({ description: 'How many sites wait to be looked up' }),
});

export const SiteQuery = Type.Object(
  {
    ...paging,
    customer: Type.Optional(Id),
    region: Type.Optional(Region),
    suburb: Type.Optional(Type.Integer({ minimum: 1, maximum: 1_000_000 })),
    archived: kept.archived,
  },
  { additionalProperties: false },
);

export type Site = Static<typeof Site>;
export type NewSite = Static<typeof NewSite>;
export type SiteQuery = Static<typeof SiteQuery>;
export type SiteSummary = Static<typeof SiteSummary>;
export type Pin = Static<typeof Pin>;
export type PinReport = Static<typeof PinReport>;
export type KnownStreet = Static<typeof KnownStreet>;
export type StreetQuery = Static<typeof StreetQuery>;
export type GeocoderState = Static<typeof GeocoderState>;
export type SiteEdit = Static<typeof SiteEdit>;

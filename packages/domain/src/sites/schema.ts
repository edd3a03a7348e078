import { type Static, Type } from 'typebox';
import { Id, Moment, nullable, paging, Version } from '../changes/schema.ts';
import { Region, Zone } from '../suburbs/schema.ts';

const text = (maxLength: number) => Type.String({ maxLength });
const people = Type.Array(Id, { maxItems: 100, uniqueItems: true });

const written = {
  name: text(200),
  address: text(300),
  suburb_id: nullable(Type.Integer({ minimum: 1, maximum: 1_000_000 })),
  zone: Zone,
  access_notes: text(5_000),
  hazards: text(5_000),
  preferred: people,
  banned: people,
};

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
  position_is_exact: Type.Boolean({ description: 'False while it is the middle of the suburb' }),
  created_at: Moment,
  archived_at: nullable(Moment),
});

/** What a suburb decides (state, postcode, position, zone) need not be said; where it is said, that counts. */
const fields = Type.Partial(
  Type.Object({
    ...written,
    latitude: nullable(latitude, 'With the longitude; null: the middle of the suburb'),
    longitude: nullable(longitude, 'With the latitude'),
  }),
).properties;

export const NewSite = Type.Object(fields, {
  additionalProperties: false,
  examples: [{ address: '12 Church Street', suburb_id: 4220 }],
});

export const SiteEdit = Type.Object({ version: Version, ...fields }, { additionalProperties: false });

/** A row of the list, and a site by itself. */
export const SiteSummary = Type.Object({ ...Site.properties, customer_name: Type.String() });

export const SiteQuery = Type.Object(
  {
    ...paging,
    customer: Type.Optional(Id),
    region: Type.Optional(Region),
    suburb: Type.Optional(Type.Integer({ minimum: 1, maximum: 1_000_000 })),
    archived: Type.Optional(Type.Boolean({ description: 'True: the archived alone. Default: all others' })),
  },
  { additionalProperties: false },
);

export type Site = Static<typeof Site>;
export type NewSite = Static<typeof NewSite>;
export type SiteQuery = Static<typeof SiteQuery>;
export type SiteSummary = Static<typeof SiteSummary>;

import { type Static, Type } from 'typebox';
import { Id, Moment, nullable, Version } from '../changes/schema.ts';
import { Planning } from '../planning/schema.ts';
import { Region, Zone } from '../suburbs/schema.ts';
import { WorkingWeek } from '../technicians/schema.ts';

const Travel = Type.Object(
  {
    roadFactor: Type.Number({
      minimum: 1,
      maximum: 5,
      description: 'How much longer roads are than a straight line',
    }),
    streetKilometres: Type.Number({
      minimum: 0,
      maximum: 1_000,
      description: 'Of a drive that go through streets',
    }),
    streetSpeed: Type.Number({ minimum: 5, maximum: 130, description: 'In km/h' }),
    roadSpeed: Type.Number({
      minimum: 5,
      maximum: 130,
      description: 'In km/h, on what remains of the drive',
    }),
    parking: Type.Integer({ minimum: 0, maximum: 60, description: 'In minutes' }),
    buffer: Type.Optional(
      Type.Integer({
        minimum: 0,
        maximum: 60,
        description: 'Minutes of reserve that every drive gets, on the board and when planning; 0',
      }),
    ),
    countsBaseDrives: Type.Boolean({
      description: 'Whether the first drive and the last are in working hours',
    }),
  },
  { additionalProperties: false },
);

const fields = {
  name: Type.String({ minLength: 1, maxLength: 200, pattern: '\\S' }),
  phone: Type.String({ maxLength: 40, description: 'For customers, in mails to them' }),
  email: Type.String({ maxLength: 254, description: 'Where answers to mails to customers go' }),
  tells_customers: Type.Boolean({
    description:
      'Whether customers are told by mail of their visits: confirmed, changed, cancelled, on the way',
  }),
  abn: nullable(Type.String({ maxLength: 20 }), 'With its check digits; spaces do not matter'),
  industry_id: nullable(Type.Integer({ minimum: 1, maximum: 1_000_000 })),
  region: nullable(Region, 'Whose public holidays count; where no zone is given with it, the zone follows'),
  zone: Zone,
  working_week: WorkingWeek,
  overtime: Type.Integer({
    minimum: 0,
    maximum: 720,
    description: 'How many minutes work may run on after a shift',
  }),
  travel: Travel,
  planning: Planning,
};

/** What a business says of itself. The id is the account's. */
export const Business = Type.Object({
  id: Id,
  version: Type.Integer(),
  ...fields,
  set_up_at: nullable(Moment, 'When the owner told us of the business, or wanted not to; null until then'),
});

export const BusinessEdit = Type.Object(
  {
    version: Version,
    ...Type.Partial(Type.Object(fields)).properties,
    is_set_up: Type.Optional(
      Type.Literal(true, { description: 'The owner is done with the first questions' }),
    ),
  },
  { additionalProperties: false, examples: [{ version: 1, name: 'Harbour City Plumbing', region: 'NSW' }] },
);

export type Business = Static<typeof Business>;
export type BusinessEdit = Static<typeof BusinessEdit>;

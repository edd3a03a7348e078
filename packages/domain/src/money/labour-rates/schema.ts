import { type Static, Type } from 'typebox';
import { being, Id, nullable } from '../../values/schema.ts';

/** By which item of the price list the time of a technician is charged, under the technician's id. */
export const LabourRate = Type.Object({
  id: Id,
  version: Type.Integer({ description: '0 while the usual labour item is used' }),
  item_id: nullable(Id, 'A labour item; null: the one in your settings'),
});

export const LabourRateEdit = Type.Object(
  {
    version: Type.Integer({ minimum: 0, description: 'The version you read' }),
    item_id: being(LabourRate.properties.item_id, 'A labour item, or null for the one in your settings'),
  },
  { additionalProperties: false, examples: [{ version: 0, item_id: null }] },
);

export type LabourRate = Static<typeof LabourRate>;
export type LabourRateEdit = Static<typeof LabourRateEdit>;

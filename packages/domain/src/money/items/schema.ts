import { type Static, Type } from 'typebox';
import { kept, paging } from '../../basics/changes/schema.ts';
import { editOf, Id, Moment, nullable, schemasOf } from '../../values/schema.ts';
import { itemFields, itemKinds } from './fields.ts';

const fields = schemasOf(itemFields);

/** A line of the price list. */
export const Item = Type.Object({
  id: Id,
  version: Type.Integer(),
  ...fields,
  created_at: Moment,
  archived_at: nullable(Moment),
});

export const ItemEdit = editOf(fields, { examples: [{ version: 3, price: 12_500 }] });

export const NewItem = Type.Object(
  { ...Type.Partial(Type.Object(fields)).properties, name: fields.name },
  {
    additionalProperties: false,
    examples: [{ kind: 'part', name: 'Copper elbow 15 mm', code: 'CE15', unit: 'each', price: 850 }],
  },
);

export const ItemQuery = Type.Object(
  { ...paging, kind: Type.Optional(Type.Enum(itemKinds)), ...kept },
  { additionalProperties: false },
);

export type Item = Static<typeof Item>;
export type NewItem = Static<typeof NewItem>;
export type ItemEdit = Static<typeof ItemEdit>;
export type ItemQuery = Static<typeof ItemQuery>;

import { type Static, Type } from 'typebox';
import { editOf, Id, schemasOf } from '../../values/schema.ts';
import { contactFields } from './fields.ts';

const fields = schemasOf(contactFields);

export const Contact = Type.Object({ id: Id, version: Type.Integer(), customer_id: Id, ...fields });

export const NewContact = Type.Object(
  { ...Type.Partial(Type.Object(fields)).properties, name: fields.name },
  { additionalProperties: false, examples: [{ name: 'Ana Lima', role: 'Tenant', phone: '0412 345 678' }] },
);

export const ContactEdit = editOf(fields);

export type Contact = Static<typeof Contact>;
export type NewContact = Static<typeof NewContact>;
export type ContactEdit = Static<typeof ContactEdit>;

import { type Static, Type } from 'typebox';
import { Id, Version } from '../changes/schema.ts';

const fields = {
  name: Type.String({ minLength: 1, maxLength: 200, pattern: '\\S' }),
  role: Type.String({ maxLength: 100, description: 'As in Tenant, or Accounts' }),
  phone: Type.String({ maxLength: 40 }),
  email: Type.String({ maxLength: 254 }),
};

export const Contact = Type.Object({ id: Id, version: Type.Integer(), customer_id: Id, ...fields });

export const NewContact = Type.Object(
  { ...Type.Partial(Type.Object(fields)).properties, name: fields.name },
  { additionalProperties: false, examples: [{ name: 'Ana Lima', role: 'Tenant', phone: '0412 345 678' }] },
);

export const ContactEdit = Type.Object(
  { version: Version, ...Type.Partial(Type.Object(fields)).properties },
  { additionalProperties: false },
);

export type Contact = Static<typeof Contact>;
export type NewContact = Static<typeof NewContact>;

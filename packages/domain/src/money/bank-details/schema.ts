import { type Static, Type } from 'typebox';
import { being, Id, Version } from '../../values/schema.ts';

const said = {
  account_name: Type.String({ maxLength: 60, description: 'The name that the account is held in' }),
  bsb: Type.String({ maxLength: 20, description: 'Like 062-000' }),
  account_number: Type.String({ maxLength: 30 }),
  payid: Type.String({
    maxLength: 254,
    description: 'An Australian phone number, an email address or an ABN; empty: none',
  }),
};

/** Where customers pay invoices to. The id is the account's. */
export const BankDetails = Type.Object({
  id: Id,
  version: Type.Integer({ description: '0 until something is set' }),
  ...said,
});

export const BankDetailsEdit = Type.Object(
  {
    version: being(Version, 'The version you read, 0 before the first', { minimum: 0 }),
    ...said,
    current_password: Type.String({ maxLength: 1_000, description: 'Your own, again' }),
  },
  { additionalProperties: false },
);

export type BankDetails = Static<typeof BankDetails>;
export type BankDetailsEdit = Static<typeof BankDetailsEdit>;

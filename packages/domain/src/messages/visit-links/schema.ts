import { type Static, Type } from 'typebox';
import { saved } from '../../basics/changes/schema.ts';
import { Id, Moment, nullable } from '../../values/schema.ts';

/** What is kept of the link to a customer's page; its address is not. */
export const VisitLink = Type.Object({
  id: Id,
  version: Type.Integer(),
  visit_id: Id,
  made_at: Moment,
  revoked_at: nullable(Moment),
});

const first_read_at = nullable(
  Moment,
  'When the page was first opened by someone outside the office; null: not yet',
);

/** What the office reads of it. */
export const ShownVisitLink = Type.Object({ ...VisitLink.properties, first_read_at });

export const MadeVisitLink = Type.Object({
  row: VisitLink,
  ...saved,
  address: Type.String({
    description: 'The address of the customer’s page. Whoever has it can read and answer for the customer',
    examples: ['https://app.example/v/4CtmTLS6yDqLMXvNqZhQOT'],
  }),
});

export type VisitLink = Static<typeof VisitLink>;
export type ShownVisitLink = Static<typeof ShownVisitLink>;
export type MadeVisitLink = Static<typeof MadeVisitLink>;

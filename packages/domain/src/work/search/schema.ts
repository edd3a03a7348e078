import { type Static, Type } from 'typebox';
import { Id, Moment, nullable } from '../../values/schema.ts';
import { foundKinds } from '../../records.ts';
import { visitStates } from '../visits/states.ts';

export const SearchQuery = Type.Object(
  {
    q: Type.String({
      minLength: 1,
      maxLength: 200,
      description: 'Matches the start of words, and any part of a phone number from four digits on',
      examples: ['blue gum'],
    }),
  },
  { additionalProperties: false },
);

export const Found = Type.Object({
  kind: Type.Enum([...foundKinds]),
  id: Id,
  title: Type.String({ description: 'A name, or the number of a job or an invoice' }),
  subtitle: Type.String(),
  customer_id: nullable(Id, 'For a site, a job, an invoice or a contact'),
  is_archived: Type.Boolean(),
  next: nullable(
    Type.Object({
      starts_at: Moment,
      zone: Type.String({ description: 'The site’s time zone' }),
      crew: Type.String({ description: 'Who is on it, lead first' }),
      state: Type.Enum(visitStates),
    }),
    'The next planned visit there, or the one under way',
  ),
});

export type Found = Static<typeof Found>;
export type SearchQuery = Static<typeof SearchQuery>;

import { type Static, Type } from 'typebox';
import { Id, nullable } from '../changes/schema.ts';

export const searchKinds = ['technicians', 'customers', 'jobs', 'sites'] as const;

export const SearchQuery = Type.Object(
  {
    q: Type.String({
      minLength: 1,
      maxLength: 200,
      description: 'Beginnings of words',
      examples: ['blue gum'],
    }),
  },
  { additionalProperties: false },
);

export const Found = Type.Object({
  kind: Type.Enum(searchKinds),
  id: Id,
  title: Type.String({ description: 'A name, or the number of a job' }),
  subtitle: Type.String(),
  customer_id: nullable(Id, 'Of a site or a job'),
  is_archived: Type.Boolean(),
});

export type Found = Static<typeof Found>;

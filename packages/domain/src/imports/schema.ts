import { type Static, Type } from 'typebox';
import { Id, Moment, nullable, saved } from '../changes/schema.ts';
import { importKinds } from './columns.ts';

/** 10 MB of text: ten thousand customers with long notes. */
export const MOST_IMPORT_CHARACTERS = 10_000_000;
export const MOST_IMPORT_ROWS = 20_000;

const Kind = Type.Enum(importKinds);

export const NewImport = Type.Object(
  {
    kind: Kind,
    csv: Type.String({
      minLength: 1,
      maxLength: MOST_IMPORT_CHARACTERS,
      description: 'A table with headings in its first row; cells apart by comma, semicolon or tab',
    }),
    columns: Type.Optional(
      Type.Array(nullable(Type.String({ maxLength: 40 })), {
        maxItems: 200,
        description:
          'Which field each column is, null for none; without it they are matched by their headings',
      }),
    ),
  },
  {
    additionalProperties: false,
    examples: [{ kind: 'technicians', csv: 'Name,Mobile\nPriya Nair,0412 345 678\n' }],
  },
);

export const ImportProblem = Type.Object({
  row: Type.Integer({ description: 'As a spreadsheet counts: the headings are row 1' }),
  field: Type.String(),
  text: Type.String(),
});

export const ImportPreview = Type.Object({
  columns: Type.Array(Type.Object({ heading: Type.String(), field: nullable(Type.String()) })),
  fields: Type.Array(
    Type.Object({
      field: Type.String(),
      title: Type.String(),
      is_required: Type.Boolean(),
      hint: Type.String(),
    }),
  ),
  count: Type.Integer({ description: 'How many rows there are' }),
  rows: Type.Array(Type.Array(Type.String()), { description: 'The first of them, cell by cell' }),
  problem_count: Type.Integer(),
  problems: Type.Array(ImportProblem, { description: 'The first hundred' }),
});

/** What comes with a 422 of an import: nothing was written. */
export const ImportRefusal = nullable(
  Type.Object({ problem_count: Type.Integer(), problems: Type.Array(ImportProblem) }),
);

export const ImportDone = Type.Object({
  count: Type.Integer({ description: 'How many rows were imported' }),
  ...saved,
});

export const ImportProgress = Type.Object({
  id: Id,
  kind: Kind,
  state: Type.Enum(['running', 'done', 'failed'] as const),
  total: Type.Integer(),
  done: Type.Integer(),
  started_at: Moment,
});

export type NewImport = Static<typeof NewImport>;
export type ImportProblem = Static<typeof ImportProblem>;
export type ImportPreview = Static<typeof ImportPreview>;
export type ImportProgress = Static<typeof ImportProgress>;

import { type Static, Type } from 'typebox';
import { Id, Moment, nullable } from '../../values/schema.ts';
import { importKinds } from '../../records.ts';

/** 10 MB of text: ten thousand customers with long notes. */
export const MOST_IMPORT_CHARACTERS = 10_000_000;
export const MOST_IMPORT_ROWS = 20_000;
/** As wide as what any other product exports; each cell takes memory, however little is in it. */
export const MOST_IMPORT_COLUMNS = 200;
export const MOST_IMPORT_CELLS = 1_000_000;
/** Several times the longest note that a record takes. */
export const LONGEST_IMPORT_ROW = 100_000;

/** What becomes of a row that looks like a customer; anything can be skipped. */
export const importChoices = ['new', 'site', 'update', 'skip'] as const;
export type ImportChoice = (typeof importChoices)[number];
/** The rows of a preview that somebody may want to look at, by why. */
export const importRowStates = ['problem', 'alike', 'skipped', 'mended', 'site', 'good'] as const;
/** As long as the longest text of a record, several times. */
const LONGEST_CELL = 20_000;

const Kind = Type.Enum([...importKinds]);
const Choice = Type.Enum([...importChoices], {
  description:
    '`new`: add as a new customer. `site`: add its address to the customer it looks like. `update`: that, and replace the customer’s details with those the row has. `skip`: leave the row out',
});
const State = Type.Enum([...importRowStates], {
  description:
    '`problem`: it’s left out until it’s fixed. `alike`: it looks like a customer and needs a decision. `skipped`: someone left it out. `mended`: fixed here. `site`: one more site of a customer. `good`: nothing needs a look',
});
const Alike = Type.Enum(['suggested', ...importChoices] as const, {
  description:
    'What becomes of rows that look like a customer, where nothing was decided for the row itself and it’s possible: `suggested` is what the preview suggests for each. Default: `suggested`',
});
const Columns = Type.Array(nullable(Type.String({ maxLength: 40 })), {
  maxItems: MOST_IMPORT_COLUMNS,
  description: 'The field for each column, null for none. If left out, columns are matched by their headings',
});
const Cells = Type.Record(Type.String({ maxLength: 40 }), Type.String({ maxLength: LONGEST_CELL }), {
  maxProperties: MOST_IMPORT_COLUMNS,
  description: 'Cells by field',
});

export const NewImport = Type.Object(
  {
    kind: Kind,
    csv: Type.String({
      minLength: 1,
      maxLength: MOST_IMPORT_CHARACTERS,
      description: 'A table with headings in the first row, separated by commas, semicolons or tabs',
    }),
    columns: Type.Optional(Columns),
    alike: Type.Optional(Alike),
    leave_out_duplicates: Type.Optional(
      Type.Boolean({ description: 'True is the same as `alike: skip`, false as `alike: new`' }),
    ),
    skip_problems: Type.Optional(
      Type.Boolean({
        description:
          'True: rows with problems are left out. Otherwise nothing is imported while there are any',
      }),
    ),
    is_draft: Type.Optional(
      Type.Boolean({
        description:
          'True: it waits until `POST /imports/{id}/start`, so that rows can be fixed, skipped and decided on first. Drafts are kept for 30 days unless a person’s data is erased, at most 20 of a kind',
      }),
    ),
    name: Type.Optional(Type.String({ maxLength: 200, description: 'The name of the file' })),
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

/** Where a draft is to differ from what was handed in. */
export const ImportEdit = Type.Object(
  { columns: Type.Optional(Columns), alike: Type.Optional(Alike) },
  { additionalProperties: false },
);

/** What somebody says of one row of a draft. */
export const ImportRowEdit = Type.Object(
  {
    cells: Type.Optional(
      nullable(
        Cells,
        'Cells that replace those in the file, beside those replaced before; null: all as in the file',
      ),
    ),
    choice: Type.Optional(nullable(Choice, 'Null: as `alike` says, and as it stands')),
    customer_id: Type.Optional(
      nullable(
        Id,
        'The customer the preview showed, for `site` and `update`; null: it looks like another row',
      ),
    ),
  },
  { additionalProperties: false, examples: [{ cells: { suburb: 'Marrickville NSW 2204' } }] },
);

export const DiscardQuery = Type.Object(
  {
    undecided: Type.Optional(
      Type.Boolean({
        description:
          'True: only where nothing was decided for a row, the columns or rows that look alike; otherwise the draft stays',
      }),
    ),
  },
  { additionalProperties: false },
);

export const ImportRow = Type.Object({
  row: Type.Integer({ description: 'As a spreadsheet counts: the headings are row 1' }),
  name: Type.String(),
  cells: Cells,
  state: State,
  is_mended: Type.Boolean({ description: 'Whether cells were changed here' }),
  problems: Type.Array(Type.Object({ field: Type.String(), text: Type.String() })),
  suggestions: Type.Array(Type.Object({ text: Type.String(), cells: Cells }), {
    description: 'Cells that would fix it, likeliest first',
  }),
  alike: nullable(
    Type.Object({
      text: Type.String(),
      customer_id: nullable(Id),
      like_row: nullable(Type.Integer()),
      choices: Type.Array(Choice),
      suggested: Choice,
    }),
    'The customer or the row it looks like',
  ),
  choice: nullable(Choice, 'What was decided for this row'),
  becomes: Choice,
});

export const ImportPreviewQuery = Type.Object(
  {
    show: Type.Optional(State),
    from: Type.Optional(Type.Integer({ minimum: 0, maximum: MOST_IMPORT_ROWS, default: 0 })),
    limit: Type.Optional(Type.Integer({ minimum: 1, maximum: 100, default: 20 })),
  },
  { additionalProperties: false },
);

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
  rows: Type.Array(Type.Array(Type.String()), { description: 'The first rows, cell by cell' }),
  row_numbers: Type.Array(Type.Integer(), { description: 'Their row numbers, as a spreadsheet counts' }),
  problem_count: Type.Integer(),
  problems: Type.Array(ImportProblem, { description: 'The first hundred' }),
  duplicate_count: Type.Integer(),
  duplicates: Type.Array(Type.Object({ row: Type.Integer(), text: Type.String() }), {
    description:
      'The first hundred rows that look like an existing customer or an earlier row: same phone, email or ABN, or same name',
  }),
  decided: Type.Integer({ description: 'How many rows someone has fixed, skipped or decided on' }),
  taken: Type.Integer({ description: 'How many rows would be imported as it stands' }),
  alike: Alike,
  counts: Type.Object(
    {
      problem: Type.Integer(),
      alike: Type.Integer(),
      site: Type.Integer(),
      skipped: Type.Integer(),
      mended: Type.Integer(),
      good: Type.Integer(),
    },
    { description: 'How many rows are in which state' },
  ),
  showing: nullable(
    State,
    'The state of the rows shown: that asked for, or the first that needs a look if there are none in it; null: no row needs one',
  ),
  shown: Type.Array(ImportRow, { description: 'Rows in that state, in their order' }),
});

export const Import = Type.Object({
  id: Id,
  kind: Kind,
  name: Type.String({ description: 'The name of the file, if it was given' }),
  state: Type.Enum(['draft', 'waiting', 'running', 'done', 'failed'] as const, {
    description:
      'An import waits until the account’s other imports have finished. If it fails, nothing changes and `problem` says why; a draft that was started becomes a draft again',
  }),
  total: Type.Integer({ description: 'How many rows it has; 0 until it has been read' }),
  done: Type.Integer({ description: 'How many have been written so far, or were imported once it’s done' }),
  left_out: Type.Integer({
    description:
      'How many were left out; `GET /imports/{id}/left-out.csv` has them with the reasons, for 30 days',
  }),
  left_out_rows: Type.Array(Type.Object({ row: Type.Integer(), name: Type.String(), text: Type.String() }), {
    description: 'The first hundred of them, and why',
  }),
  problem: nullable(Type.String()),
  problem_count: Type.Integer(),
  problems: Type.Array(ImportProblem, {
    description: 'What stands in the way, row by row: the first hundred',
  }),
  change: nullable(Type.Integer(), 'The change that it made, to undo it; null until it is done'),
  started_at: Moment,
});

export type ImportEdit = Static<typeof ImportEdit>;
export type ImportRowEdit = Static<typeof ImportRowEdit>;
export type DiscardQuery = Static<typeof DiscardQuery>;
export type ImportRow = Static<typeof ImportRow>;
export type ImportPreviewQuery = Static<typeof ImportPreviewQuery>;
export type NewImport = Static<typeof NewImport>;
export type ImportProblem = Static<typeof ImportProblem>;
export type ImportPreview = Static<typeof ImportPreview>;
export type Import = Static<typeof Import>;

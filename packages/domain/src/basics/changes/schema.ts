import { type Static, Type } from 'typebox';
import { being, Id, Moment, nullable } from '../../values/schema.ts';
import { changeKinds } from './kinds.ts';

/** What comes with a 409 about a row that somebody else has changed since it was read. */
export const VersionConflict = Type.Object(
  {
    expected: Type.Integer({ description: 'The version you read' }),
    current: Type.Integer({ description: 'The current version' }),
  },
  { description: 'The version you read and the current one' },
);

const AnyRow = Type.Record(Type.String(), Type.Unknown());

/** A rule that speaks against a booking, in words and as data. */
const RefusedFor = Type.Object({
  rule: Type.String(),
  text: Type.String(),
  can_override: Type.Boolean(),
  detail: Type.Unsafe<object>(AnyRow),
});

/** What of a proposal cannot be accepted any more, and why. */
export const Unfit = Type.Object({ item_id: Id, visit_id: Id, reasons: Type.Array(RefusedFor) });

/** What comes with a 409 of the scheduler: what stands in the way, as far as it can be named. */
export const Conflict = nullable(
  Type.Object({
    ...Type.Partial(VersionConflict).properties,
    row: Type.Optional(Type.Unsafe<object>({ ...AnyRow, description: 'The current values' })),
    base: Type.Optional(
      nullable(Type.Unsafe<object>(AnyRow), 'The values you read; null if they’re no longer known'),
    ),
    newer: Type.Optional(
      Type.Object(
        { number: Type.Integer(), label: Type.String(), user_id: nullable(Id), at: Moment },
        { description: 'The change that blocks the undo' },
      ),
    ),
    stays: Type.Optional(
      Type.Array(Type.Object({ table: Type.String(), id: Id, label: Type.String() }), {
        description: 'Up to 100 of the items that can’t be undone because of a newer change',
      }),
    ),
    rest: Type.Optional(
      Type.Integer({
        description: 'How many other items the same undo can take back with `rest=true`',
      }),
    ),
    reasons: Type.Optional(
      Type.Array(RefusedFor, {
        description: 'The rules a booking breaks, in words and as data',
      }),
    ),
    unfit: Type.Optional(
      Type.Array(Unfit, { description: 'The items of a proposal that can no longer be accepted, and why' }),
    ),
    used_by: Type.Optional(
      Type.Array(Type.Object({ table: Type.String(), id: Id, label: Type.String() }), {
        description: 'What still uses it',
      }),
    ),
  }),
);

/** With every answer that a screen keeps live. */
const change = Type.Integer({
  description: 'The number of the latest change included. The live stream continues from there',
});

/** With the answer to every command. */
export const saved = {
  change,
  made: Type.Boolean({
    description:
      'Whether this request made the change with that number. False: nothing needed changing, and the number is that of the account’s latest change',
  }),
};

/** A row that was just written, with the number of the change. */
export function Saved<T extends Parameters<typeof Type.Union>[0][number]>(row: T) {
  return Type.Object({ row, ...saved });
}

/** A row that was read. */
export function Shown<T extends Parameters<typeof Type.Union>[0][number]>(row: T) {
  return Type.Object({ row, change });
}

export function Page<T extends Parameters<typeof Type.Union>[0][number]>(row: T) {
  return Type.Object({
    rows: Type.Array(row),
    next: nullable(Type.String(), 'Send as `cursor` to get the next page; null on the last page'),
    change,
  });
}

/** What every list takes. */
export const paging = {
  search: Type.Optional(Type.String({ maxLength: 200, description: 'Matches the beginnings of words' })),
  cursor: Type.Optional(Type.String({ maxLength: 1000, description: '`next` of the previous page' })),
  limit: Type.Optional(Type.Integer({ minimum: 1, maximum: 200, default: 50 })),
};

export const keptSorts = ['name', '-name', 'created', '-created'] as const;

/** What a list of records takes beyond that: those that are put aside, or all others; by name or by age. */
export const kept = {
  archived: Type.Optional(Type.Boolean({ description: 'True: only archived ones. Default: all others' })),
  sort: Type.Optional(Type.Enum(keptSorts, { default: 'name' })),
};

/** What came of an undo. */
export const Undone = Type.Object({
  undone: Type.Integer(),
  stays: Type.Integer({ description: 'How many items stay as they are because of a newer change' }),
  written_to: Type.Array(Type.String(), {
    description: 'Customers who were emailed because of the change before it was undone',
  }),
  not_written_to: Type.Array(Type.String(), {
    description: 'Customers whose email about it was still waiting, and hasn’t left',
  }),
  ...saved,
});

/** Who is about to be told of a change. */
export const Unsent = Type.Object({
  names: Type.Array(Type.String(), { description: 'Customers whose email is waiting to leave' }),
});

/** An undo that is done in the background, because it is of more than somebody waits for. */
export const LongUndo = Type.Object({
  id: being(Id, 'Follow it at `undos/{id}`'),
  undoes: Type.Integer({ description: 'The number of the change it undoes' }),
  state: Type.Enum(['waiting', 'running', 'done', 'failed']),
  total: Type.Integer({ description: 'How many items it takes back' }),
  done: Type.Integer({ description: 'How many of them are done; nothing is undone until all are' }),
  result: nullable(Undone, 'What came of it; null until it’s done'),
  refusal: nullable(
    Type.Object({ code: Type.Integer(), message: Type.String(), data: Conflict }),
    'Why it failed, as a refused request is answered. Nothing was undone',
  ),
});

export const ChangeEntry = Type.Object({
  table: Type.String({ description: 'The kind of item, like technicians or customers' }),
  id: Id,
  version: Type.Integer({ description: 'Its version since then' }),
  label: Type.String({ description: 'Its name at the time' }),
  visit_of: nullable(
    Type.Object({
      job: Type.Integer({ description: 'Its number' }),
      customer_id: Id,
      customer: Type.String(),
    }),
    'Of a visit or its crew: the job and the customer that its label names',
  ),
  before: nullable(
    Type.Unsafe<Record<string, unknown>>(AnyRow),
    'The changed fields before; null if it was added',
  ),
  after: nullable(
    Type.Unsafe<Record<string, unknown>>(AnyRow),
    'The changed fields after; null if it was removed',
  ),
});

export const Change = Type.Object({
  number: Type.Integer(),
  command: Id,
  kind: Type.Enum(changeKinds),
  at: Moment,
  by: Type.Object({
    user_id: nullable(Id),
    api_key_id: nullable(Id),
    name: Type.String({ description: 'The name of the person or key' }),
  }),
  undoes: nullable(Type.Integer(), 'The number of the change it undid'),
  undoes_kind: nullable(Type.Enum(changeKinds), 'The kind of change it undid'),
  undone_by: nullable(Type.Integer(), 'The number of the change that undid it'),
  undo_under_way: nullable(Id, 'The undo of it that is under way; follow it at `undos/{id}`'),
  imported: nullable(
    Type.Integer(),
    'How many rows it imported, or undid the import of; null if it isn’t about an import',
  ),
  count: Type.Integer({ description: 'How many items it changed' }),
  entries: Type.Array(ChangeEntry, { description: 'The first of them' }),
});

export const HistoryQuery = Type.Object(
  {
    subject: Type.Optional(being(Id, 'Changes to this item and what belongs to it')),
    table: Type.Optional(Type.String({ maxLength: 40 })),
    user: Type.Optional(Id),
    from: Type.Optional(Moment),
    to: Type.Optional(Moment),
    cursor: paging.cursor,
    limit: paging.limit,
  },
  { additionalProperties: false },
);

export type Change = Static<typeof Change>;
export type LongUndo = Static<typeof LongUndo>;
export type Undone = Static<typeof Undone>;
export type Unsent = Static<typeof Unsent>;
export type Conflict = Static<typeof Conflict>;
export type Unfit = Static<typeof Unfit>;
export type HistoryQuery = Static<typeof HistoryQuery>;

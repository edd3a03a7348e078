import { type Static, Type } from 'typebox';

export const Id = Type.String({ format: 'uuid' });
export const Moment = Type.String({ format: 'date-time' });
export const Day = Type.String({
  format: 'date',
  pattern: '^[12]\\d{3}-\\d{2}-\\d{2}$',
  description: 'As in 2026-11-16',
});
export const TimeOfDay = Type.String({ pattern: '^([01]\\d|2[0-3]):[0-5]\\d$', description: 'As in 09:30' });

export function nullable<T extends Parameters<typeof Type.Union>[0][number]>(
  schema: T,
  description?: string,
) {
  return Type.Union([schema, Type.Null()], description === undefined ? {} : { description });
}

export const Version = Type.Integer({
  minimum: 1,
  maximum: 2_147_483_647,
  description: 'The one that was read: when somebody else was faster, the change is refused with code 409',
});

/** What comes with a 409 about a row that somebody else has changed since it was read. */
export const VersionConflict = Type.Object(
  {
    expected: Type.Integer({ description: 'The version that the caller had read' }),
    current: Type.Integer({ description: 'The version that there is now' }),
  },
  { description: 'Both versions of what was to be changed' },
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
    row: Type.Optional(Type.Unsafe<object>({ ...AnyRow, description: 'What there is now' })),
    base: Type.Optional(
      nullable(
        Type.Unsafe<object>(AnyRow),
        'What the caller had read; null where that cannot be told any more',
      ),
    ),
    newer: Type.Optional(
      Type.Object(
        { number: Type.Integer(), label: Type.String(), user_id: nullable(Id), at: Moment },
        { description: 'The change that stands in the way of an undo' },
      ),
    ),
    stays: Type.Optional(
      Type.Array(Type.Object({ table: Type.String(), id: Id, label: Type.String() }), {
        description: 'Up to a hundred of the things that something newer keeps an undo from taking back',
      }),
    ),
    rest: Type.Optional(
      Type.Integer({
        description:
          'How many other things the same undo can take back, where it is asked to with `rest=true`',
      }),
    ),
    reasons: Type.Optional(
      Type.Array(RefusedFor, {
        description: 'The rules that speak against a booking, in words and as data',
      }),
    ),
    unfit: Type.Optional(
      Type.Array(Unfit, { description: 'What of a proposal cannot be accepted any more, and why' }),
    ),
    used_by: Type.Optional(
      Type.Array(Type.Object({ table: Type.String(), id: Id, label: Type.String() }), {
        description: 'What holds on to it',
      }),
    ),
  }),
);

/** With every answer that a screen keeps live. */
const change = Type.Integer({
  description: 'The number of the latest change that it is true at; the live stream goes on from there',
});

/** With the answer to every command. */
export const saved = {
  change,
  made: Type.Boolean({
    description:
      'Whether this command made the change with that number, which undoing it takes back. False: everything was as asked for already, and the number is that of the latest change of the account, whoever made it',
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
    next: nullable(Type.String(), 'To be sent as `cursor` for the next page; null on the last one'),
    change,
  });
}

/** What every list takes. */
export const paging = {
  search: Type.Optional(Type.String({ maxLength: 200, description: 'Beginnings of words' })),
  cursor: Type.Optional(Type.String({ maxLength: 1000, description: '`next` of the page before' })),
  limit: Type.Optional(Type.Integer({ minimum: 1, maximum: 200, default: 50 })),
};

export const ChangeEntry = Type.Object({
  table: Type.String({ description: 'Of what kind: technicians, customers …' }),
  id: Id,
  version: Type.Integer({ description: 'The one that it has since' }),
  label: Type.String({ description: 'What it was called' }),
  before: nullable(
    Type.Unsafe<Record<string, unknown>>(AnyRow),
    'The fields that changed; null where it was made',
  ),
  after: nullable(
    Type.Unsafe<Record<string, unknown>>(AnyRow),
    'The same fields since; null where it is gone',
  ),
});

export const Change = Type.Object({
  number: Type.Integer(),
  command: Id,
  kind: Type.String(),
  at: Moment,
  by: Type.Object({
    user_id: nullable(Id),
    api_key_id: nullable(Id),
    name: Type.String({ description: 'Of the person or the key' }),
  }),
  undoes: nullable(Type.Integer(), 'The number of the change that it took back'),
  undoes_kind: nullable(Type.String(), 'The kind of the change that it took back'),
  undone_by: nullable(Type.Integer(), 'The number of the change that took it back'),
  imported: nullable(
    Type.Integer(),
    'How many rows of a table it took in, or took back; null: it is about no import',
  ),
  count: Type.Integer({ description: 'How many things it changed' }),
  entries: Type.Array(ChangeEntry, { description: 'The first of them' }),
});

export const HistoryQuery = Type.Object(
  {
    subject: Type.Optional(
      Type.String({ format: 'uuid', description: 'Of this thing, and of what belongs to it' }),
    ),
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
export type Conflict = Static<typeof Conflict>;
export type Unfit = Static<typeof Unfit>;

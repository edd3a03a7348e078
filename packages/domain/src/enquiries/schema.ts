import { type Static, Type } from 'typebox';
import { LAST_PAGE, PAGE_SIZE } from './paging.ts';
import { type EnquiryState, enquiryStates } from './pipeline.ts';
import { enquiryFields, enquiryLimits } from './rules.ts';

export const Industry = Type.Object({ id: Type.Integer(), name: Type.String() });

/** A page reads numbers as text. */
const Numeric = (description: string) => Type.Union([Type.Number(), Type.String()], { description });

/** Shapes alone. What a person can put right, be it that a text is too long, is refused in words by the rules (rules.ts). */
export const Enquiry = Type.Object(
  {
    name: Type.String(),
    email: Type.String(),
    phone: Type.String(),
    employees_no: Type.String({ description: 'One of 1-10, 10-25, 25-50, 50-100, 100+' }),
    technicians_no: Numeric('An integer other than zero, as a number or as text'),
    licenses_required: Numeric('An integer from 1 on, as a number or as text'),
    notes: Type.String(),
    industry_id: Numeric('The id of an industry, as a number or as text'),
  },
  { additionalProperties: false },
);

export const EnquiryReceipt = Type.Object({
  reference: Type.String({ description: 'As in ENQ-2026-000123' }),
  answer_by: Type.String({
    format: 'date-time',
    description: 'When somebody will have answered, at the latest',
  }),
});

/** Beside code 801. */
export const RefusedEnquiry = Type.Object({
  field: Type.Enum(enquiryFields, { description: 'The field that the message is about' }),
});

const Id = Type.String({ format: 'uuid' });
const Moment = Type.String({ format: 'date-time' });
const State = Type.Enum(enquiryStates);
const StaffName = Type.Object({ id: Id, name: Type.String() });

export const StaffMember = Type.Object({ id: Id, name: Type.String(), email: Type.String() });

/** One line of the table, one card of the pipeline. */
const row = {
  id: Id,
  reference: Type.String(),
  name: Type.String(),
  email: Type.String(),
  phone: Type.String(),
  industry: Type.String(),
  employees_no: Type.String(),
  technicians_no: Type.Integer(),
  licenses_required: Type.Integer(),
  state: State,
  owner: Type.Union([StaffName, Type.Null()], { description: 'Who of us looks after it' }),
  due_at: Type.Union([Moment, Type.Null()], { description: 'Null once there is nothing left to do' }),
  overdue: Type.Boolean(),
  created_at: Moment,
  version: Type.Integer({ description: 'To be sent back with a change' }),
};

export const EnquiryRow = Type.Object(row);

export const historyKinds = ['created', 'state', 'note', 'owner', 'due', 'provisioned', 'invited'] as const;

export const HistoryEntry = Type.Object({
  position: Type.Integer(),
  at: Moment,
  by: Type.Union([StaffName, Type.Null()], { description: 'Null for what happened by itself' }),
  kind: Type.Enum(historyKinds),
  detail: Type.Object({
    from: Type.Optional(State),
    to: Type.Optional(State),
    reason: Type.Optional(Type.String()),
    text: Type.Optional(Type.String({ description: 'Of a note' })),
    owner: Type.Optional(
      Type.Union([Type.String(), Type.Null()], { description: 'The name of the new owner' }),
    ),
    due_at: Type.Optional(Type.Union([Moment, Type.Null()])),
    plan: Type.Optional(Type.String()),
    licences: Type.Optional(Type.Integer()),
    email: Type.Optional(Type.String({ description: 'Who was invited' })),
    undone: Type.Optional(Type.Boolean({ description: 'True: the change before it was taken back' })),
  }),
});

const Duplicate = Type.Object({
  id: Id,
  reference: Type.String(),
  name: Type.String(),
  state: State,
  created_at: Moment,
  same: Type.Array(Type.Enum(['email', 'phone'] as const)),
});

const InvitationSummary = Type.Object({
  state: Type.Enum(['sent', 'accepted', 'expired', 'taken'] as const, {
    description: '`taken`: somebody signs in with the address, to another account',
  }),
  email: Type.String(),
  expires_at: Moment,
});

export const EnquiryView = Type.Object({
  ...row,
  notes: Type.String(),
  lost_reason: Type.Union([Type.String(), Type.Null()]),
  first_contacted_at: Type.Union([Moment, Type.Null()]),
  moves: Type.Array(State, { description: 'Where it can go from here' }),
  history: Type.Array(HistoryEntry, { description: 'Newest first' }),
  duplicates: Type.Array(Duplicate, {
    description: 'Others with the same address or phone number; those with the same address first',
  }),
  more_duplicates: Type.Integer({ description: 'How many there are beside those' }),
  plan: Type.String({ description: 'The name of the plan that so many licences are for' }),
  account: Type.Union([
    Type.Object({ id: Id, name: Type.String(), licences: Type.Integer(), has_owner: Type.Boolean() }),
    Type.Null(),
  ]),
  invitation: Type.Union([InvitationSummary, Type.Null()], {
    description: 'The latest to that account; null once it has long expired',
  }),
});

export const sorts = ['newest', 'oldest', 'due', '-due', 'name', '-name', 'licences', '-licences'] as const;

const filters = {
  search: Type.Optional(
    Type.String({
      maxLength: 200,
      description: 'Beginnings of words of name, address, phone number, reference and notes',
    }),
  ),
  state: Type.Optional(State),
  owner: Type.Optional(
    Type.Union([Id, Type.Literal('none')], { description: 'A member of staff, or `none`' }),
  ),
  industry: Type.Optional(Type.Integer({ minimum: 0, maximum: 1_000_000 })),
  overdue: Type.Optional(Type.Boolean({ description: 'True: only what is overdue' })),
};

export const EnquiryExport = Type.Object(filters, { additionalProperties: false });

const { state: _, ...pipelineFilters } = filters;

/** Each state has a column of its own. */
export const PipelineQuery = Type.Object(pipelineFilters, { additionalProperties: false });

export const EnquiryQuery = Type.Object(
  {
    ...filters,
    sort: Type.Optional(Type.Enum(sorts, { default: 'newest' })),
    page: Type.Optional(Type.Integer({ minimum: 1, maximum: LAST_PAGE, default: 1 })),
  },
  { additionalProperties: false },
);

export const EnquiryPage = Type.Object({
  rows: Type.Array(EnquiryRow),
  page: Type.Integer(),
  total: Type.Integer({ description: `At most ${LAST_PAGE * PAGE_SIZE}` }),
  has_more: Type.Boolean({ description: 'Whether there are more than `total`' }),
});

export const Pipeline = Type.Object({
  columns: Type.Array(
    Type.Object({
      state: State,
      count: Type.Integer(),
      cards: Type.Array(EnquiryRow, {
        description: `At most ${PAGE_SIZE}: what is due first, or where nothing is due, the newest`,
      }),
    }),
  ),
});

export const Summary = Type.Object({
  total: Type.Integer(),
  open: Type.Integer({ description: 'Those that somebody of ours has something to do for' }),
  overdue: Type.Integer(),
  last_30_days: Type.Object({
    arrivals: Type.Integer({ description: 'Without spam' }),
    median_hours: Type.Union([Type.Number(), Type.Null()], {
      description: 'From arrival to first contact, of those that arrived and were contacted in these days',
    }),
  }),
  states: Type.Array(Type.Object({ state: State, count: Type.Integer() })),
  weeks: Type.Array(
    Type.Object({
      week: Type.String({ format: 'date', description: 'Its Monday, in Sydney' }),
      arrivals: Type.Integer({ description: 'Without spam' }),
      median_hours: Type.Union([Type.Number(), Type.Null()], {
        description: 'From arrival to first contact, of those that were contacted',
      }),
    }),
    { description: 'The last twelve weeks, oldest first' },
  ),
});

export const EnquiryId = Type.Object({ id: Id });

const Version = Type.Integer({
  minimum: 1,
  maximum: 2_147_483_647,
  description: 'The one that was read: when somebody else was faster, the change is refused with code 409',
});

export const StateChange = Type.Object(
  {
    version: Version,
    state: State,
    reason: Type.Optional(Type.String({ maxLength: 500, description: 'Needed for `lost`' })),
  },
  { additionalProperties: false },
);

export const Note = Type.Object(
  { text: Type.String({ minLength: 1, maxLength: 5_000 }) },
  { additionalProperties: false },
);

export const OwnerChange = Type.Object(
  { version: Version, owner_id: Type.Union([Id, Type.Null()]) },
  { additionalProperties: false },
);

export const Undo = Type.Object({ version: Version }, { additionalProperties: false });

export const DueChange = Type.Object({ version: Version, due_at: Moment }, { additionalProperties: false });

export const Invited = Type.Object(
  {
    version: Version,
    email: Type.Optional(
      Type.String({
        maxLength: 1_000,
        description: 'The owner-to-be, where it is not the address that asked',
      }),
    ),
  },
  { additionalProperties: false },
);

/** As an invitation, and what the account is to be called. */
export const Provisioning = Type.Object(
  {
    ...Invited.properties,
    name: Type.String({
      minLength: 1,
      maxLength: enquiryLimits.name,
      description: 'The name of the business',
    }),
  },
  { additionalProperties: false },
);

export const Provisioned = Type.Object({
  enquiry: EnquiryView,
  account: Type.Object({ id: Id, name: Type.String() }),
  plan: Type.String({ description: 'The name of the plan' }),
  licences: Type.Integer(),
  invited: Type.String({ description: 'Where the invitation was sent' }),
});

export type EnquiryFilters = Static<typeof EnquiryExport>;
export type HistoryKind = (typeof historyKinds)[number];
export type HistoryDetail = Static<typeof HistoryEntry>['detail'] & {
  /** What an undo puts back; nobody else is told. */
  before?: {
    state: EnquiryState;
    lost_reason: string | null;
    owner_id: string | null;
    due_at: string | null;
    first_contacted_at: string | null;
  };
};
export type Sort = (typeof sorts)[number];

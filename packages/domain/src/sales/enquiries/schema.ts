import { type Static, Type } from 'typebox';
import { being, Id, Moment, nullable } from '../../values/schema.ts';
import { paging, saved } from '../../basics/changes/schema.ts';
import { enquiryStates, SHOWN_CARDS } from './pipeline.ts';
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
    licenses_required: Numeric('An integer of 1 or more, as a number or as text'),
    notes: Type.String(),
    industry_id: Numeric('The id of an industry, as a number or as text'),
  },
  { additionalProperties: false },
);

export const EnquiryReceipt = Type.Object({
  reference: Type.String({ description: 'Such as ENQ-2026-000123' }),
  answer_by: being(Moment, 'When we’ll answer by'),
});

/** Beside code 801. */
export const RefusedEnquiry = Type.Object({
  field: Type.Enum(enquiryFields, { description: 'The field the message is about' }),
});

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
  owner: nullable(StaffName, 'The member of staff who owns it'),
  due_at: nullable(Moment, 'Null once there’s nothing left to do'),
  overdue: Type.Boolean(),
  created_at: Moment,
  version: Type.Integer({ description: 'Send it back with a change' }),
};

export const EnquiryRow = Type.Object(row);

/** What staff change of an enquiry, as the log keeps it. */
export const EnquiryRecord = Type.Object({
  id: Id,
  reference: Type.String(),
  name: Type.String(),
  state: State,
  lost_reason: nullable(Type.String()),
  owner_id: nullable(Id),
  due_at: nullable(Moment),
  is_due_chosen: Type.Boolean({ description: 'Whether a person chose the due time' }),
  first_contacted_at: nullable(Moment),
  account_id: nullable(Id, 'The account that was opened for it'),
  invited_email: nullable(Type.String(), 'Who was last invited as the owner of that account'),
  invited_at: nullable(Moment),
  version: Type.Integer(),
});

export const EnquiryNote = Type.Object({
  id: Id,
  enquiry_id: Id,
  text: Type.String(),
  created_at: Moment,
  version: Type.Integer(),
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
    description: '`taken`: the address signs in to another account',
  }),
  email: Type.String(),
  expires_at: Moment,
});

export const EnquiryView = Type.Object({
  ...row,
  notes: Type.String(),
  campaign: being(Type.String(), 'What `?campaign=` in the address of the page said; empty: nothing'),
  lost_reason: nullable(Type.String()),
  first_contacted_at: nullable(Moment),
  moves: Type.Array(State, { description: 'The statuses it can move to' }),
  duplicates: Type.Array(Duplicate, {
    description: 'Others with the same address or phone number, same address first',
  }),
  more_duplicates: Type.Integer({ description: 'How many more there are' }),
  plan: Type.String({ description: 'The plan with which that many licences cost least' }),
  monthly_cents: Type.Integer({ description: 'What they cost with it: AUD cents a month, GST included' }),
  account: Type.Union([
    Type.Object({ id: Id, name: Type.String(), licences: Type.Integer(), has_owner: Type.Boolean() }),
    Type.Null(),
  ]),
  invitation: nullable(InvitationSummary, 'The latest to that account; null long after it expires'),
});

export const sorts = [
  'created',
  '-created',
  'due',
  '-due',
  'name',
  '-name',
  'licences',
  '-licences',
] as const;

const filters = {
  search: Type.Optional(
    Type.String({
      maxLength: 200,
      description: 'Matches the start of words in the name, address, phone number, reference and notes',
    }),
  ),
  state: Type.Optional(State),
  owner: Type.Optional(
    Type.Union([Id, Type.Literal('none')], { description: 'A member of staff, or `none`' }),
  ),
  industry: Type.Optional(Type.Integer({ minimum: 0, maximum: 1_000_000 })),
  overdue: Type.Optional(Type.Boolean({ description: 'True: overdue ones only' })),
};

export const EnquiryExport = Type.Object(filters, { additionalProperties: false });

const { state: _, ...pipelineFilters } = filters;

/** Each state has a column of its own. */
export const PipelineQuery = Type.Object(pipelineFilters, { additionalProperties: false });

export const EnquiryQuery = Type.Object(
  {
    ...filters,
    sort: Type.Optional(Type.Enum(sorts, { default: '-created' })),
    cursor: paging.cursor,
    limit: paging.limit,
  },
  { additionalProperties: false },
);

export const Pipeline = Type.Object({
  columns: Type.Array(
    Type.Object({
      state: State,
      count: Type.Integer(),
      cards: Type.Array(EnquiryRow, {
        description: `Up to ${SHOWN_CARDS}: due soonest first, or newest first if nothing is due`,
      }),
    }),
  ),
});

export const Summary = Type.Object({
  total: Type.Integer(),
  open: Type.Integer({ description: 'Those that still need work' }),
  overdue: Type.Integer(),
  last_30_days: Type.Object({
    arrivals: Type.Integer({ description: 'Without spam' }),
    median_hours: nullable(
      Type.Number(),
      'From arrival to first contact, for enquiries that arrived and were contacted in these days',
    ),
  }),
  states: Type.Array(Type.Object({ state: State, count: Type.Integer() })),
  weeks: Type.Array(
    Type.Object({
      week: Type.String({ format: 'date', description: 'The Monday of the week, in Sydney' }),
      arrivals: Type.Integer({ description: 'Without spam' }),
      median_hours: nullable(
        Type.Number(),
        'From arrival to first contact, for enquiries that were contacted',
      ),
    }),
    { description: 'The last twelve weeks, oldest first' },
  ),
});

export const EnquiryId = Type.Object({ id: Id });

const Version = Type.Integer({
  minimum: 1,
  maximum: 2_147_483_647,
  description:
    'The version you read. If someone else has changed it since, the change is refused with code 409',
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
  { version: Version, owner_id: nullable(Id) },
  { additionalProperties: false },
);

export const DueChange = Type.Object({ version: Version, due_at: Moment }, { additionalProperties: false });

export const Invited = Type.Object(
  {
    version: Version,
    email: Type.Optional(
      Type.String({
        maxLength: 1_000,
        description: 'The new owner’s address, if it isn’t the one that asked',
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
    collection: Type.Optional(
      Type.Enum(['card', 'invoice'], {
        description:
          'How they pay once Muster charges. `card`: they confirm the price themselves within 30 days. `invoice`: the subscription starts at once, and each invoice is due in 14 days',
      }),
    ),
  },
  { additionalProperties: false },
);

export const Provisioned = Type.Object({
  row: EnquiryRecord,
  account: Type.Object({ id: Id, name: Type.String() }),
  plan: Type.String({ description: 'The name of the plan' }),
  licences: Type.Integer(),
  invited: Type.String({ description: 'Where the invitation was sent' }),
  ...saved,
});

export type EnquiryFilters = Static<typeof EnquiryExport>;
export type Industry = Static<typeof Industry>;
export type Enquiry = Static<typeof Enquiry>;
export type EnquiryReceipt = Static<typeof EnquiryReceipt>;
export type RefusedEnquiry = Static<typeof RefusedEnquiry>;
export type StaffMember = Static<typeof StaffMember>;
export type EnquiryView = Static<typeof EnquiryView>;
export type PipelineQuery = Static<typeof PipelineQuery>;
export type EnquiryQuery = Static<typeof EnquiryQuery>;
export type EnquiryRow = Static<typeof EnquiryRow>;
export type EnquiryRecord = Static<typeof EnquiryRecord>;
export type EnquiryNote = Static<typeof EnquiryNote>;
export type Pipeline = Static<typeof Pipeline>;
export type Summary = Static<typeof Summary>;
export type EnquiryId = Static<typeof EnquiryId>;
export type StateChange = Static<typeof StateChange>;
export type Note = Static<typeof Note>;
export type OwnerChange = Static<typeof OwnerChange>;
export type DueChange = Static<typeof DueChange>;
export type Invited = Static<typeof Invited>;
export type Provisioning = Static<typeof Provisioning>;
export type Provisioned = Static<typeof Provisioned>;
export type Sort = (typeof sorts)[number];

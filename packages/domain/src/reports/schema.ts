import { type Static, Type } from 'typebox';
import { Day, Id, Moment, nullable } from '../changes/schema.ts';
import { checkKinds } from '../visits/rules.ts';
import { outcomes } from '../visits/states.ts';

const stay = {
  arrived_at: nullable(Moment),
  done_at: nullable(Moment),
  minutes: nullable(Type.Integer(), 'Whole minutes on site'),
};

const Stay = Type.Object(stay);

export const TimesOnSite = Type.Object({
  ...stay,
  measured: nullable(Stay, 'What the times were before somebody corrected them'),
  reason: nullable(Type.String(), 'Why they were corrected'),
});

const ReportPhoto = Type.Object({
  id: Id,
  name: Type.String(),
  width: Type.Integer(),
  height: Type.Integer(),
  taken_at: Moment,
});

const ReportNote = Type.Object({
  id: Id,
  text: Type.String(),
  noted_at: Moment,
  for_customer: Type.Boolean({ description: 'Only these are in the document and in the mail' }),
});

/** A visit that is over, as the customer may read of it, with what only the office sees marked as such. */
export const VisitReport = Type.Object({
  visit_id: Id,
  number: Type.String({ description: 'As in J-1001/2' }),
  outcome: Type.Enum(outcomes),
  outcome_reason: Type.String({ description: 'What is missing, or why it could not be completed' }),
  business: Type.Object({
    name: Type.String(),
    phone: Type.String(),
    email: Type.String(),
    abn: nullable(Type.String()),
    zone: Type.String(),
  }),
  customer: Type.Object({ id: Id, name: Type.String() }),
  site: Type.Object({
    name: Type.String(),
    address: Type.String(),
    suburb: Type.String({ description: 'With state and postcode' }),
    zone: Type.String(),
  }),
  job: Type.Object({
    id: Id,
    number: Type.Integer(),
    type: Type.String({ description: 'Empty where it has none' }),
    description: Type.String(),
  }),
  planned: nullable(Type.Object({ starts_at: Moment, ends_at: Moment })),
  crew: Type.Array(
    Type.Object({ id: Id, name: Type.String(), is_lead: Type.Boolean(), times: TimesOnSite }),
    { description: 'The lead first' },
  ),
  check_list: Type.Array(
    Type.Object({
      text: Type.String(),
      kind: Type.Enum(checkKinds),
      answer: nullable(
        Type.Union([Type.Boolean(), Type.Number(), Type.String()]),
        'Null: not answered; false: the photo was removed',
      ),
      is_former: Type.Boolean({ description: 'The item was renamed or removed after it was answered' }),
    }),
    { description: 'The items of the list, then what was answered before the list was changed' },
  ),
  notes: Type.Array(ReportNote),
  parts: Type.Array(Type.Object({ name: Type.String(), quantity: Type.Number() })),
  photos: Type.Array(ReportPhoto),
  signature: nullable(
    Type.Object({ name: Type.String(), signed_at: Moment, file_id: nullable(Id, 'Its picture') }),
  ),
});

export const ReportMail = Type.Object({
  id: Id,
  version: Type.Integer(),
  visit_id: Id,
  to_name: Type.String({ description: 'Who it went to' }),
  to_address: Type.String({ description: 'Enough of it to recognise: j…@example.com' }),
  at: Moment,
});

/** A report with what the office can do with it. */
export const VisitReportPage = Type.Object({
  ...VisitReport.properties,
  mails: Type.Array(ReportMail, { description: 'To whom it was mailed, the latest first' }),
  recipients: Type.Array(
    Type.Object({
      contact_id: nullable(Id, 'Null: the address of the customer itself'),
      name: Type.String(),
      email: Type.String(),
    }),
    { description: 'To whom it can be mailed; whoever comes first gets it where nobody is chosen' },
  ),
});

export const NewReportMail = Type.Object(
  {
    contact_id: Type.Optional(
      nullable(
        Id,
        'A contact of the customer; null or nothing: whoever comes first among those with an address',
      ),
    ),
  },
  { additionalProperties: false, examples: [{}] },
);

export const CompletedVisitQuery = Type.Object(
  {
    from: Type.Optional(Day),
    to: Type.Optional(Type.String({ ...Day, description: 'The last day, included' })),
    customer: Type.Optional(Id),
  },
  { additionalProperties: false },
);

export type VisitReport = Static<typeof VisitReport>;
export type VisitReportPage = Static<typeof VisitReportPage>;
export type ReportMail = Static<typeof ReportMail>;
export type NewReportMail = Static<typeof NewReportMail>;
export type CompletedVisitQuery = Static<typeof CompletedVisitQuery>;

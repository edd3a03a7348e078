import { type Static, Type } from 'typebox';
import { Day, Id, Minutes, Moment, nullable } from '../../values/schema.ts';
import { reportSections } from '../../work/settings/schema.ts';
import { ContentChange, contentParts, LeftOut, ReportContent } from '../report-contents/schema.ts';
import { checkKinds } from '../../work/visits/rules.ts';
import { outcomes } from '../../work/visits/states.ts';

const stay = {
  arrived_at: nullable(Moment),
  done_at: nullable(Moment),
  minutes: nullable(Minutes, 'Whole minutes on site'),
};

const Stay = Type.Object(stay);

export const TimesOnSite = Type.Object({
  ...stay,
  measured: nullable(Stay, 'The times before they were corrected'),
  reason: nullable(Type.String(), 'Why they were corrected'),
});

const ReportPhoto = Type.Object({
  id: Id,
  name: Type.String(),
  width: Type.Integer(),
  height: Type.Integer(),
  taken_at: Moment,
  by: Type.String({ description: 'Who added it; empty if that isn’t known' }),
});

const ReportNote = Type.Object({
  id: Id,
  text: Type.String(),
  noted_at: Moment,
  for_customer: Type.Boolean({ description: 'Only these are in the PDF and the email' }),
});

/** A visit that is over, as the customer may read of it, with what only the office sees marked as such. */
export const VisitReport = Type.Object({
  visit_id: Id,
  number: Type.String({ description: 'Such as J-1001/2' }),
  outcome: Type.Enum(outcomes),
  outcome_reason: Type.String({ description: 'What is still to do, or why it could not be completed' }),
  business: Type.Object({
    name: Type.String(),
    phone: Type.String(),
    email: Type.String(),
    abn: nullable(Type.String()),
    trade_licence: Type.String({ description: 'Empty if there is none' }),
    colour: nullable(Type.String(), 'Null: the usual one'),
    logo: nullable(
      Type.Object({ id: Id, width: Type.Integer(), height: Type.Integer() }),
      'The file of the logo',
    ),
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
    type: Type.String({ description: 'Empty if it has none' }),
    description: Type.String(),
  }),
  planned: nullable(Type.Object({ starts_at: Moment, ends_at: Moment }), 'Null if it wasn’t planned ahead'),
  entered_at: nullable(Moment, 'When the office entered the visit and its times, after it was over'),
  crew: Type.Array(
    Type.Object({ id: Id, name: Type.String(), is_lead: Type.Boolean(), times: TimesOnSite }),
    { description: 'The lead first' },
  ),
  check_list: Type.Array(
    Type.Object({
      text: Type.String(),
      kind: Type.Enum(checkKinds),
      answer: Type.Union([Type.Boolean(), Type.Number(), Type.String(), Type.Null()], {
        description: 'Null: not answered; false: the photo was removed',
      }),
      is_former: Type.Boolean({ description: 'The item was renamed or removed after it was answered' }),
    }),
    { description: 'The items of the list, then what was answered before the list was changed' },
  ),
  notes: Type.Array(ReportNote),
  parts: Type.Array(Type.Object({ name: Type.String(), quantity: Type.Number() })),
  photos: Type.Array(ReportPhoto),
  signature: nullable(
    Type.Object({
      name: Type.String(),
      as: Type.String({ description: 'The role they signed in, such as tenant; can be empty' }),
      signed_at: Moment,
      file_id: nullable(Id, 'Its picture'),
    }),
  ),
  changed: Type.Array(ContentChange, {
    description: 'How it differs from what was signed last; empty if nobody has signed',
  }),
  left_out: LeftOut,
});

const mailed = {
  id: Id,
  version: Type.Integer(),
  visit_id: Id,
  to_name: Type.String({ description: 'Who it went to' }),
  to_address: Type.String({ description: 'Partly hidden: j…@example.com' }),
  at: Moment,
};

/** With what it told. */
export const StoredReportMail = Type.Object({
  ...mailed,
  sent: nullable(ReportContent, 'What the report said; null if that wasn’t kept'),
});

export const ReportMail = Type.Object({
  ...mailed,
  changed: Type.Array(Type.Enum(contentParts), {
    description: 'The parts of the report that have changed since',
  }),
});

/** What somebody was shown of a visit, and what has changed since. */
export const ReportChanges = Type.Object({
  signed: nullable(
    Type.Object({ name: Type.String(), at: Moment, changed: Type.Array(ContentChange) }),
    'The latest signature; null if nobody has signed',
  ),
  mailed: nullable(
    Type.Object({ at: Moment, changed: Type.Array(Type.Enum(contentParts)) }),
    'The latest email; null if it wasn’t emailed',
  ),
});

/** One thing that the office puts on the report of a visit, or leaves out. */
export const ReportChoiceEdit = Type.Object(
  {
    what: Type.Enum(['section', 'photo', 'answer'] as const),
    key: Type.String({
      minLength: 1,
      maxLength: 200,
      description: `The section (${reportSections.join(', ')}), the id of the photo, or the text of the checklist item`,
    }),
    shown: Type.Boolean(),
  },
  { additionalProperties: false, examples: [{ what: 'section', key: 'parts', shown: false }] },
);

/** What was chosen for a visit, as it is kept. */
export const ReportChoice = Type.Object({
  id: Id,
  version: Type.Integer(),
  visit_id: Id,
  sections: Type.Partial(
    Type.Object(
      Object.fromEntries(reportSections.map((section) => [section, Type.Boolean()])) as Record<
        (typeof reportSections)[number],
        ReturnType<typeof Type.Boolean>
      >,
    ),
  ),
  photos: Type.Array(Id, { description: 'Those left out' }),
  answers: Type.Array(Type.String(), { description: 'The checklist items left out' }),
});

/** An email with the report, before it is sent. */
export const ReportLetter = Type.Object({
  to_name: Type.String(),
  to_email: Type.String(),
  subject: Type.String(),
  paragraphs: Type.Array(Type.String()),
  attached: Type.String({ description: 'The name of the PDF' }),
  fingerprint: Type.String({
    description: 'Of the report. Send it with the email, so that what was seen is what arrives',
  }),
});

/** A report with what the office can do with it. */
export const VisitReportPage = Type.Object({
  ...VisitReport.properties,
  fingerprint: Type.String({
    description: 'Of what the customer gets. Send it with the email, so that what was seen is what arrives',
  }),
  mails: Type.Array(ReportMail, { description: 'Who it was emailed to, the latest first' }),
  recipients: Type.Array(
    Type.Object({
      contact_id: nullable(Id, 'Null: the customer’s own address'),
      name: Type.String(),
      email: Type.String(),
    }),
    { description: 'Who it can be emailed to; the first one gets it if none is chosen' },
  ),
});

export const NewReportMail = Type.Object(
  {
    contact_id: Type.Optional(
      nullable(Id, 'A contact of the customer; if null or not set, the first recipient with an address'),
    ),
    fingerprint: Type.Optional(
      Type.String({
        maxLength: 100,
        description: 'Of the report that was seen. Refused with 409 if it has changed since',
      }),
    ),
  },
  { additionalProperties: false, examples: [{}] },
);

/** How far the document of a report is that is being made. */
export const ReportProgress = Type.Object({
  drawn: Type.Integer({ description: 'How many of its pictures are in it' }),
  pictures: Type.Integer(),
});

export const LetterQuery = Type.Object({ contact_id: Type.Optional(Id) }, { additionalProperties: false });

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
export type StoredReportMail = Static<typeof StoredReportMail>;
export type ReportChanges = Static<typeof ReportChanges>;
export type ReportChoice = Static<typeof ReportChoice>;
export type ReportChoiceEdit = Static<typeof ReportChoiceEdit>;
export type ReportLetter = Static<typeof ReportLetter>;
export type ReportMail = Static<typeof ReportMail>;
export type NewReportMail = Static<typeof NewReportMail>;
export type ReportProgress = Static<typeof ReportProgress>;
export type CompletedVisitQuery = Static<typeof CompletedVisitQuery>;

import { type Static, type TOptional, type TString, Type } from 'typebox';
import { COLOUR } from '../../values/colour.ts';
import { being, Id, Moment, nullable, TimeOfDay, Version } from '../../values/schema.ts';
import { Region, Zone } from '../suburbs/schema.ts';
import { WorkingWeek } from '../technicians/schema.ts';
import { longestTexts, type TextPart, textParts } from '../visits/message-texts.ts';
import { messageKinds, type MessageKind, messageWays } from '../visits/rules.ts';

/** What a visit report can leave out as a whole. */
export const reportSections = ['description', 'check list', 'parts', 'photos'] as const;
export type ReportSection = (typeof reportSections)[number];

/** How long a technician's film may be, in seconds. */
export const filmSeconds = { least: 10, most: 600 } as const;

const Travel = Type.Object(
  {
    roadFactor: Type.Number({
      minimum: 1,
      maximum: 5,
      description: 'How much longer roads are than a straight line',
    }),
    streetKilometres: Type.Number({
      minimum: 0,
      maximum: 1_000,
      description: 'The part of a drive on local streets, in km',
    }),
    streetSpeed: Type.Number({ minimum: 5, maximum: 130, description: 'In km/h' }),
    roadSpeed: Type.Number({
      minimum: 5,
      maximum: 130,
      description: 'In km/h, for the rest of the drive',
    }),
    parking: Type.Integer({ minimum: 0, maximum: 60, description: 'In minutes' }),
    buffer: Type.Optional(
      Type.Integer({
        minimum: 0,
        maximum: 60,
        description: 'Extra minutes for every drive, on the board and in plans; 0',
      }),
    ),
    countsBaseDrives: Type.Boolean({
      description: 'Whether the first and last drive of the day count as working hours',
    }),
  },
  { additionalProperties: false },
);

const wish = (description: string) =>
  Type.Integer({
    minimum: 0,
    maximum: 4,
    description: `${description}: 0 least, 2 as usual, 4 most`,
  });

/** What matters when the optimiser plans, as the owner says it. `scheduling/weights.ts` has the prices behind it. */
export const Planning = Type.Object(
  {
    driving: wish('Less time on the road'),
    promises: wish('Work is finished by its due day'),
    overtime: wish('Everyone finishes on time'),
    fairness: wish('Work is shared evenly'),
    favourites: wish('Customers get their preferred technicians'),
    stability: wish('Planned visits stay where they are'),
    longestDay: nullable(
      Type.Integer({ minimum: 60, maximum: 1_440 }),
      'From leaving the base to getting back, in minutes; null: as long as the shift and its overtime allow',
    ),
  },
  { additionalProperties: false },
);

/** What a customer who asks for another time on their page gets. */
export const anotherTimes = ['at once', 'request', 'off'] as const;

/** The page that customers have of a visit. */
export const CustomerPage = Type.Object(
  {
    is_on: Type.Boolean({ description: 'Off: no link opens a page' }),
    another_time: Type.Enum(anotherTimes, {
      description:
        'Whether a free time that the customer chooses is theirs at once, is asked for, or none is offered',
    }),
    hours_before: Type.Integer({
      minimum: 0,
      maximum: 336,
      description: 'Until how many hours before the visit they may ask, and how soon what’s offered can be',
    }),
    most_changes: Type.Integer({ minimum: 1, maximum: 20, description: 'How often for each visit' }),
    takes_photos: Type.Boolean({ description: 'Whether they can send photos to the technician' }),
  },
  { additionalProperties: false, description: 'The page that customers have of a visit' },
);
export type CustomerPage = Static<typeof CustomerPage>;

const way = Type.Enum(messageWays);

/** By which way customers are told what, each kind by itself. */
export const MessageWays = Type.Object(
  Object.fromEntries(messageKinds.map((kind) => [kind, way])) as Record<MessageKind, typeof way>,
  { additionalProperties: false, description: 'How customers are told each kind of message' },
);

const words = Type.Object(
  Object.fromEntries(
    textParts.map((part) => [part, Type.Optional(Type.String({ maxLength: longestTexts[part] }))]),
  ) as Record<TextPart, TOptional<TString>>,
  { additionalProperties: false },
);

/** The owner's own words of some messages. */
export const MessageTexts = Type.Object(
  Object.fromEntries(messageKinds.map((kind) => [kind, Type.Optional(words)])) as Record<
    MessageKind,
    TOptional<typeof words>
  >,
  {
    additionalProperties: false,
    description:
      'Your own words for messages to customers, with placeholders such as {name}. Anything you leave out is said in the usual words',
  },
);

const fields = {
  name: Type.String({ minLength: 1, maxLength: 200, pattern: '\\S' }),
  phone: Type.String({ maxLength: 40, description: 'For customers, shown in emails to them' }),
  email: Type.String({ maxLength: 254, description: 'Where customers’ replies go, once it’s confirmed' }),
  tells_customers: Type.Boolean({
    description: 'Whether customers are told about their visits at all; message_ways says what and how',
  }),
  message_ways: MessageWays,
  message_texts: MessageTexts,
  sends_reports: Type.Boolean({
    description: 'Whether the visit report is attached to the email that says the work is done',
  }),
  reminder_at: being(TimeOfDay, 'When customers are reminded of the next day’s visits, by the site’s clocks'),
  confirms_bookings: Type.Boolean({
    description:
      'Whether a booking is confirmed by email as soon as its day and arrival window are agreed, not only when it’s dispatched',
  }),
  abn: nullable(Type.String({ maxLength: 20 }), 'All 11 digits; spaces don’t matter'),
  trade_licence: Type.String({
    maxLength: 60,
    description: 'The numbers of the trade licences, as customers should read them',
  }),
  colour: nullable(
    Type.String({ pattern: COLOUR }),
    'On reports, emails to customers and printed pages, such as #0f766e; null: the usual one',
  ),
  logo_id: nullable(Id, 'An uploaded picture of the kind logo. The previous one is deleted with this change'),
  industry_id: nullable(Type.Integer({ minimum: 1, maximum: 1_000_000 })),
  region: nullable(Region, 'Decides the public holidays, and the time zone if you don’t send one'),
  zone: Zone,
  working_week: WorkingWeek,
  overtime: Type.Integer({
    minimum: 0,
    maximum: 720,
    description: 'How many minutes work can run over after a shift',
  }),
  travel: Travel,
  planning: Planning,
  pins_agreed: Type.Boolean({
    description: 'Whether a time that’s agreed with a customer is pinned, so planning doesn’t move it at all',
  }),
  customer_page: CustomerPage,
  film_seconds: Type.Integer({
    minimum: filmSeconds.least,
    maximum: filmSeconds.most,
    description: 'How long a technician’s video can be, in seconds',
  }),
  report_leaves_out: Type.Array(Type.Enum(reportSections), {
    maxItems: 10,
    description: 'What visit reports leave out, unless it’s chosen for a visit',
  }),
};

/** What a business says of itself. The id is the account's. */
export const Business = Type.Object({
  id: Id,
  version: Type.Integer(),
  ...fields,
  verified_email: Type.String({
    description: 'The confirmed reply address. Replies go to email if it’s the same',
  }),
  set_up_at: nullable(Moment, 'When the owner set up the business or skipped it; null until then'),
});

export const BusinessEdit = Type.Object(
  {
    version: Version,
    ...Type.Partial(Type.Object(fields)).properties,
    is_set_up: Type.Optional(
      Type.Literal(true, { description: 'The owner has finished the first questions' }),
    ),
  },
  { additionalProperties: false, examples: [{ version: 1, name: 'Harbour City Plumbing', region: 'NSW' }] },
);

/** From the link in the mail to that address. */
export const EmailConfirmation = Type.Object(
  { token: Type.String({ minLength: 1, maxLength: 100 }) },
  { additionalProperties: false },
);

export type Business = Static<typeof Business>;
export type BusinessEdit = Static<typeof BusinessEdit>;

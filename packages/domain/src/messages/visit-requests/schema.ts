import { type Static, Type } from 'typebox';
import { Day, Id, Moment, nullable, TimeOfDay } from '../../values/schema.ts';
import { requestDecisions, requestKinds } from './rules.ts';

/** What a customer asks for, or tells. Which of these there are follows from the kind. */
export const RequestContent = Type.Object({
  text: Type.Optional(Type.String()),
  score: Type.Optional(Type.Integer({ description: 'How it was, from 1 to 5' })),
  file_id: Type.Optional(Id),
  starts_at: Type.Optional(Moment),
  technicians: Type.Optional(Type.Array(Id)),
  on_date: Type.Optional(Day),
  window_from: Type.Optional(TimeOfDay),
  window_to: Type.Optional(TimeOfDay),
});

/** What a customer asked for, or told, on the page of a visit. */
export const VisitRequest = Type.Object({
  id: Id,
  version: Type.Integer(),
  visit_id: Id,
  kind: Type.Enum(requestKinds),
  content: RequestContent,
  made_at: Moment,
  decision: nullable(Type.Enum(requestDecisions), 'Null until someone has decided'),
  decided_at: nullable(Moment),
  decided_by: nullable(Id, 'Null: no one had to'),
  reply: Type.String({ description: 'What the customer reads of the decision' }),
});

/** One with what there is to know for deciding. */
export const ShownVisitRequest = Type.Object({
  ...VisitRequest.properties,
  job_id: Id,
  number: Type.String({ description: 'Such as J-1001/2' }),
  customer: Type.String(),
  suburb: Type.String(),
  zone: Type.String({ description: 'The site’s time zone' }),
});

export const OpenVisitRequests = Type.Object({
  rows: Type.Array(ShownVisitRequest, { description: 'The latest first' }),
  more: Type.Integer({ description: 'How many older ones are also open' }),
});

export const RequestReply = Type.Object(
  {
    reply: Type.Optional(
      Type.String({ maxLength: 500, description: 'What the customer reads on their page' }),
    ),
  },
  { additionalProperties: false, examples: [{ reply: 'Sorry, we can’t come that day.' }] },
);

export type RequestContent = Static<typeof RequestContent>;
export type VisitRequest = Static<typeof VisitRequest>;
export type ShownVisitRequest = Static<typeof ShownVisitRequest>;
export type OpenVisitRequests = Static<typeof OpenVisitRequests>;

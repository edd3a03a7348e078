import { type Static, Type } from 'typebox';
import { Id, Moment, nullable } from '../../values/schema.ts';

const summary = {
  id: Id,
  to_address: Type.String(),
  subject: Type.String(),
  created_at: Moment,
};

export const MailSummary = Type.Object(summary);

export const MailView = Type.Object({
  ...summary,
  text: Type.String(),
  html: Type.String(),
  attachment: nullable(Type.String(), 'The name of the attachment'),
});

export type MailSummary = Static<typeof MailSummary>;
export type MailView = Static<typeof MailView>;

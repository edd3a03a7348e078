import { type Static, Type } from 'typebox';
import { Id, Moment } from '../../values/schema.ts';

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
  attachments: Type.Array(Type.String(), { description: 'Their names' }),
});

export type MailSummary = Static<typeof MailSummary>;
export type MailView = Static<typeof MailView>;

/** Mail programs show a mail as their reader likes it. */
export const MailTheme = Type.Enum(['light', 'dark'] as const);

export type MailTheme = Static<typeof MailTheme>;

import { Type } from 'typebox';

const summary = {
  id: Type.String({ format: 'uuid' }),
  to_address: Type.String(),
  subject: Type.String(),
  created_at: Type.String({ format: 'date-time' }),
};

export const MailSummary = Type.Object(summary);

export const MailView = Type.Object({
  ...summary,
  text: Type.String(),
  html: Type.String(),
  attachment: Type.Union([Type.String(), Type.Null()], { description: 'The name of what is attached' }),
});

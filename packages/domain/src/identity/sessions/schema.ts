import { type Static, Type } from 'typebox';
import { being, Id, Moment } from '../../values/schema.ts';

export const SessionSummary = Type.Object({
  id: Id,
  current: Type.Boolean({ description: 'Whether this is the session making the request' }),
  device: Type.String({ description: 'Browser and system, like "Chrome on Windows"' }),
  created_at: Moment,
  seen_at: being(Moment, 'Last use, to the minute'),
});

export type SessionSummary = Static<typeof SessionSummary>;

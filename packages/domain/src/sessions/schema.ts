import { Type } from 'typebox';

export const SessionSummary = Type.Object({
  id: Type.String({ format: 'uuid' }),
  current: Type.Boolean({ description: 'Whether this very request belongs to it' }),
  device: Type.String({ description: 'The browser and the system it names, as in "Chrome on Windows"' }),
  created_at: Type.String({ format: 'date-time' }),
  seen_at: Type.String({ format: 'date-time', description: 'Last use, to the minute' }),
});

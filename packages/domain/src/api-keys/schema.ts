import { type Static, Type } from 'typebox';
import { Id, Moment, nullable, saved } from '../changes/schema.ts';
import { apiKeyRights } from './rules.ts';

const fields = {
  name: Type.String({
    minLength: 1,
    maxLength: 100,
    pattern: '\\S',
    description: 'What it is for: the history shows it beside what was done with the key',
  }),
  rights: Type.Enum(apiKeyRights, {
    description: 'Those of a dispatcher, or only to read what a dispatcher reads',
  }),
};

/** What is kept of a key; the key itself is not. */
export const ApiKey = Type.Object({
  id: Id,
  version: Type.Integer(),
  ...fields,
  created_by: Id,
  created_at: Moment,
  revoked_at: nullable(Moment),
});

export const ApiKeySummary = Type.Object({
  ...ApiKey.properties,
  created_by_name: Type.String(),
  last_used_at: nullable(Moment, 'To the minute; null: never'),
});

export const NewApiKey = Type.Object(fields, {
  additionalProperties: false,
  examples: [{ name: 'Accounting export', rights: 'read only' }],
});

export const MadeApiKey = Type.Object({
  row: ApiKey,
  ...saved,
  key: nullable(
    Type.String({ examples: ['mk_4CtmTLS6yDqLMXv_NqZhQOTSBMlzZf7tFhFQAe7VQzs'] }),
    'To be sent as `Authorization: Bearer …`. Shown in this answer alone; whoever lost the answer gets it again with the same Idempotency-Key for ten minutes, and null after that',
  ),
});

export type ApiKey = Static<typeof ApiKey>;
export type NewApiKey = Static<typeof NewApiKey>;

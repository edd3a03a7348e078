import { type Static, Type } from 'typebox';
import { saved } from '../../basics/changes/schema.ts';
import { Id, Moment, nullable } from '../../values/schema.ts';
import { moneyRights } from '../../values/role.ts';
import { apiKeyRights } from './rules.ts';

const fields = {
  name: Type.String({
    minLength: 1,
    maxLength: 100,
    pattern: '\\S',
    description: 'What the key is for. Shown in the history next to each change made with it',
  }),
  rights: Type.Enum(apiKeyRights, {
    description: 'The rights of a dispatcher, or read-only',
  }),
  money: Type.Enum(moneyRights, {
    description:
      'What it may do about money, as far as its rights go: nothing, read prices (`drafts`), or everything (`all`)',
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

const { money, ...needed } = fields;

export const NewApiKey = Type.Object(
  { ...needed, money: Type.Optional(money) },
  {
    additionalProperties: false,
    examples: [{ name: 'Accounting export', rights: 'read only' }],
  },
);

export const MadeApiKey = Type.Object({
  row: ApiKey,
  ...saved,
  key: nullable(
    Type.String({ examples: ['mk_4CtmTLS6yDqLMXv_NqZhQOTSBMlzZf7tFhFQAe7VQzs'] }),
    'Send as `Authorization: Bearer …`. Shown once, in this answer. Repeat the request with the same Idempotency-Key within ten minutes to get it again; after that it’s null',
  ),
});

export type ApiKey = Static<typeof ApiKey>;
export type NewApiKey = Static<typeof NewApiKey>;
export type ApiKeySummary = Static<typeof ApiKeySummary>;
export type MadeApiKey = Static<typeof MadeApiKey>;

import { type Static, Type } from 'typebox';
import { Id, Moment, nullable, paging, saved, Version } from '../changes/schema.ts';

const fields = {
  url: Type.String({
    minLength: 1,
    maxLength: 500,
    pattern: '^https?://\\S+$',
    description: 'https; http only into the networks that the operator of the server has named',
  }),
  is_enabled: Type.Boolean(),
};

export const Webhook = Type.Object({
  id: Id,
  version: Type.Integer(),
  ...fields,
  stopped_because: Type.String({ description: 'Why the server stopped it; empty where it did not' }),
  created_by: Id,
  created_at: Moment,
});

export const WebhookSummary = Type.Object({
  ...Webhook.properties,
  sent: Type.Integer({ description: 'The number of the change up to which it has been told' }),
  failing_since: nullable(Moment, 'Null: the latest delivery arrived'),
  failures: Type.Integer({ description: 'How many deliveries have not arrived' }),
});

export const NewWebhook = Type.Object(
  { url: fields.url },
  { additionalProperties: false, examples: [{ url: 'https://example.com/muster' }] },
);

export const WebhookEdit = Type.Object(
  { version: Version, ...Type.Partial(Type.Object(fields)).properties },
  { additionalProperties: false, examples: [{ version: 1, is_enabled: false }] },
);

export const MadeWebhook = Type.Object({
  row: Webhook,
  ...saved,
  secret: nullable(
    Type.String(),
    'What deliveries are signed with. Shown in this answer alone; whoever lost the answer gets it again with the same Idempotency-Key for ten minutes, and null after that',
  ),
});

export const WebhookFailure = Type.Object({
  number: Type.Integer({ description: 'Of the change' }),
  tries: Type.Integer(),
  first_at: Moment,
  last_at: Moment,
  reason: Type.String(),
  delivered_at: nullable(Moment, 'When it arrived after all'),
});

export const FailureQuery = Type.Object(
  { cursor: paging.cursor, limit: paging.limit },
  { additionalProperties: false },
);

export const SendAgain = Type.Object(
  {
    number: Type.Optional(
      Type.Integer({
        minimum: 1,
        maximum: Number.MAX_SAFE_INTEGER,
        description: 'Of one change; without it whatever still waits is tried at once',
      }),
    ),
  },
  { additionalProperties: false, examples: [{}] },
);

export type Webhook = Static<typeof Webhook>;
export type WebhookFailure = Static<typeof WebhookFailure>;

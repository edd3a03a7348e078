import { type Static, Type } from 'typebox';
import { paging, saved } from '../../basics/changes/schema.ts';
import { Id, Moment, nullable, Version } from '../../values/schema.ts';

const fields = {
  url: Type.String({
    minLength: 1,
    maxLength: 500,
    pattern: '^https?://\\S+$',
    description: 'https; http only to networks the server’s operator allows',
  }),
  is_enabled: Type.Boolean(),
};

export const Webhook = Type.Object({
  id: Id,
  version: Type.Integer(),
  ...fields,
  stopped_because: Type.String({ description: 'Why the server stopped it; empty if it didn’t' }),
  created_by: Id,
  created_at: Moment,
});

export const WebhookSummary = Type.Object({
  ...Webhook.properties,
  sent: Type.Integer({ description: 'The number of the last change sent' }),
  failing_since: nullable(Moment, 'Null if the latest delivery arrived'),
  failures: Type.Integer({ description: 'How many deliveries haven’t arrived' }),
  needs_reconnect: Type.Boolean({
    description:
      'Its secret can’t be read on this server anymore, so nothing is sent until it gets a new one',
  }),
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
    'Signs deliveries. Shown once, in this answer. Repeat the request with the same Idempotency-Key within ten minutes to get it again; after that it’s null',
  ),
});

export const WebhookFailure = Type.Object({
  number: Type.Integer({ description: 'The number of the change' }),
  tries: Type.Integer(),
  first_at: Moment,
  last_at: Moment,
  reason: Type.String(),
  delivered_at: nullable(Moment, 'When it finally arrived'),
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
        description: 'The number of one change; without it, everything waiting is sent now',
      }),
    ),
  },
  { additionalProperties: false, examples: [{}] },
);

export type Webhook = Static<typeof Webhook>;
export type WebhookFailure = Static<typeof WebhookFailure>;
export type WebhookSummary = Static<typeof WebhookSummary>;
export type NewWebhook = Static<typeof NewWebhook>;
export type WebhookEdit = Static<typeof WebhookEdit>;
export type MadeWebhook = Static<typeof MadeWebhook>;
export type FailureQuery = Static<typeof FailureQuery>;
export type SendAgain = Static<typeof SendAgain>;

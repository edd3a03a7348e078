import { type Static, Type } from 'typebox';
import { Id, Moment, nullable } from '../../values/schema.ts';

export const Connection = Type.Object({
  id: Id,
  version: Type.Integer({ description: 'To be sent with a change of a text service' }),
  kind: Type.Enum(['webhook', 'smpp', 'twilio', 'xero', 'stripe', 'calls', 'twilio calls', 'sip']),
  address: Type.String({
    description: 'Or the name of the organisation, of accounting, or of the account at Stripe',
  }),
  host: Type.String(),
  login: nullable(Type.String(), 'Of a text service: its system ID or account'),
  long_texts: nullable(
    Type.Enum(['parts', 'whole']),
    'Of a text service: whether long texts are cut here or there',
  ),
  status: Type.Enum(['on', 'retrying', 'broken', 'paused', 'stopped', 'reconnect'], {
    description:
      'retrying: the latest try failed; broken: five or more in a row did; paused: by a person; stopped: by the server; reconnect: its secret can’t be read anymore',
  }),
  worked_at: nullable(Moment, 'When something arrived last; null if nothing has yet'),
  failing_since: nullable(Moment),
  waits_until: nullable(Moment, 'When it’s tried again'),
  error: Type.String({ description: 'What went wrong last, in words; empty if nothing did' }),
  test: nullable(
    Type.Object({
      state: Type.Enum(['running', 'arrived', 'failed']),
      at: Moment,
      error: Type.String(),
    }),
    'The latest test; null if there was none',
  ),
});

export const OperatorService = Type.Object({
  kind: Type.Enum(['email', 'geocoder', 'routing', 'map', 'files', 'phone alerts']),
  host: Type.String(),
});

export type Connection = Static<typeof Connection>;
export type OperatorService = Static<typeof OperatorService>;

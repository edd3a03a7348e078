import { type Static, Type } from 'typebox';
import { Id, Moment, Version } from '../../values/schema.ts';

const fields = {
  address: Type.String({
    minLength: 1,
    maxLength: 300,
    description:
      'Of SMPP, like smpps://smsc.example:3550; smpp:// only to networks the server’s operator allows',
  }),
  login: Type.String({
    minLength: 1,
    maxLength: 100,
    pattern: '^\\S+$',
    description: 'The system ID of SMPP, or the account SID of Twilio',
  }),
  system_type: Type.String({
    maxLength: 12,
    description: 'What some SMPP services want to be told; mostly empty',
  }),
  long_texts: Type.Enum(['parts', 'whole'], {
    description: 'Whether long texts are cut into parts here, or by the service (message_payload)',
  }),
};

/** A service that texts leave through. A business has one at most. */
export const TextService = Type.Object({
  id: Id,
  version: Type.Integer(),
  kind: Type.Enum(['smpp', 'twilio']),
  ...fields,
  is_enabled: Type.Boolean(),
  stopped_because: Type.String(),
  created_by: Id,
  created_at: Moment,
});

const password = Type.String({
  minLength: 1,
  maxLength: 200,
  description: 'The password of SMPP, or the auth token of Twilio. Encrypted, and never shown again',
});

export const NewTextService = Type.Object(
  {
    kind: TextService.properties.kind,
    address: Type.Optional(fields.address),
    login: fields.login,
    password,
    system_type: Type.Optional(fields.system_type),
    long_texts: Type.Optional(fields.long_texts),
  },
  {
    additionalProperties: false,
    examples: [{ kind: 'smpp', address: 'smpps://smsc.example:3550', login: 'bluegum', password: 'secret' }],
  },
);

export const TextServiceEdit = Type.Object(
  {
    version: Version,
    ...Type.Partial(Type.Object(fields)).properties,
    password: Type.Optional(password),
  },
  { additionalProperties: false, examples: [{ version: 1, password: 'another secret' }] },
);

export type TextService = Static<typeof TextService>;
export type NewTextService = Static<typeof NewTextService>;
export type TextServiceEdit = Static<typeof TextServiceEdit>;

import { type Static, Type } from 'typebox';
import { being, Id, Moment, nullable, Version } from '../../values/schema.ts';

const strict = { additionalProperties: false };

export const callServiceKinds = ['calls', 'twilio calls', 'sip'] as const;

const fields = {
  name: Type.String({
    minLength: 1,
    maxLength: 100,
    pattern: '\\S',
    description: 'What you call it, like Front desk',
  }),
  address: Type.String({
    maxLength: 300,
    description: 'Of SIP, like sip:reception@pbx.example.com:5061;transport=tls',
  }),
  login: Type.String({
    maxLength: 100,
    pattern: '^\\S*$',
    description: 'The account SID of Twilio, or the user name of SIP where it is another than in the address',
  }),
  number: Type.String({ maxLength: 20, description: 'Of Twilio: the number that customers call' }),
  office_phone: Type.String({ maxLength: 20, description: 'Of Twilio: the phone that rings in the office' }),
};

/** An exchange, a call tracker or a SIP account that tells who rings. A business may have several. */
export const CallService = Type.Object({
  id: Id,
  version: Type.Integer(),
  kind: Type.Enum(callServiceKinds),
  ...fields,
  is_enabled: Type.Boolean(),
  stopped_because: Type.String(),
  created_by: Id,
  created_at: Moment,
});

export const CallServiceRecord = Type.Object({
  ...CallService.properties,
  needs_reconnect: being(Type.Boolean(), 'Its secret can’t be read on this server anymore'),
  registered_until: nullable(
    Moment,
    'Of SIP: until when the exchange lets calls ring here; null: it doesn’t now',
  ),
  event_address: nullable(
    Type.String(),
    'Where the exchange tells what happens; null: it has none, or its secret can’t be read',
  ),
});

const password = Type.String({
  minLength: 1,
  maxLength: 200,
  description: 'The auth token of Twilio, or the password of SIP. Encrypted, and never shown again',
});

export const NewCallService = Type.Object(
  {
    kind: CallService.properties.kind,
    name: fields.name,
    address: Type.Optional(fields.address),
    login: Type.Optional(fields.login),
    number: Type.Optional(fields.number),
    office_phone: Type.Optional(fields.office_phone),
    password: Type.Optional(password),
  },
  { ...strict, examples: [{ kind: 'calls', name: 'Front desk' }] },
);

export const CallServiceEdit = Type.Object(
  {
    version: Version,
    ...Type.Partial(Type.Object(fields)).properties,
    password: Type.Optional(password),
  },
  { ...strict, examples: [{ version: 1, name: 'Front desk' }] },
);

/** With the secret that signs what a webhook sends, which is shown this once. */
export const CallServiceMade = Type.Object({
  ...CallServiceRecord.properties,
  secret: nullable(
    Type.String(),
    'What the exchange signs with; null: of Twilio and SIP you have it already',
  ),
});

export type CallService = Static<typeof CallService>;
export type CallServiceRecord = Static<typeof CallServiceRecord>;
export type NewCallService = Static<typeof NewCallService>;
export type CallServiceEdit = Static<typeof CallServiceEdit>;
export type CallServiceMade = Static<typeof CallServiceMade>;

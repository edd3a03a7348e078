import { type Static, Type } from 'typebox';
import { nullable } from '../../values/schema.ts';

const Key = Type.String({ minLength: 80, maxLength: 100, pattern: '^[\\w-]+$' });

/** What a browser makes when somebody lets a page alert them. */
export const AlertedPhone = Type.Object({
  endpoint: Type.String({ minLength: 1, maxLength: 1_000, description: 'The address its push service gave' }),
  p256dh: Key,
  auth: Type.String({ minLength: 20, maxLength: 30, pattern: '^[\\w-]+$' }),
  key: Type.String({ maxLength: 100, description: 'The public key it was made for' }),
});

export const PhoneAlerts = Type.Object({
  state: Type.Enum(['on', 'off', 'again'], {
    description: 'again: it was on, and has to be switched on again',
  }),
  endpoint: nullable(Type.String(), 'Where alerts of this phone are sent'),
  key: nullable(
    Type.String(),
    'The public key that alerts are signed with; null until someone switches them on',
  ),
});

export type AlertedPhone = Static<typeof AlertedPhone>;
export type PhoneAlerts = Static<typeof PhoneAlerts>;

import { type Static, Type } from 'typebox';
import { Id, Moment, nullable, Version } from '../changes/schema.ts';

const Role = Type.Enum(['owner', 'dispatcher', 'technician'] as const);
const InvitedRole = Type.Enum(['dispatcher', 'technician'] as const);

/** Somebody who signs in to the account. */
export const User = Type.Object({
  id: Id,
  version: Type.Integer(),
  email: Type.String(),
  first_name: Type.String(),
  last_name: Type.String(),
  role: Role,
  created_at: Moment,
  disabled_at: nullable(Moment, 'Since when they cannot sign in'),
  signed_out_at: nullable(Moment, 'When the office last signed them out everywhere'),
});

export const TeamMember = Type.Object({
  ...User.properties,
  technician: nullable(Type.Object({ id: Id, name: Type.String() }), 'Who they are on the board'),
  seen_at: nullable(Moment, 'When they last used it; null where that is long ago or never'),
});

export const TeamInvitation = Type.Object({
  id: Id,
  version: Type.Integer(),
  email: Type.String(),
  role: InvitedRole,
  technician_id: nullable(Id, 'Who they will be on the board'),
  invited_by: Id,
  created_at: Moment,
  sent_at: Moment,
  expires_at: Moment,
  accepted_at: nullable(Moment),
  revoked_at: nullable(Moment),
});

export const NewInvitation = Type.Object(
  {
    email: Type.String({ minLength: 3, maxLength: 254 }),
    role: InvitedRole,
    technician_id: Type.Optional(nullable(Id)),
  },
  { additionalProperties: false, examples: [{ email: 'dana@example.com', role: 'dispatcher' }] },
);

export const RoleChange = Type.Object({ version: Version, role: Role }, { additionalProperties: false });

export const TechnicianChoice = Type.Object(
  { technician_id: nullable(Id, 'Null: nobody on the board') },
  { additionalProperties: false },
);

export type User = Static<typeof User>;
export type TeamMember = Static<typeof TeamMember>;
export type TeamInvitation = Static<typeof TeamInvitation>;
export type NewInvitation = Static<typeof NewInvitation>;

import { type Static, Type } from 'typebox';
import { accountRoles, moneyRights } from '../../values/role.ts';
import { Id, Moment, nullable, Version } from '../../values/schema.ts';

const Role = Type.Enum(accountRoles);
const Money = Type.Enum(moneyRights, {
  description:
    'What they may do about money as a dispatcher: nothing, prepare it (`drafts`), or everything (`all`). Owners and bookkeepers can do everything, technicians nothing, whatever it says',
});

/** Somebody who signs in to the account. */
export const User = Type.Object({
  id: Id,
  version: Type.Integer(),
  email: Type.String(),
  first_name: Type.String(),
  last_name: Type.String(),
  role: Role,
  money: Money,
  created_at: Moment,
  disabled_at: nullable(Moment, 'When their sign-in was disabled'),
  signed_out_at: nullable(Moment, 'When an owner last signed them out everywhere'),
});

export const TeamMember = Type.Object({
  ...User.properties,
  technician: nullable(Type.Object({ id: Id, name: Type.String() }), 'Their technician on the board'),
  seen_at: nullable(Moment, 'When they were last active; null if never or long ago'),
});

export const TeamInvitation = Type.Object({
  id: Id,
  version: Type.Integer(),
  email: Type.String(),
  role: Role,
  technician_id: nullable(Id, 'Their technician on the board once they join'),
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
    role: Role,
    technician_id: Type.Optional(nullable(Id)),
  },
  { additionalProperties: false, examples: [{ email: 'dana@example.com', role: 'dispatcher' }] },
);

export const RoleChange = Type.Object({ version: Version, role: Role }, { additionalProperties: false });

export const MoneyChange = Type.Object({ version: Version, money: Money }, { additionalProperties: false });

export const TechnicianChoice = Type.Object(
  { technician_id: nullable(Id, 'Null: not linked to a technician') },
  { additionalProperties: false },
);

export type User = Static<typeof User>;
export type TeamMember = Static<typeof TeamMember>;
export type TeamInvitation = Static<typeof TeamInvitation>;
export type NewInvitation = Static<typeof NewInvitation>;
export type RoleChange = Static<typeof RoleChange>;
export type MoneyChange = Static<typeof MoneyChange>;
export type TechnicianChoice = Static<typeof TechnicianChoice>;

/** What a person may do. All but the last belong to an account; staff are Muster's own people, outside every account. */
export const roles = ['owner', 'dispatcher', 'bookkeeper', 'technician', 'staff'] as const;

export type Role = (typeof roles)[number];

/** Of those who belong to an account. */
export const accountRoles = ['owner', 'dispatcher', 'bookkeeper', 'technician'] as const;

/** What somebody may do about money: nothing; prepare it, at prices that are set; or everything, with what things cost the business. */
export const moneyRights = ['none', 'drafts', 'all'] as const;

export type MoneyRight = (typeof moneyRights)[number];

/** What a call or a table asks for: people of a role, or whoever has so much of the right to money, by whichever role. */
export type Permit = Role | 'drafts of money' | 'all of money';

/** Whoever asks: their role, and what an owner has set for them about money. */
export interface Rights {
  readonly role: Role;
  readonly money?: MoneyRight;
}

/** What a role brings along about money; only of a dispatcher does an owner decide. */
export function moneyOf({ role, money = 'none' }: Rights): MoneyRight {
  if (role === 'owner' || role === 'bookkeeper') return 'all';
  return role === 'dispatcher' ? money : 'none';
}

export function isPermitted(permits: readonly Permit[], rights: Rights): boolean {
  const money = moneyOf(rights);
  return permits.some(
    (permit) =>
      permit === rights.role ||
      (permit === 'all of money' && money === 'all') ||
      (permit === 'drafts of money' && money !== 'none'),
  );
}

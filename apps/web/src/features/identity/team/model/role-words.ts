import type { Member, Role } from '../api.ts';

export const roleNames: Record<Role, string> = {
  owner: 'Owner',
  dispatcher: 'Dispatcher',
  bookkeeper: 'Bookkeeper',
  technician: 'Technician',
};

/** What somebody with the role may do. */
export const roleRights: Record<Role, string> = {
  owner: 'Can do everything, including people, licences and settings',
  dispatcher: 'Plans the work: everything except people, licences and settings',
  bookkeeper: 'Does everything about money and looks up customers and jobs; has no board',
  technician: 'Sees only their own day and week',
};

/** What a dispatcher may do about money. */
export const moneyNames: Record<Member['money'], string> = {
  none: 'Nothing',
  drafts: 'See prices',
  all: 'Everything',
};

/** The same at length. */
export const moneyRights: Record<Member['money'], string> = {
  none: 'Sees no prices anywhere',
  drafts: 'Sees the price list, without what things cost you',
  all: 'Sees and changes prices and costs',
};

/** Whether nobody else could run the business without them. */
export function isLastOwner(member: Member, team: readonly Member[]): boolean {
  const isOwner = ({ role, disabled_at }: Member) => role === 'owner' && disabled_at === null;
  return isOwner(member) && team.filter(isOwner).length === 1;
}

export function nameOf({ first_name, last_name }: Member): string {
  return `${first_name} ${last_name}`;
}

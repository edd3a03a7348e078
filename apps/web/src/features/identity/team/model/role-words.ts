import type { Member, Role } from '../api.ts';

export const roleNames: Record<Role, string> = {
  owner: 'Owner',
  dispatcher: 'Dispatcher',
  technician: 'Technician',
};

/** What somebody with the role may do. */
export const roleRights: Record<Role, string> = {
  owner: 'Can do everything, including people, licences and settings',
  dispatcher: 'Plans the work: everything except people, licences and settings',
  technician: 'Sees only their own day and week',
};

/** Whether nobody else could run the business without them. */
export function isLastOwner(member: Member, team: readonly Member[]): boolean {
  const isOwner = ({ role, disabled_at }: Member) => role === 'owner' && disabled_at === null;
  return isOwner(member) && team.filter(isOwner).length === 1;
}

export function nameOf({ first_name, last_name }: Member): string {
  return `${first_name} ${last_name}`;
}

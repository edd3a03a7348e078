import type { Role } from '@muster/domain/values/role';
import type { Session } from '../features/identity/accounts/api.ts';
import type { FoundKind } from '@muster/domain/work/records';
import type { NavIconName } from './shell/nav-icon.tsx';

export interface Destination {
  to:
    | '/'
    | '/jobs'
    | '/customers'
    | '/scenarios'
    | '/technicians'
    | '/history'
    | '/team'
    | '/licences'
    | '/settings'
    | '/my-day';
  label: string;
  icon: NavIconName;
  for: readonly Role[];
}

const dispatchers: readonly Role[] = ['owner', 'dispatcher'];
const owners: readonly Role[] = ['owner'];

/** In the rail, in this order. A page that is built gets its line here. */
const destinations: readonly Destination[] = [
  { to: '/', label: 'Board', icon: 'board', for: dispatchers },
  { to: '/my-day', label: 'My day', icon: 'dawn', for: ['technician'] },
  { to: '/jobs', label: 'Jobs', icon: 'job', for: dispatchers },
  { to: '/customers', label: 'Customers', icon: 'customer', for: dispatchers },
  { to: '/technicians', label: 'Technicians', icon: 'technician', for: dispatchers },
  { to: '/scenarios', label: 'Scenarios', icon: 'scenario', for: dispatchers },
  { to: '/history', label: 'History', icon: 'history', for: dispatchers },
  { to: '/team', label: 'Team', icon: 'team', for: owners },
  { to: '/licences', label: 'Licences', icon: 'licence', for: owners },
  { to: '/settings', label: 'Settings', icon: 'settings', for: owners },
];

type User = Pick<Session['user'], 'role' | 'technician_id'>;

/** Whether somebody has a day of their own on the road. */
export function drives({ role, technician_id }: User): boolean {
  return role === 'technician' || technician_id !== null;
}

export function destinationsFor(user: User): Destination[] {
  return destinations.filter(
    (destination) => destination.for.includes(user.role) || (destination.to === '/my-day' && drives(user)),
  );
}

/** The icon of a kind of record: that of its list. What has no list is shown with its customer. */
export function iconOfKind(kind: FoundKind): NavIconName {
  return destinations.find(({ to }) => to === `/${kind}`)?.icon ?? 'customer';
}

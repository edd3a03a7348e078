import type { Role } from '@muster/domain/values/role';
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
  { to: '/my-day', label: 'My day', icon: 'board', for: ['technician'] },
  { to: '/jobs', label: 'Jobs', icon: 'job', for: dispatchers },
  { to: '/customers', label: 'Customers', icon: 'customer', for: dispatchers },
  { to: '/technicians', label: 'Technicians', icon: 'technician', for: dispatchers },
  { to: '/scenarios', label: 'Scenarios', icon: 'scenario', for: dispatchers },
  { to: '/history', label: 'History', icon: 'history', for: dispatchers },
  { to: '/team', label: 'Team', icon: 'team', for: owners },
  { to: '/licences', label: 'Licences', icon: 'licence', for: owners },
  { to: '/settings', label: 'Settings', icon: 'settings', for: owners },
];

export function destinationsFor(role: Role): Destination[] {
  return destinations.filter((destination) => destination.for.includes(role));
}

import type { Role } from '@muster/domain/values/role';
import type { NavIconName } from './shell/nav-icon.tsx';

export interface Destination {
  to: '/' | '/jobs' | '/customers' | '/technicians' | '/history';
  label: string;
  icon: NavIconName;
  for: readonly Role[];
}

const dispatchers: readonly Role[] = ['owner', 'dispatcher'];

/** In the rail, in this order. A page that is built gets its line here. */
const destinations: readonly Destination[] = [
  // The board takes this place once it is built.
  { to: '/', label: 'Start', icon: 'dawn', for: ['owner', 'dispatcher', 'technician'] },
  { to: '/jobs', label: 'Jobs', icon: 'job', for: dispatchers },
  { to: '/customers', label: 'Customers', icon: 'customer', for: dispatchers },
  { to: '/technicians', label: 'Technicians', icon: 'technician', for: dispatchers },
  { to: '/history', label: 'History', icon: 'history', for: dispatchers },
];

export function destinationsFor(role: Role): Destination[] {
  return destinations.filter((destination) => destination.for.includes(role));
}

interface Coming {
  label: string;
  icon: NavIconName;
  /** What the page will be for. */
  text: string;
}

/** Addresses that are known and not built yet. Nothing links to them. */
const coming: Record<string, Coming> = {
  '/team': {
    label: 'Team',
    icon: 'team',
    text: 'You will find everybody who signs in here: owners, dispatchers and technicians, and what each may do.',
  },
  '/licences': {
    label: 'Licences',
    icon: 'licence',
    text: 'You will see how many technicians your plan covers, and who uses a licence.',
  },
  '/settings': {
    label: 'Settings',
    icon: 'settings',
    text: 'You will set the name, hours, areas and time zone of your business here.',
  },
  '/my-day': {
    label: 'My day',
    icon: 'board',
    text: 'Technicians will see their own visits for today here, on a phone.',
  },
};

export function comingAt(path: string): Coming | undefined {
  return coming[path];
}

import type { Role } from '@muster/domain/values/role';
import type { NavIconName } from './shell/nav-icon.tsx';

export interface Destination {
  to: '/' | '/technicians' | '/history' | '/team' | '/licences' | '/settings' | '/my-day';
  label: string;
  icon: NavIconName;
  for: readonly Role[];
}

const dispatchers: readonly Role[] = ['owner', 'dispatcher'];
const owners: readonly Role[] = ['owner'];

/** In the rail, in this order. A page that is built gets its line here. */
const destinations: readonly Destination[] = [
  // The board takes this place once it is built.
  { to: '/', label: 'Start', icon: 'dawn', for: dispatchers },
  { to: '/my-day', label: 'My day', icon: 'board', for: ['technician'] },
  { to: '/technicians', label: 'Technicians', icon: 'technician', for: dispatchers },
  { to: '/history', label: 'History', icon: 'history', for: dispatchers },
  { to: '/team', label: 'Team', icon: 'team', for: owners },
  { to: '/licences', label: 'Licences', icon: 'licence', for: owners },
  { to: '/settings', label: 'Settings', icon: 'settings', for: owners },
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
  '/jobs': {
    label: 'Jobs',
    icon: 'job',
    text: 'A job is what a customer asked for, with the visits that it takes.',
  },
  '/customers': {
    label: 'Customers',
    icon: 'customer',
    text: 'You will find customers and their sites here: who to ring, where to go, and how to get in.',
  },
};

export function comingAt(path: string): Coming | undefined {
  return coming[path];
}

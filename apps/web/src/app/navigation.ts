import type { NavIconName } from './shell/nav-icon.tsx';

export interface Destination {
  to:
    | '/'
    | '/jobs'
    | '/customers'
    | '/technicians'
    | '/team'
    | '/licences'
    | '/history'
    | '/settings'
    | '/my-day';
  label: string;
  icon: NavIconName;
  /** What the page will be for, while it is not built yet. */
  coming?: string;
}

/** The board takes this place once it is built. */
export const start: Destination = { to: '/', label: 'Start', icon: 'dawn' };

/** In the rail, in this order. */
export const coming: Destination[] = [
  {
    to: '/jobs',
    label: 'Jobs',
    icon: 'job',
    coming: 'A job is what a customer asked for, with the visits that it takes.',
  },
  {
    to: '/customers',
    label: 'Customers',
    icon: 'customer',
    coming: 'You will find customers and their sites here: who to ring, where to go, and how to get in.',
  },
  {
    to: '/technicians',
    label: 'Technicians',
    icon: 'technician',
    coming:
      'You will find technicians here, with their skills and hours. Each active technician uses a licence.',
  },
  {
    to: '/team',
    label: 'Team',
    icon: 'team',
    coming:
      'You will find everybody who signs in here: owners, dispatchers and technicians, and what each may do.',
  },
];

/** Reached by address or from another page, not from the rail. */
const elsewhere: Destination[] = [
  {
    to: '/licences',
    label: 'Licences',
    icon: 'licence',
    coming: 'You will see how many technicians your plan covers, and who uses a licence.',
  },
  {
    to: '/history',
    label: 'History',
    icon: 'history',
    coming: 'You will see every change here: who made it, when, and a way to undo it.',
  },
  {
    to: '/settings',
    label: 'Settings',
    icon: 'settings',
    coming: 'You will set the name, hours, areas and time zone of your business here.',
  },
  {
    to: '/my-day',
    label: 'My day',
    icon: 'board',
    coming: 'Technicians will see their own visits for today here, on a phone.',
  },
];

export function comingAt(path: string): Destination | undefined {
  return [...coming, ...elsewhere].find(({ to }) => to === path);
}

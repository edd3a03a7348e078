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

/** Becomes the board once there is one. */
export const start: Destination = { to: '/', label: 'Start', icon: 'dawn' };

/** In the rail, in this order. */
export const coming: Destination[] = [
  {
    to: '/jobs',
    label: 'Jobs',
    icon: 'job',
    coming: 'Jobs hold what a customer asked for, and the visits it takes to get it done.',
  },
  {
    to: '/customers',
    label: 'Customers',
    icon: 'customer',
    coming: 'Customers and their sites: who to ring, where to go, and how to get in.',
  },
  {
    to: '/technicians',
    label: 'Technicians',
    icon: 'technician',
    coming: 'Technicians with their skills and hours. Each active one uses a licence.',
  },
  {
    to: '/team',
    label: 'Team',
    icon: 'team',
    coming: 'The people who sign in: owners, dispatchers and technicians, and what each of them may do.',
  },
];

/** Reached by address or from another page, not from the rail. */
const elsewhere: Destination[] = [
  {
    to: '/licences',
    label: 'Licences',
    icon: 'licence',
    coming: 'How many technicians your plan covers, and who uses them.',
  },
  {
    to: '/history',
    label: 'History',
    icon: 'history',
    coming: 'Every change: who made it, when, and a way to take it back.',
  },
  {
    to: '/settings',
    label: 'Settings',
    icon: 'settings',
    coming: 'Your business: its name, hours, areas and time zone.',
  },
  {
    to: '/my-day',
    label: 'My day',
    icon: 'board',
    coming: 'A technician’s own visits for today, made for a phone in a ute.',
  },
];

export function comingAt(path: string): Destination | undefined {
  return [...coming, ...elsewhere].find(({ to }) => to === path);
}

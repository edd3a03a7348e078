import { isPermitted, type Permit } from '@muster/domain/values/role';
import type { Session } from '../features/identity/accounts/api.ts';
import type { FoundKind } from '@muster/domain/records';
import type { NavIconName } from './shell/nav-icon.tsx';

export interface Destination {
  to:
    | '/'
    | '/jobs'
    | '/customers'
    | '/quotes'
    | '/invoices'
    | '/payments'
    | '/items'
    | '/scenarios'
    | '/technicians'
    | '/calls'
    | '/history'
    | '/team'
    | '/licences'
    | '/settings'
    | '/my-day';
  label: string;
  icon: NavIconName;
  for: readonly Permit[];
}

const dispatchers: readonly Permit[] = ['owner', 'dispatcher'];
const readersOfWork: readonly Permit[] = [...dispatchers, 'bookkeeper'];
const owners: readonly Permit[] = ['owner'];

/** In the rail, in this order. A page that is built gets its line here. */
const destinations: readonly Destination[] = [
  { to: '/', label: 'Board', icon: 'board', for: dispatchers },
  { to: '/my-day', label: 'My day', icon: 'dawn', for: ['technician'] },
  { to: '/jobs', label: 'Jobs', icon: 'job', for: readersOfWork },
  { to: '/customers', label: 'Customers', icon: 'customer', for: readersOfWork },
  { to: '/technicians', label: 'Technicians', icon: 'technician', for: dispatchers },
  { to: '/calls', label: 'Calls', icon: 'call', for: readersOfWork },
  { to: '/quotes', label: 'Quotes', icon: 'quote', for: ['drafts of money'] },
  { to: '/invoices', label: 'Invoices', icon: 'invoice', for: ['drafts of money'] },
  { to: '/payments', label: 'Payments', icon: 'payment', for: ['drafts of money'] },
  { to: '/items', label: 'Price list', icon: 'price', for: ['drafts of money'] },
  { to: '/scenarios', label: 'Scenarios', icon: 'scenario', for: dispatchers },
  { to: '/history', label: 'History', icon: 'history', for: dispatchers },
  { to: '/team', label: 'Team', icon: 'team', for: owners },
  { to: '/licences', label: 'Licences', icon: 'licence', for: owners },
  { to: '/settings', label: 'Settings', icon: 'settings', for: ['all of money'] },
];

type User = Pick<Session['user'], 'role' | 'money' | 'technician_id'>;

/** Whether somebody has a day of their own on the road. */
export function drives({ role, technician_id }: Pick<User, 'role' | 'technician_id'>): boolean {
  return role === 'technician' || (role !== 'bookkeeper' && technician_id !== null);
}

export function destinationsFor(user: User): Destination[] {
  return destinations.filter(
    (destination) => isPermitted(destination.for, user) || (destination.to === '/my-day' && drives(user)),
  );
}

/** Where a bookkeeper, who has no board, begins, and what else is theirs. */
export const booksStart = '/invoices';
const booksPages = [
  booksStart,
  '/jobs',
  '/customers',
  '/calls',
  '/quotes',
  '/payments',
  '/statements',
  '/items',
  '/import/items',
  '/import/invoices',
  '/settings/money',
  '/settings/accounting',
  '/settings/security',
];

/** Whether a page is for whoever opens it: bookkeepers read what was done for whom, and prices are for those with the right to money. */
export function isPageFor(user: Pick<User, 'role' | 'money'>, path: string): boolean {
  const isIn = (page: string) => path === page || path.startsWith(`${page}/`);
  if (isIn('/items')) return isPermitted([path === '/items/new' ? 'all of money' : 'drafts of money'], user);
  if (isIn('/invoices/gst') || isIn('/invoices/accounting')) return isPermitted(['all of money'], user);
  if (isIn('/payments/cards') || isIn('/payments/payouts')) return isPermitted(['all of money'], user);
  if (path === '/payments/new') return isPermitted(['all of money'], user);
  if (isIn('/payments') || isIn('/statements')) return isPermitted(['drafts of money'], user);
  if (isIn('/invoices') || isIn('/quotes')) return isPermitted(['drafts of money'], user);
  if (isIn('/settings/money') || isIn('/settings/accounting')) return isPermitted(['all of money'], user);
  if (isIn('/import/items') || isIn('/import/invoices')) return isPermitted(['all of money'], user);
  if (user.role !== 'bookkeeper') return true;
  return booksPages.some(isIn) && (!path.endsWith('/new') || isIn('/invoices') || isIn('/quotes'));
}

/** The icon of a kind of record: that of its list. What has no list is shown with its customer. */
export function iconOfKind(kind: FoundKind): NavIconName {
  return destinations.find(({ to }) => to === `/${kind}`)?.icon ?? 'customer';
}

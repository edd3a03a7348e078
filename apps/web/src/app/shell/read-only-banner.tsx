import { readOnlyNotice, readOnlyWay } from '@muster/domain/identity/accounts/read-only';
import { Link, useLocation } from '@tanstack/react-router';
import type { Session } from '../../features/identity/accounts/api.ts';
import { dayOfMonth } from '../../lib/format/format.ts';
import { addresses } from '../addresses.ts';
import './read-only-banner.css';

/** Above every page while nothing can be changed: since when, why, what still works, and the way on. */
export function ReadOnlyBanner({ session: { account, user } }: { session: Session }) {
  const isOnLicences = useLocation({ select: ({ pathname }) => pathname === addresses.licences });
  const readOnly = account?.read_only;
  return (
    <output className="read-only">
      {readOnly && (
        <p className="read-only__words">
          <strong>{readOnlyNotice(readOnly.reason, dayOfMonth(readOnly.since, account.zone))}</strong>{' '}
          <span>
            Nothing is lost. You can look things up and export, and what technicians record still arrives.
            {user.role !== 'owner' && ` ${readOnlyWay(readOnly.reason)}`}
          </span>
        </p>
      )}
      {readOnly && user.role === 'owner' && !isOnLicences && (
        <Link to={addresses.licences} className="read-only__way">
          {readOnly.reason === 'unpaid' ? 'Pay now' : 'Subscribe'}
        </Link>
      )}
    </output>
  );
}

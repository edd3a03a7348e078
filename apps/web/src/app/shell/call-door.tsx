import { isPermitted } from '@muster/domain/values/role';
import { spokenNumber } from '@muster/domain/calls/calls/numbers';
import { useQuery } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { lazy, Suspense } from 'react';
import { ringingQuery } from '../../features/calls/calls/api.ts';
import type { Session } from '../../features/identity/accounts/api.ts';

declare module '@tanstack/react-router' {
  interface HistoryState {
    /** The number that somebody new has called from. */
    phone?: string;
  }
}

const CallBar = lazy(() =>
  import('../../features/calls/calls/components/call-bar.tsx').then(({ CallBar }) => ({ default: CallBar })),
);

/** Whoever sits in the office sees who is calling, on every page; what shows it is loaded when the phone rings for the first time. */
export function CallDoor({ session: { user, account } }: { session: Session }) {
  const navigate = useNavigate();
  const { data: calls = [] } = useQuery(ringingQuery);
  if (calls.length === 0) return null;
  return (
    <Suspense fallback={null}>
      <CallBar
        calls={calls}
        user={user.id}
        isPlanner={isPermitted(['owner', 'dispatcher'], user)}
        zone={account?.zone ?? 'Australia/Sydney'}
        openCustomer={(id) => void navigate({ to: '/customers/$id', params: { id } })}
        newCustomer={(number) =>
          void navigate({ to: '/customers/new', state: { phone: spokenNumber(number) } })
        }
        newJob={(whom) =>
          void navigate({
            to: '/jobs/new',
            ...('customer' in whom
              ? { search: { customer: whom.customer } }
              : { state: { phone: spokenNumber(whom.number) } }),
          })
        }
      />
    </Suspense>
  );
}

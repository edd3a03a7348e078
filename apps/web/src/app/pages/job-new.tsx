import { useNavigate, useSearch } from '@tanstack/react-router';
import { NewCustomer } from '../../features/customers/components/new-customer.tsx';
import { NewJob } from '../../features/jobs/components/new-job.tsx';
import { RecordDrawer } from '../../lib/kit/drawer/record-drawer.tsx';
import { useBusiness } from './use-business.ts';

export function NewJobPage() {
  const search = useSearch({ from: '/signed-in/account/dispatch/jobs' });
  const navigate = useNavigate();
  const { zone } = useBusiness();
  const close = () => void navigate({ to: '/jobs', search, resetScroll: false });
  return (
    <RecordDrawer isWide title="New job" onClose={close}>
      <NewJob
        customer={search.customer}
        zone={zone}
        renderNewCustomer={(onAdded, onCancel) => (
          <NewCustomer zone={zone} onAdded={onAdded} onCancel={onCancel} />
        )}
        onAdded={(number) =>
          void navigate({ to: '/jobs/$number', params: { number }, search, replace: true })
        }
        onCancel={close}
      />
    </RecordDrawer>
  );
}

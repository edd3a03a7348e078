import { useNavigate, useSearch } from '@tanstack/react-router';
import { NewCustomer } from '../../features/customers/components/new-customer.tsx';
import { RecordDrawer } from '../../lib/kit/drawer/record-drawer.tsx';
import { useBusiness } from './use-business.ts';

export function NewCustomerPage() {
  const search = useSearch({ from: '/signed-in/account/dispatch/customers' });
  const navigate = useNavigate();
  const { zone } = useBusiness();
  const close = () => void navigate({ to: '/customers', search, resetScroll: false });
  return (
    <RecordDrawer title="New customer" onClose={close}>
      <NewCustomer
        zone={zone}
        onAdded={(id) => void navigate({ to: '/customers/$id', params: { id }, search, replace: true })}
        onCancel={close}
      />
    </RecordDrawer>
  );
}

import { Badge, Button, Tabs } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useNavigate, useParams, useSearch } from '@tanstack/react-router';
import { ChangeList } from '../../features/changes/components/change-list.tsx';
import { customerQuery, type CustomerRecord } from '../../features/customers/api.ts';
import { CustomerActions } from '../../features/customers/components/customer-actions.tsx';
import { CustomerDetail } from '../../features/customers/components/customer-detail.tsx';
import { CustomerJobs } from '../../features/customers/components/customer-jobs.tsx';
import { isGone } from '../../lib/api.ts';
import { RecordDrawer } from '../../lib/kit/drawer/record-drawer.tsx';
import { EmptyList } from '../../lib/kit/empty-list.tsx';
import { RowSkeleton } from '../../lib/kit/row-skeleton.tsx';
import { useRemembered } from '../shell/recent.ts';
import { Loaded } from '../shell/loaded.tsx';
import { useBusiness } from './use-business.ts';
import { useWords } from './use-words.ts';

export function CustomerPage() {
  const { id } = useParams({ from: '/signed-in/account/dispatch/customers/$id' });
  const search = useSearch({ from: '/signed-in/account/dispatch/customers' });
  const navigate = useNavigate();
  const customer = useQuery(customerQuery(id));
  const close = () => void navigate({ to: '/customers', search, resetScroll: false });
  if (customer.data) return <Opened key={id} customer={customer.data} onClose={close} />;
  const isMissing = customer.error !== null && isGone(customer.error);
  return (
    <RecordDrawer key={id} title={isMissing ? 'Customer not found' : 'Customer'} onClose={close}>
      {isMissing ? (
        <EmptyList
          title="Customer not found"
          text="The link may be incomplete."
          action={<Button onClick={close}>See all customers</Button>}
        />
      ) : (
        <Loaded query={customer} what="This customer" skeleton={<RowSkeleton rows={8} height={36} />}>
          {() => null}
        </Loaded>
      )}
    </RecordDrawer>
  );
}

function Opened({ customer, onClose }: { customer: CustomerRecord; onClose: () => void }) {
  const { zone, today } = useBusiness();
  const words = useWords();
  useRemembered({ kind: 'customers', id: customer.id, title: customer.name, subtitle: customer.phone });
  return (
    <RecordDrawer
      title={
        <>
          <span className="record-drawer__name">{customer.name}</span>
          {customer.archived_at !== null && <Badge color="grey">Archived</Badge>}
        </>
      }
      aside={<CustomerActions customer={customer} />}
      onClose={onClose}
    >
      <Tabs defaultValue="details" keepMounted={false}>
        <Tabs.List>
          <Tabs.Tab value="details">Details</Tabs.Tab>
          <Tabs.Tab value="history">History</Tabs.Tab>
        </Tabs.List>
        <Tabs.Panel value="details">
          <CustomerDetail customer={customer} zone={zone} jobs={<CustomerJobs customer={customer} />} />
        </Tabs.Panel>
        <Tabs.Panel value="history" pt="xs">
          <ChangeList
            filters={{ subject: customer.id }}
            words={words}
            today={today}
            empty="Nothing has been changed since this customer was added."
          />
        </Tabs.Panel>
      </Tabs>
    </RecordDrawer>
  );
}

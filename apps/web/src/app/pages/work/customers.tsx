import { Badge, Menu } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { Navigate, useLocation, useNavigate, useParams, useSearch } from '@tanstack/react-router';
import {
  archiveCustomer,
  customerQuery,
  type CustomerRecord,
  type CustomerRow,
  customersQuery,
  restoreCustomer,
} from '../../../features/work/customers/api.ts';
import { CustomerDetail } from '../../../features/work/customers/components/customer-detail.tsx';
import { CustomerFilters } from '../../../features/work/customers/components/customer-filters.tsx';
import { CustomerJobs } from '../../../features/work/customers/components/customer-jobs.tsx';
import { CustomerCard, customerColumns } from '../../../features/work/customers/components/customer-list.tsx';
import { CustomerReading } from '../../../features/work/customers/components/customer-reading.tsx';
import { MergeCustomers } from '../../../features/work/customers/components/merge-customers.tsx';
import { NewCustomer } from '../../../features/work/customers/components/new-customer.tsx';
import { countFilters, noFilters } from '../../../features/work/customers/model/customer-search.ts';
import { CustomerMoney, SiteInvoices } from '../money/customer-money.tsx';
import { CustomerPricing } from '../money/customer-pricing.tsx';
import { CallsSection } from '../../../features/calls/calls/components/calls-section.tsx';
import { MessagesSection } from '../../../features/messages/message-list/components/messages-section.tsx';
import { useState } from 'react';
import { ArchiveActions, BulkArchive } from '../../../lib/kit/archive.tsx';
import { RecordDrawer } from '../../../lib/kit/drawer/record-drawer.tsx';
import type { BulkProps } from '../../../lib/kit/list/bulk-bar.tsx';
import { OpenRecord, RecordsPage, RecordTabs } from '../../shell/records.tsx';
import { useBusiness } from './use-business.ts';

const list = '/signed-in/account/dispatch/customers';

export function CustomersPage() {
  const search = useSearch({ from: list });
  const { id } = useParams({ strict: false });
  const { isPlanner } = useBusiness();
  return (
    <RecordsPage
      kind="customers"
      canEdit={isPlanner}
      icon="customer"
      about="Customers ask for work. Each has sites: where to go, how to get in, and what to watch out for."
      query={customersQuery(search)}
      search={search}
      usualSort="name"
      filterCount={countFilters(search)}
      noFilters={noFilters}
      Filters={CustomerFilters}
      columns={customerColumns}
      nameOf={({ name }) => name}
      renderCard={(row) => <CustomerCard row={row} />}
      open={id}
      Bulk={Bulk}
    />
  );
}

const actions = { archive: archiveCustomer, restore: restoreCustomer };

function Bulk(props: BulkProps<CustomerRow>) {
  return <BulkArchive {...props} {...actions} kind="customers" />;
}

function useClose() {
  const search = useSearch({ from: list });
  const navigate = useNavigate();
  return () => void navigate({ to: '/customers', search, resetScroll: false });
}

export function CustomerPage() {
  const { id } = useParams({ from: `${list}/$id` });
  const close = useClose();
  const search = useSearch({ from: list });
  return (
    <OpenRecord key={id} query={customerQuery(id)} thing="customer" onClose={close}>
      {(customer) =>
        // Who turned out to be another one is found there.
        customer.merged_into === null ? (
          <Opened customer={customer} onClose={close} />
        ) : (
          <Navigate to="/customers/$id" params={{ id: customer.merged_into }} search={search} replace />
        )
      }
    </OpenRecord>
  );
}

function Opened(props: { customer: CustomerRecord; onClose: () => void }) {
  const { isPlanner } = useBusiness();
  return isPlanner ? <Editable {...props} /> : <Readable {...props} />;
}

/** For whoever keeps the books. */
function Readable({ customer, onClose }: { customer: CustomerRecord; onClose: () => void }) {
  const { zone } = useBusiness();
  return (
    <RecordDrawer title={<CustomerTitle customer={customer} />} onClose={onClose}>
      <CustomerMoney customer={customer} />
      <CustomerPricing customer={customer.id} />
      <CustomerReading customer={customer} />
      <CallsSection customer={customer.id} zone={zone} />
    </RecordDrawer>
  );
}

function CustomerTitle({ customer: { name, archived_at } }: { customer: CustomerRecord }) {
  return (
    <>
      <span className="record-drawer__name">{name}</span>
      {archived_at !== null && <Badge color="grey">Archived</Badge>}
    </>
  );
}

function Editable({ customer, onClose }: { customer: CustomerRecord; onClose: () => void }) {
  const queryClient = useQueryClient();
  const { zone } = useBusiness();
  const { id, name, phone } = customer;
  const [isMerging, setMerging] = useState(false);
  return (
    <RecordDrawer
      title={<CustomerTitle customer={customer} />}
      aside={
        <ArchiveActions
          record={customer}
          {...actions}
          more={<Menu.Item onClick={() => setMerging(true)}>Merge with…</Menu.Item>}
          onDone={(row) =>
            queryClient.setQueryData<CustomerRecord>(
              customerQuery(id).queryKey,
              (known) => known && { ...known, ...row },
            )
          }
        />
      }
      onClose={onClose}
    >
      {isMerging && <MergeCustomers customer={customer} onClose={() => setMerging(false)} />}
      <RecordTabs kind="customers" id={id} title={name} subtitle={phone}>
        <CustomerDetail
          customer={customer}
          zone={zone}
          jobs={
            <>
              <CustomerJobs customer={customer} />
              <CustomerMoney customer={customer} />
              <CustomerPricing customer={customer.id} />
            </>
          }
          messages={
            <>
              <MessagesSection customer={id} zone={zone} />
              <CallsSection customer={id} zone={zone} />
            </>
          }
          renderMoreOfSite={(site) => <SiteInvoices customer={id} site={site.id} />}
        />
      </RecordTabs>
    </RecordDrawer>
  );
}

export function NewCustomerPage() {
  const search = useSearch({ from: list });
  const navigate = useNavigate();
  const close = useClose();
  const { zone } = useBusiness();
  const phone = useLocation({ select: ({ state }) => state.phone });
  return (
    <RecordDrawer title="New customer" onClose={close}>
      <NewCustomer
        zone={zone}
        phone={phone}
        onAdded={(id) => void navigate({ to: '/customers/$id', params: { id }, search, replace: true })}
        onCancel={close}
      />
    </RecordDrawer>
  );
}

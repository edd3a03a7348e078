import { Button, Group, Kbd } from '@mantine/core';
import { useHotkeys } from '@mantine/hooks';
import { Link, Outlet, useNavigate, useParams, useSearch } from '@tanstack/react-router';
import { useState } from 'react';
import { customersQuery } from '../../features/customers/api.ts';
import { BulkActions } from '../../features/customers/components/bulk-actions.tsx';
import { CustomerFilters } from '../../features/customers/components/customer-filters.tsx';
import { CustomerList } from '../../features/customers/components/customer-list.tsx';
import {
  countFilters,
  type CustomerSearch,
  noFilters,
} from '../../features/customers/model/customer-search.ts';
import { EmptyList } from '../../lib/kit/empty-list.tsx';
import { ListMenu } from '../../lib/kit/list/list-menu.tsx';
import { ListPage } from '../../lib/kit/list/list-page.tsx';
import { ListStates } from '../../lib/kit/list/list-states.tsx';
import { noSelection } from '../../lib/kit/list/selection.ts';
import { useRecords } from '../../lib/kit/list/use-records.ts';
import { usePage } from '../../lib/page.ts';
import { type Change, withChange } from '../../lib/search-params.ts';
import { NavIcon } from '../shell/nav-icon.tsx';

export function CustomersPage() {
  const search = useSearch({ from: '/signed-in/account/dispatch/customers' });
  const { id } = useParams({ strict: false });
  const navigate = useNavigate();
  const records = useRecords(customersQuery(search));
  const [selection, setSelection] = useState(noSelection);
  usePage('Customers');
  useHotkeys([['n', () => void navigate({ to: '/customers/new', search })]]);

  function change(wanted: Change<CustomerSearch>) {
    setSelection(noSelection);
    void navigate({ to: '.', search: withChange(search, wanted), replace: true, resetScroll: false });
  }

  return (
    <ListPage
      title="Customers"
      filters={<CustomerFilters search={search} onChange={change} />}
      actions={
        <>
          <ListMenu kind="customers" search={search} />
          <Button
            variant="filled"
            rightSection={<Kbd>N</Kbd>}
            renderRoot={(props) => <Link to="/customers/new" search={search} {...props} />}
          >
            New customer
          </Button>
        </>
      }
      drawer={<Outlet />}
    >
      <ListStates
        records={records}
        what="customers"
        isFiltered={countFilters(search) > 0 || search.search !== undefined}
        onClear={() => change(noFilters)}
        empty={<NoCustomers />}
      >
        <CustomerList
          records={records}
          renderLink={({ id }, props) => (
            <Link
              to="/customers/$id"
              params={{ id }}
              search={search}
              preload={false}
              resetScroll={false}
              {...props}
            />
          )}
          openId={id}
          onOpen={(row) =>
            void navigate({
              to: '/customers/$id',
              params: { id: row.id },
              search,
              replace: id !== undefined,
              resetScroll: false,
            })
          }
          sort={search.sort ?? 'name'}
          onSort={(sort) => change({ sort: sort === 'name' ? undefined : sort })}
          selection={selection}
          onSelect={setSelection}
        />
        <BulkActions rows={records.rows} selection={selection} onSelect={setSelection} />
      </ListStates>
    </ListPage>
  );
}

function NoCustomers() {
  return (
    <EmptyList
      icon={<NavIcon name="customer" />}
      title="No customers yet"
      text="Customers are who asks for work. Each has sites: where to go, how to get in, and what to beware of."
      action={
        <Group justify="center">
          <Button variant="filled" renderRoot={(props) => <Link to="/customers/new" {...props} />}>
            Add the first customer
          </Button>
          <Button
            renderRoot={(props) => <Link to="/import/$kind" params={{ kind: 'customers' }} {...props} />}
          >
            Import a list
          </Button>
        </Group>
      }
    />
  );
}

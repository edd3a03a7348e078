import { Button, Group, Kbd } from '@mantine/core';
import { useHotkeys } from '@mantine/hooks';
import { Link, Outlet, useNavigate, useParams, useSearch } from '@tanstack/react-router';
import { useState } from 'react';
import { techniciansQuery } from '../../features/technicians/api.ts';
import { BulkActions } from '../../features/technicians/components/bulk-actions.tsx';
import { TechnicianFilters } from '../../features/technicians/components/technician-filters.tsx';
import { TechnicianList } from '../../features/technicians/components/technician-list.tsx';
import {
  countFilters,
  noFilters,
  type TechnicianSearch,
} from '../../features/technicians/model/technician-search.ts';
import { EmptyList } from '../../lib/kit/empty-list.tsx';
import { ListMenu } from '../../lib/kit/list/list-menu.tsx';
import { ListPage } from '../../lib/kit/list/list-page.tsx';
import { ListStates } from '../../lib/kit/list/list-states.tsx';
import { noSelection } from '../../lib/kit/list/selection.ts';
import { useRecords } from '../../lib/kit/list/use-records.ts';
import { usePage } from '../../lib/page.ts';
import { type Change, withChange } from '../../lib/search-params.ts';
import { NavIcon } from '../shell/nav-icon.tsx';
import { useBusiness } from './use-business.ts';

export function TechniciansPage() {
  const search = useSearch({ from: '/signed-in/account/dispatch/technicians' });
  const { id } = useParams({ strict: false });
  const navigate = useNavigate();
  const { today } = useBusiness();
  const records = useRecords(techniciansQuery(search));
  const [selection, setSelection] = useState(noSelection);
  usePage('Technicians');
  useHotkeys([['n', () => void navigate({ to: '/technicians/new', search })]]);

  function change(wanted: Change<TechnicianSearch>) {
    setSelection(noSelection);
    void navigate({ to: '.', search: withChange(search, wanted), replace: true, resetScroll: false });
  }

  return (
    <ListPage
      title="Technicians"
      filters={<TechnicianFilters search={search} onChange={change} />}
      actions={
        <>
          <ListMenu kind="technicians" search={search} />
          <Button
            variant="filled"
            rightSection={<Kbd>N</Kbd>}
            renderRoot={(props) => <Link to="/technicians/new" search={search} {...props} />}
          >
            New technician
          </Button>
        </>
      }
      drawer={<Outlet />}
    >
      <ListStates
        records={records}
        what="technicians"
        isFiltered={countFilters(search) > 0 || search.search !== undefined}
        onClear={() => change(noFilters)}
        empty={
          <EmptyList
            icon={<NavIcon name="technician" />}
            title="No technicians yet"
            text="Technicians are the people whom you schedule: what they can do, when they work and where they start. Each active one uses a licence."
            action={
              <Group justify="center">
                <Button
                  variant="filled"
                  renderRoot={(props) => <Link to="/technicians/new" search={search} {...props} />}
                >
                  Add the first technician
                </Button>
                <Button
                  renderRoot={(props) => (
                    <Link to="/import/$kind" params={{ kind: 'technicians' }} {...props} />
                  )}
                >
                  Import a list
                </Button>
              </Group>
            }
          />
        }
      >
        <TechnicianList
          records={records}
          today={today}
          renderLink={({ id }, props) => (
            <Link
              to="/technicians/$id"
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
              to: '/technicians/$id',
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

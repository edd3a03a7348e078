import { Button, Group, Kbd, Menu } from '@mantine/core';
import { useHotkeys } from '@mantine/hooks';
import { jobNumber } from '@muster/domain/jobs/rules';
import type { LocalDate } from '@muster/domain/values/local-time';
import { Link, Outlet, useNavigate, useParams, useSearch } from '@tanstack/react-router';
import { useRef, useState } from 'react';
import { jobsQuery } from '../../features/jobs/api.ts';
import { BulkActions } from '../../features/jobs/components/bulk-actions.tsx';
import { CustomerPicker } from '../../features/jobs/components/customer-picker.tsx';
import { JobFilters } from '../../features/jobs/components/job-filters.tsx';
import { JobList } from '../../features/jobs/components/job-list.tsx';
import { countFilters, type JobSearch, noFilters, usualSort } from '../../features/jobs/model/job-search.ts';
import { CompletedVisitsDialog } from '../../features/reports/components/completed-visits-dialog.tsx';
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

export function JobsPage() {
  const search = useSearch({ from: '/signed-in/account/dispatch/jobs' });
  const { number } = useParams({ strict: false });
  const navigate = useNavigate();
  const { today } = useBusiness();
  const records = useRecords(jobsQuery(search));
  const [selection, setSelection] = useState(noSelection);
  const [isForBooks, setForBooks] = useState(false);
  usePage('Jobs');
  useHotkeys([['n', () => void navigate({ to: '/jobs/new', search })]]);

  function change(wanted: Change<JobSearch>) {
    setSelection(noSelection);
    void navigate({ to: '.', search: withChange(search, wanted), replace: true, resetScroll: false });
  }

  return (
    <ListPage
      title="Jobs"
      filters={<JobFilters search={search} onChange={change} />}
      actions={
        <>
          <ListMenu kind="jobs" search={search}>
            <Menu.Item onClick={() => setForBooks(true)}>Finished visits as CSV…</Menu.Item>
          </ListMenu>
          <ForBooks isOpen={isForBooks} onClose={() => setForBooks(false)} today={today} />
          <Button
            variant="filled"
            rightSection={<Kbd>N</Kbd>}
            renderRoot={(props) => <Link to="/jobs/new" search={search} {...props} />}
          >
            New job
          </Button>
        </>
      }
      drawer={<Outlet />}
    >
      <ListStates
        records={records}
        what="jobs"
        isFiltered={countFilters(search) > 0 || search.search !== undefined}
        onClear={() => change(noFilters)}
        empty={<NoJobs />}
      >
        <JobList
          records={records}
          today={today}
          renderLink={({ number }, props) => (
            <Link
              to="/jobs/$number"
              params={{ number: jobNumber(number) }}
              search={search}
              preload={false}
              resetScroll={false}
              {...props}
            />
          )}
          openId={records.rows.find((row) => jobNumber(row.number) === number)?.id}
          onOpen={(row) =>
            void navigate({
              to: '/jobs/$number',
              params: { number: jobNumber(row.number) },
              search,
              replace: number !== undefined,
              resetScroll: false,
            })
          }
          sort={search.sort ?? usualSort}
          onSort={(sort) => change({ sort: sort === usualSort ? undefined : sort })}
          selection={selection}
          onSelect={setSelection}
        />
        <BulkActions rows={records.rows} selection={selection} onSelect={setSelection} />
      </ListStates>
    </ListPage>
  );
}

interface ForBooksProps {
  isOpen: boolean;
  onClose: () => void;
  today: LocalDate;
}

function ForBooks({ isOpen, onClose, today }: ForBooksProps) {
  const [customer, setCustomer] = useState<{ id: string; name: string } | null>(null);
  const inputRef = useRef<HTMLInputElement>(null);
  return (
    <CompletedVisitsDialog
      isOpen={isOpen}
      onClose={onClose}
      today={today}
      customer={customer?.id}
      customerField={
        <CustomerPicker
          value={customer}
          onChange={setCustomer}
          inputRef={inputRef}
          error={undefined}
          placeholder="Every customer"
        />
      }
    />
  );
}

function NoJobs() {
  return (
    <EmptyList
      icon={<NavIcon name="job" />}
      title="No jobs yet"
      text="A job is what a customer asked for, with the visits that it takes: how long, when, and what the crew has to hold."
      action={
        <Group justify="center">
          <Button variant="filled" renderRoot={(props) => <Link to="/jobs/new" {...props} />}>
            Add the first job
          </Button>
          <Button renderRoot={(props) => <Link to="/import/$kind" params={{ kind: 'jobs' }} {...props} />}>
            Import a list
          </Button>
        </Group>
      }
    />
  );
}

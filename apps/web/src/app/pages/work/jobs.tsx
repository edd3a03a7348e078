import { Menu } from '@mantine/core';
import { jobNumber } from '@muster/domain/work/jobs/rules';
import type { LocalDate } from '@muster/domain/values/local-time';
import { useNavigate, useParams, useSearch } from '@tanstack/react-router';
import { useRef, useState } from 'react';
import { CompletedVisitsDialog } from '../../../features/field/reports/components/completed-visits-dialog.tsx';
import { jobsQuery } from '../../../features/work/jobs/api.ts';
import { BulkActions } from '../../../features/work/jobs/components/bulk-actions.tsx';
import { JobFilters, JobFiltersWithoutCrew } from '../../../features/work/jobs/components/job-filters.tsx';
import { JobCard, jobColumns } from '../../../features/work/jobs/components/job-list.tsx';
import { countFilters, noFilters, usualSort } from '../../../features/work/jobs/model/job-search.ts';
import { CustomerPicker } from '../../../lib/kit/choices/customer-picker.tsx';
import { RecordsPage } from '../../shell/records.tsx';
import { JobDrawer } from './job-drawer.tsx';
import { useBusiness } from './use-business.ts';

const list = '/signed-in/account/dispatch/jobs';

export function JobsPage() {
  const search = useSearch({ from: list });
  const { number } = useParams({ strict: false });
  const { today, isPlanner } = useBusiness();
  const [isForBooks, setForBooks] = useState(false);
  return (
    <>
      <RecordsPage
        kind="jobs"
        canEdit={isPlanner}
        icon="job"
        about="A job is what a customer asked for, with the visits it takes: how long, when, and which skills the crew needs."
        query={jobsQuery(search)}
        search={search}
        usualSort={usualSort}
        filterCount={countFilters(search)}
        noFilters={noFilters}
        Filters={isPlanner ? JobFilters : JobFiltersWithoutCrew}
        columns={jobColumns(today)}
        nameOf={(row) => jobNumber(row.number)}
        renderCard={(row) => <JobCard row={row} today={today} />}
        addressOf={(row) => jobNumber(row.number)}
        open={number}
        Bulk={BulkActions}
        more={<Menu.Item onClick={() => setForBooks(true)}>Visits and hours as CSV…</Menu.Item>}
      />
      <ForBooks isOpen={isForBooks} onClose={() => setForBooks(false)} today={today} />
    </>
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
          placeholder="All customers"
        />
      }
    />
  );
}

export function JobPage() {
  const { number } = useParams({ from: `${list}/$number` });
  const search = useSearch({ from: list });
  const navigate = useNavigate();
  return (
    <JobDrawer given={number} onClose={() => void navigate({ to: '/jobs', search, resetScroll: false })} />
  );
}

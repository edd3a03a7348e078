import { jobNumber } from '@muster/domain/work/jobs/rules';
import { Link, useNavigate, useParams, useSearch } from '@tanstack/react-router';
import { useState } from 'react';
import { readyQuery } from '../../../features/money/billable-work/api.ts';
import { ReadyActions } from '../../../features/money/billable-work/components/ready-actions.tsx';
import { noReadyFilters } from '../../../features/money/billable-work/components/ready-filters.tsx';
import {
  nameOfVisit,
  ReadyCard,
  readyColumns,
} from '../../../features/money/billable-work/components/ready-list.tsx';
import type { InvoiceSearch } from '../../../features/money/invoices/model/invoice-search.ts';
import { EmptyList } from '../../../lib/kit/empty-list.tsx';
import { ListStates } from '../../../lib/kit/list/list-states.tsx';
import { RecordList } from '../../../lib/kit/list/record-list.tsx';
import { noSelection } from '../../../lib/kit/list/selection.ts';
import { useRecords } from '../../../lib/kit/list/use-records.ts';
import type { Change } from '../../../lib/page/search-params.ts';
import { NavIcon } from '../../shell/nav-icon.tsx';
import { JobDrawer } from '../work/job-drawer.tsx';
import { useInvoiceWork } from './use-money.ts';

const list = '/signed-in/account/dispatch/invoices';

interface ReadyWorkProps {
  search: InvoiceSearch;
  onChange: (change: Change<InvoiceSearch>) => void;
}

/** Finished work that is in no invoice yet: a row opens its job beside the list, and what is selected becomes drafts. */
export function ReadyWork({ search, onChange }: ReadyWorkProps) {
  const areLeftOut = search.left_out === true;
  const navigate = useNavigate();
  const { number } = useParams({ strict: false });
  const records = useRecords(readyQuery(search));
  const { start, isRunning } = useInvoiceWork();
  const [selection, setSelection] = useState(noSelection);
  const shown = records.rows.find(({ job_number }) => jobNumber(job_number) === number)?.id;
  /** A job can have several rows: the one that was opened stays marked. */
  const [opened, setOpened] = useState<string>();
  const isOpened = records.rows.some(
    ({ id, job_number }) => id === opened && jobNumber(job_number) === number,
  );
  return (
    <ListStates
      records={records}
      what="finished visits"
      isFiltered={search.search !== undefined || search.customer !== undefined}
      onClear={() => onChange(noReadyFilters)}
      empty={
        <EmptyList
          icon={<NavIcon name="invoice" />}
          title={areLeftOut ? 'Nothing was left out' : 'Nothing waits to be invoiced'}
          text={
            areLeftOut
              ? 'Finished visits that nobody is charged for are listed here, with the reason.'
              : 'Finished visits are listed here until they’re in an invoice or left out.'
          }
        />
      }
    >
      <RecordList
        label="Finished work"
        records={records}
        columns={readyColumns(areLeftOut)}
        nameOf={nameOfVisit}
        renderCard={(row) => <ReadyCard row={row} />}
        renderLink={(row, link) => (
          <Link
            to="/invoices/jobs/$number"
            params={{ number: jobNumber(row.job_number) }}
            search
            preload={false}
            resetScroll={false}
            {...link}
            onClick={() => setOpened(row.id)}
          />
        )}
        openId={isOpened ? opened : shown}
        onOpen={(row) => {
          setOpened(row.id);
          void navigate({
            to: '/invoices/jobs/$number',
            params: { number: jobNumber(row.job_number) },
            search: true,
            replace: number !== undefined,
            resetScroll: false,
          });
        }}
        sort="-done"
        onSort={() => {}}
        selection={selection}
        onSelect={setSelection}
      />
      <ReadyActions
        rows={records.rows}
        selection={selection}
        onSelect={setSelection}
        areLeftOut={areLeftOut}
        isInvoicing={isRunning}
        onInvoice={({ visits, customer_name }) => void start({ visits }, customer_name)}
      />
    </ListStates>
  );
}

/** The job of finished work, beside the list. */
export function ReadyJobPage() {
  const { number } = useParams({ from: `${list}/jobs/$number` });
  const search = useSearch({ from: list });
  const navigate = useNavigate();
  return (
    <JobDrawer
      given={number}
      onClose={() => void navigate({ to: '/invoices', search, resetScroll: false })}
    />
  );
}

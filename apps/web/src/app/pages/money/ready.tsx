import { jobNumber } from '@muster/domain/work/jobs/rules';
import type { MoneySettingsEdit } from '@muster/domain/money/money-settings/schema';
import { useQuery } from '@tanstack/react-query';
import { Link, useNavigate, useParams, useSearch } from '@tanstack/react-router';
import { useState } from 'react';
import { readyCountQuery, readyQuery } from '../../../features/money/billable-work/api.ts';
import { OlderWorkDialog } from '../../../features/money/billable-work/components/older-work.tsx';
import { ReadyActions } from '../../../features/money/billable-work/components/ready-actions.tsx';
import { noReadyFilters } from '../../../features/money/billable-work/components/ready-filters.tsx';
import {
  nameOfVisit,
  ReadyCard,
  readyColumns,
} from '../../../features/money/billable-work/components/ready-list.tsx';
import { ListNote } from '../../../features/money/invoices/components/list-note.tsx';
import type { InvoiceSearch } from '../../../features/money/invoices/model/invoice-search.ts';
import { editMoneySettings, moneySettingsQuery } from '../../../features/money/money-settings/api.ts';
import { dayWords } from '../../../lib/format/calendar-day.ts';
import { useCommand } from '../../../lib/kit/form/use-command.ts';
import { EmptyList } from '../../../lib/kit/empty-list.tsx';
import { ListStates } from '../../../lib/kit/list/list-states.tsx';
import { RecordList } from '../../../lib/kit/list/record-list.tsx';
import { noSelection } from '../../../lib/kit/list/selection.ts';
import { useRecords } from '../../../lib/kit/list/use-records.ts';
import type { Change } from '../../../lib/page/search-params.ts';
import { NavIcon } from '../../shell/nav-icon.tsx';
import { JobDrawer } from '../work/job-drawer.tsx';
import { useBusiness } from '../work/use-business.ts';
import { useInvoiceWork, useKeepsMoney } from './use-money.ts';

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

/** That older work is left out and why; where years of it are ready, the way to leave it out at once. */
export function OlderWork() {
  const { today } = useBusiness();
  const keeps = useKeepsMoney();
  const settings = useQuery(moneySettingsQuery).data?.row;
  const ready = useQuery(readyCountQuery()).data?.row.visits ?? 0;
  const { run, isRunning } = useCommand();
  const [isOpen, setOpen] = useState(false);
  if (!settings) return null;
  const { version, work_from, work_from_reason } = settings;
  if (work_from === null && (!keeps || ready < MANY)) return null;

  async function change(wanted: Omit<MoneySettingsEdit, 'version'>) {
    const done = wanted.work_from
      ? `Work before ${dayWords(wanted.work_from)} is left out.`
      : 'Work of every day is ready to invoice.';
    const body = { version, ...wanted };
    if (await run({ what: body, send: (key) => editMoneySettings(body, key), done })) setOpen(false);
  }

  return (
    <>
      <ListNote
        action={
          keeps && {
            label: work_from === null ? 'Leave it out…' : 'Change…',
            onPress: () => setOpen(true),
          }
        }
      >
        {work_from === null
          ? 'Not invoicing older work here?'
          : `Work before ${dayWords(work_from)} is left out: ${work_from_reason}`}
      </ListNote>
      {isOpen && (
        <OlderWorkDialog
          set={{ work_from, work_from_reason }}
          usual={`${today.slice(0, 8)}01`}
          isRunning={isRunning}
          onSet={(wanted) => void change(wanted)}
          onClose={() => setOpen(false)}
        />
      )}
    </>
  );
}

/** So many visits are more than a business finishes before it invoices them. */
const MANY = 100;

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

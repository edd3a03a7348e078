import { Button, Kbd, Menu } from '@mantine/core';
import { MOST_COUNTED } from '@muster/domain/money/billable-work/schema';
import { useQuery } from '@tanstack/react-query';
import { Link, Outlet, useNavigate, useSearch } from '@tanstack/react-router';
import { useState } from 'react';
import { readyCountQuery } from '../../../features/money/billable-work/api.ts';
import { ReadyFilters } from '../../../features/money/billable-work/components/ready-filters.tsx';
import { invoicesQuery, invoiceTotalsQuery } from '../../../features/money/invoices/api.ts';
import { InvoiceFilters } from '../../../features/money/invoices/components/invoice-filters.tsx';
import {
  InvoiceCard,
  invoiceColumns,
  nameOfInvoice,
} from '../../../features/money/invoices/components/invoice-list.tsx';
import { ListNote } from '../../../features/money/invoices/components/list-note.tsx';
import {
  countFilters,
  type InvoiceSearch,
  type InvoiceTab,
  noFilters,
  usualSort,
} from '../../../features/money/invoices/model/invoice-search.ts';
import { customerQuery } from '../../../features/work/customers/api.ts';
import { CustomerPicker } from '../../../lib/kit/choices/customer-picker.tsx';
import { DrawerSection } from '../../../lib/kit/drawer/drawer-section.tsx';
import { RecordDrawer } from '../../../lib/kit/drawer/record-drawer.tsx';
import { EmptyList } from '../../../lib/kit/empty-list.tsx';
import { useFirstFocus } from '../../../lib/kit/form/use-first-focus.ts';
import { ListMenu } from '../../../lib/kit/list/list-menu.tsx';
import { ListPage } from '../../../lib/kit/list/list-page.tsx';
import { ListStates } from '../../../lib/kit/list/list-states.tsx';
import { PileTabs } from '../../../lib/kit/list/pile-tabs.tsx';
import { RecordList } from '../../../lib/kit/list/record-list.tsx';
import { noSelection } from '../../../lib/kit/list/selection.ts';
import { useRecords } from '../../../lib/kit/list/use-records.ts';
import { MoreMenu } from '../../../lib/kit/more-menu.tsx';
import { useLetters } from '../../../lib/kit/use-letters.ts';
import { usePage } from '../../../lib/page/page.ts';
import { type Change, withChange } from '../../../lib/page/search-params.ts';
import { NavIcon } from '../../shell/nav-icon.tsx';
import { useBusiness } from '../work/use-business.ts';
import { OlderWork, ReadyWork } from './ready.tsx';
import { useKeepsMoney, useNewInvoice } from './use-money.ts';

const list = '/signed-in/account/dispatch/invoices';

export function InvoicesPage() {
  const search = useSearch({ from: list });
  const { view } = search;
  const navigate = useNavigate();
  const totals = useQuery(invoiceTotalsQuery(search)).data?.row;
  const ready = useQuery(readyCountQuery(search.customer)).data?.row;
  const keeps = useKeepsMoney();
  usePage('Invoices');
  useLetters({ n: () => void navigate({ to: '/invoices/new', search: true }) });

  function change(wanted: Change<InvoiceSearch>) {
    const next = withChange(search, wanted);
    void navigate({ to: '.', search: next, replace: true, resetScroll: false });
  }

  const more = (
    <>
      <Menu.Item renderRoot={(root) => <Link to="/invoices/owed" {...root} />}>Who owes what</Menu.Item>
      {keeps && (
        <Menu.Item renderRoot={(root) => <Link to="/invoices/gst" {...root} />}>GST and exports</Menu.Item>
      )}
      {keeps && (
        <Menu.Item renderRoot={(root) => <Link to="/invoices/accounting" {...root} />}>Accounting</Menu.Item>
      )}
    </>
  );

  return (
    <ListPage
      title="Invoices"
      filters={
        view === 'ready' ? (
          <ReadyFilters key="ready" search={search} onChange={change} />
        ) : (
          <InvoiceFilters search={search} onChange={change} />
        )
      }
      actions={
        <>
          {view === 'ready' ? (
            keeps && <MoreMenu label="More actions for invoices">{more}</MoreMenu>
          ) : (
            <ListMenu
              kind="invoices"
              search={{ ...search, sort: search.sort ?? usualSort(search) }}
              canImport={keeps}
            >
              {more}
            </ListMenu>
          )}
          <Button
            variant="filled"
            rightSection={<Kbd>N</Kbd>}
            renderRoot={(root) => <Link to="/invoices/new" search {...root} />}
          >
            New invoice
          </Button>
        </>
      }
      drawer={<Outlet />}
    >
      <PileTabs<InvoiceTab>
        label="Invoices by status"
        names={tabs}
        pileOf={(tab) =>
          tab === 'ready'
            ? ready && { count: ready.visits, isMost: ready.visits === MOST_COUNTED }
            : totals?.[tab]
        }
        open={view}
        renderLink={(tab, link) => (
          <Link
            to="/invoices"
            search={withChange<InvoiceSearch>(search, { view: tab, sort: undefined, left_out: undefined })}
            replace
            resetScroll={false}
            {...link}
          />
        )}
      />
      {search.customer !== undefined && view !== 'ready' && (
        <OnlyCustomer customer={search.customer} site={search.site} onClear={() => change(nobody)} />
      )}
      {view === 'ready' && <OlderWork />}
      {view === 'ready' ? (
        <ReadyWork search={search} onChange={change} />
      ) : (
        <Invoices search={search} onChange={change} />
      )}
    </ListPage>
  );
}

const tabs: readonly (readonly [InvoiceTab | undefined, string])[] = [
  ['ready', 'Ready'],
  ['draft', 'Drafts'],
  ['unpaid', 'Unpaid'],
  ['overdue', 'Overdue'],
  ['paid', 'Paid'],
  [undefined, 'All'],
];

const nobody: Change<InvoiceSearch> = { customer: undefined, site: undefined };

interface OnlyCustomerProps {
  customer: string;
  site: string | undefined;
  onClear: () => void;
}

/** Whose invoices the list is narrowed to, and at which of their sites. */
function OnlyCustomer({ customer, site, onClear }: OnlyCustomerProps) {
  const { data } = useQuery(customerQuery(customer));
  const at = data?.sites.find(({ id }) => id === site);
  return (
    <ListNote action={{ label: 'Show all', onPress: onClear }}>
      Only{' '}
      <Link to="/customers/$id" params={{ id: customer }}>
        {data?.name ?? 'one customer'}
      </Link>
      {at && `, for work at ${at.name || at.address || at.suburb}`}
    </ListNote>
  );
}

/** What to say of a pile that is empty. */
const empty: Record<Exclude<InvoiceTab, 'ready'>, { title: string; text: string }> = {
  draft: { title: 'No drafts', text: 'An invoice is a draft until you issue it. Drafts have no number yet.' },
  unpaid: { title: 'Nobody owes you anything', text: 'Issued invoices are here until they’re paid.' },
  overdue: {
    title: 'Nothing is overdue',
    text: 'Invoices that weren’t paid by their due day are listed here.',
  },
  paid: { title: 'Nothing paid yet', text: 'Invoices move here once all of them is paid.' },
};

function Invoices({
  search,
  onChange,
}: {
  search: InvoiceSearch;
  onChange: (change: Change<InvoiceSearch>) => void;
}) {
  const view = search.view === 'ready' ? undefined : search.view;
  const navigate = useNavigate();
  const { today } = useBusiness();
  const records = useRecords(invoicesQuery(search));
  const usual = usualSort(search);
  return (
    <ListStates
      records={records}
      what="invoices"
      isFiltered={countFilters(search) > 0 || search.search !== undefined}
      onClear={() => onChange(noFilters)}
      empty={
        <EmptyList
          icon={<NavIcon name="invoice" />}
          title={view === undefined ? 'No invoices yet' : empty[view].title}
          text={
            view === undefined
              ? 'Invoice finished work with its hours and parts, or write an invoice freely.'
              : empty[view].text
          }
          action={
            view === undefined && (
              <Button variant="filled" renderRoot={(root) => <Link to="/invoices/new" {...root} />}>
                Write the first invoice
              </Button>
            )
          }
        />
      }
    >
      <RecordList
        label="Invoices"
        records={records}
        columns={invoiceColumns(today)}
        nameOf={nameOfInvoice}
        renderCard={(row) => <InvoiceCard row={row} today={today} />}
        renderLink={(row, link) => (
          <Link to="/invoices/$id" params={{ id: row.id }} search preload={false} {...link} />
        )}
        openId={undefined}
        onOpen={({ id }) => void navigate({ to: '/invoices/$id', params: { id }, search: true })}
        sort={search.sort ?? usual}
        onSort={(sort) => onChange({ sort: sort === usual ? undefined : sort })}
        canSelect={false}
        selection={noSelection}
        onSelect={() => {}}
      />
    </ListStates>
  );
}

export function NewInvoicePage() {
  const search = useSearch({ from: list });
  const navigate = useNavigate();
  const first = useFirstFocus();
  const { start, isRunning } = useNewInvoice();
  const [customer, setCustomer] = useState<{ id: string; name: string } | null>(null);
  return (
    <RecordDrawer
      title="New invoice"
      onClose={() => void navigate({ to: '/invoices', search, resetScroll: false })}
    >
      <DrawerSection title="Who is it for?">
        <div aria-busy={isRunning}>
          <CustomerPicker
            inputRef={first}
            value={customer}
            onChange={(chosen) => {
              setCustomer(chosen);
              if (chosen) void start(chosen);
            }}
            description="The draft opens as soon as you choose. For work that’s done, use Invoice at the visit instead: its hours and parts come along."
          />
        </div>
      </DrawerSection>
    </RecordDrawer>
  );
}

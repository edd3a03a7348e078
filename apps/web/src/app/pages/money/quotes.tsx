import { Button, Kbd, NativeSelect } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Link, Outlet, useNavigate, useSearch } from '@tanstack/react-router';
import { useState } from 'react';
import { quotesQuery, quoteTotalsQuery, templatesQuery } from '../../../features/money/quotes/api.ts';
import { QuoteCard, quoteColumns } from '../../../features/money/quotes/components/quote-list.tsx';
import {
  noFilters,
  type QuoteSearch,
  type QuoteTab,
} from '../../../features/money/quotes/model/quote-search.ts';
import { nameOfQuote } from '../../../features/money/quotes/model/quote-words.ts';
import { CustomerPicker } from '../../../lib/kit/choices/customer-picker.tsx';
import { DrawerSection } from '../../../lib/kit/drawer/drawer-section.tsx';
import { RecordDrawer } from '../../../lib/kit/drawer/record-drawer.tsx';
import { EmptyList } from '../../../lib/kit/empty-list.tsx';
import { useFirstFocus } from '../../../lib/kit/form/use-first-focus.ts';
import { FilterBar } from '../../../lib/kit/list/filter-bar.tsx';
import { ListPage } from '../../../lib/kit/list/list-page.tsx';
import { ListStates } from '../../../lib/kit/list/list-states.tsx';
import { PileTabs } from '../../../lib/kit/list/pile-tabs.tsx';
import { RecordList } from '../../../lib/kit/list/record-list.tsx';
import { noSelection } from '../../../lib/kit/list/selection.ts';
import { useRecords } from '../../../lib/kit/list/use-records.ts';
import { useLetters } from '../../../lib/kit/use-letters.ts';
import { usePage } from '../../../lib/page/page.ts';
import { type Change, withChange } from '../../../lib/page/search-params.ts';
import { NavIcon } from '../../shell/nav-icon.tsx';
import { useBusiness } from '../work/use-business.ts';
import { useNewQuote } from './use-quotes.ts';

const list = '/signed-in/account/dispatch/quotes';

const tabs: readonly (readonly [QuoteTab | undefined, string])[] = [
  ['draft', 'Drafts'],
  ['open', 'Waiting'],
  ['accepted', 'Won'],
  ['declined', 'Lost'],
  ['expired', 'Expired'],
  [undefined, 'All'],
  ['template', 'Templates'],
];

/** What to say of a pile that is empty. */
const empty: Record<QuoteTab, { title: string; text: string }> = {
  draft: { title: 'No drafts', text: 'A quote is a draft until you send it.' },
  open: { title: 'No quotes are waiting', text: 'Quotes you’ve sent are here until the customer decides.' },
  accepted: { title: 'Nothing won yet', text: 'Quotes that customers accepted are listed here.' },
  declined: {
    title: 'Nothing lost',
    text: 'Quotes that customers declined are listed here, with their reason.',
  },
  expired: { title: 'Nothing has expired', text: 'Quotes that nobody decided in time are listed here.' },
  template: {
    title: 'No templates yet',
    text: 'Open a quote that you’d write again, and choose Save as a template.',
  },
};

export function QuotesPage() {
  const search = useSearch({ from: list });
  const navigate = useNavigate();
  const totals = useQuery(quoteTotalsQuery(search)).data?.row;
  usePage('Quotes');
  useLetters({ n: () => void navigate({ to: '/quotes/new', search: true }) });

  function change(wanted: Change<QuoteSearch>) {
    void navigate({ to: '.', search: withChange(search, wanted), replace: true, resetScroll: false });
  }

  return (
    <ListPage
      title="Quotes"
      filters={
        <FilterBar
          search={search.search}
          placeholder="Number, customer, what it’s for"
          onSearch={(text) => change({ search: text })}
          count={search.customer === undefined ? 0 : 1}
          onClear={() => change(noFilters)}
        >
          {() => null}
        </FilterBar>
      }
      actions={
        <Button
          variant="filled"
          rightSection={<Kbd>N</Kbd>}
          renderRoot={(root) => <Link to="/quotes/new" search {...root} />}
        >
          New quote
        </Button>
      }
      drawer={<Outlet />}
    >
      <PileTabs<QuoteTab>
        label="Quotes by status"
        names={tabs}
        pileOf={(tab) => totals?.[tab]}
        open={search.view}
        renderLink={(tab, link) => (
          <Link
            to="/quotes"
            search={withChange<QuoteSearch>(search, { view: tab, sort: undefined })}
            replace
            resetScroll={false}
            {...link}
          />
        )}
      />
      <Quotes search={search} onChange={change} />
    </ListPage>
  );
}

function Quotes({
  search,
  onChange,
}: {
  search: QuoteSearch;
  onChange: (change: Change<QuoteSearch>) => void;
}) {
  const navigate = useNavigate();
  const { today } = useBusiness();
  const records = useRecords(quotesQuery(search));
  const { view } = search;
  return (
    <ListStates
      records={records}
      what="quotes"
      isFiltered={search.customer !== undefined || search.search !== undefined}
      onClear={() => onChange(noFilters)}
      empty={
        <EmptyList
          icon={<NavIcon name="quote" />}
          title={view === undefined ? 'No quotes yet' : empty[view].title}
          text={
            view === undefined
              ? 'Say what the work would cost. Customers accept online, and it becomes a job.'
              : empty[view].text
          }
          action={
            view === undefined && (
              <Button variant="filled" renderRoot={(root) => <Link to="/quotes/new" {...root} />}>
                Write the first quote
              </Button>
            )
          }
        />
      }
    >
      <RecordList
        label="Quotes"
        records={records}
        columns={quoteColumns(today)}
        nameOf={nameOfQuote}
        renderCard={(row) => <QuoteCard row={row} today={today} />}
        renderLink={(row, link) => (
          <Link to="/quotes/$id" params={{ id: row.id }} search preload={false} {...link} />
        )}
        openId={undefined}
        onOpen={({ id }) => void navigate({ to: '/quotes/$id', params: { id }, search: true })}
        sort={search.sort ?? '-created'}
        onSort={(sort) => onChange({ sort: sort === '-created' ? undefined : sort })}
        canSelect={false}
        selection={noSelection}
        onSelect={() => {}}
      />
    </ListStates>
  );
}

export function NewQuotePage() {
  const search = useSearch({ from: list });
  const navigate = useNavigate();
  const first = useFirstFocus();
  const { start, isRunning } = useNewQuote();
  const templates = useQuery(templatesQuery).data ?? [];
  const [template, setTemplate] = useState('');
  const [customer, setCustomer] = useState<{ id: string; name: string } | null>(null);
  return (
    <RecordDrawer
      title="New quote"
      onClose={() => void navigate({ to: '/quotes', search, resetScroll: false })}
    >
      {templates.length > 0 && (
        <DrawerSection title="What does it start from?">
          <NativeSelect
            label="Template"
            value={template}
            data={[
              { value: '', label: 'An empty quote' },
              ...templates.map(({ id, title }) => ({ value: id, label: title })),
            ]}
            onChange={({ target }) => setTemplate(target.value)}
          />
        </DrawerSection>
      )}
      <DrawerSection title="Who is it for?">
        <div aria-busy={isRunning}>
          <CustomerPicker
            inputRef={first}
            value={customer}
            onChange={(chosen) => {
              setCustomer(chosen);
              if (chosen)
                void start(
                  { customer_id: chosen.id, ...(template !== '' && { template_id: template }) },
                  chosen.name,
                );
            }}
            description="The draft opens as soon as you choose. From a job, use New quote in its drawer: the quote then goes with it."
          />
        </div>
      </DrawerSection>
    </RecordDrawer>
  );
}

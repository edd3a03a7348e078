import { Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Link, useNavigate, useSearch } from '@tanstack/react-router';
import { owedQuery, owedTotalsQuery } from '../../../features/money/statements/api.ts';
import { Ages } from '../../../features/money/statements/components/ages.tsx';
import { OwedCard, owedColumns } from '../../../features/money/statements/components/owed-list.tsx';
import type { OwedSearch } from '../../../features/money/statements/model/statement-search.ts';
import { EmptyList } from '../../../lib/kit/empty-list.tsx';
import { DayField } from '../../../lib/kit/form/day-field.tsx';
import { FilterBar } from '../../../lib/kit/list/filter-bar.tsx';
import { ListPage } from '../../../lib/kit/list/list-page.tsx';
import { ListStates } from '../../../lib/kit/list/list-states.tsx';
import { RecordList } from '../../../lib/kit/list/record-list.tsx';
import { noSelection } from '../../../lib/kit/list/selection.ts';
import { useRecords } from '../../../lib/kit/list/use-records.ts';
import { usePage } from '../../../lib/page/page.ts';
import { type Change, withChange } from '../../../lib/page/search-params.ts';
import { NavIcon } from '../../shell/nav-icon.tsx';
import { useBusiness } from '../work/use-business.ts';

const page = '/signed-in/account/dispatch/invoices/owed';
const usual = '-balance';
const noFilters: Change<OwedSearch> = { search: undefined, on: undefined };

/** Who owes what, by how long it has been due: whom to ring first. */
export function OwedPage() {
  const search = useSearch({ from: page });
  const navigate = useNavigate();
  const { today } = useBusiness();
  const records = useRecords(owedQuery(search));
  const totals = useQuery(owedTotalsQuery(search.on)).data;
  usePage('Who owes what');

  function change(wanted: Change<OwedSearch>) {
    void navigate({ to: '.', search: withChange(search, wanted), replace: true, resetScroll: false });
  }

  return (
    <ListPage
      title="Who owes what"
      filters={
        <FilterBar
          search={search.search}
          placeholder="Customer"
          onSearch={(text) => change({ search: text })}
          count={search.on === undefined ? 0 : 1}
          onClear={() => change(noFilters)}
        >
          {(isLabelled) => (
            <DayField
              label="At the end of"
              isBare={!isLabelled}
              placeholder="Today"
              canClear
              value={search.on ?? null}
              onChange={(day) => change({ on: day === null || day >= today ? undefined : day })}
            />
          )}
        </FilterBar>
      }
      actions={<Button renderRoot={(root) => <Link to="/payments" {...root} />}>Payments</Button>}
      drawer={null}
    >
      {totals && (
        <div className="owed-totals">
          <Ages sums={totals} />
        </div>
      )}
      <ListStates
        records={records}
        what="customers"
        isFiltered={search.search !== undefined}
        onClear={() => change(noFilters)}
        empty={
          <EmptyList
            icon={<NavIcon name="payment" />}
            title="Nobody owes you anything"
            text="Customers with unpaid invoices are here, and those who have credit with you."
            action={<Button renderRoot={(root) => <Link to="/invoices" {...root} />}>See invoices</Button>}
          />
        }
      >
        <RecordList
          label="Customers who owe"
          records={records}
          columns={owedColumns}
          nameOf={({ name }) => name}
          renderCard={(row) => <OwedCard row={row} />}
          renderLink={(row, link) => (
            <Link to="/statements/$id" params={{ id: row.id }} preload={false} {...link} />
          )}
          openId={undefined}
          onOpen={({ id }) => void navigate({ to: '/statements/$id', params: { id } })}
          sort={search.sort ?? usual}
          onSort={(sort) => change({ sort: sort === usual ? undefined : sort })}
          canSelect={false}
          selection={noSelection}
          onSelect={() => {}}
        />
      </ListStates>
    </ListPage>
  );
}

import { Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Link, Outlet, useNavigate, useParams, useSearch } from '@tanstack/react-router';
import {
  cardPaymentsFile,
  cardPaymentsQuery,
  clearingQuery,
  payoutFile,
  payoutLinesQuery,
  payoutQuery,
  payoutsQuery,
} from '../../../features/money/card-balance/api.ts';
import { CardFilters } from '../../../features/money/card-balance/components/card-filters.tsx';
import {
  CardPaymentCard,
  cardPaymentColumns,
  nameOfCardPayment,
} from '../../../features/money/card-balance/components/card-payment-list.tsx';
import { Clearing } from '../../../features/money/card-balance/components/clearing.tsx';
import {
  nameOfPayout,
  PayoutBadge,
  PayoutCard,
  payoutColumns,
  PayoutDetail,
} from '../../../features/money/card-balance/components/payout-list.tsx';
import {
  type CardSearch,
  countFilters,
  noFilters,
  usualSort,
} from '../../../features/money/card-balance/model/card-search.ts';
import { centsInWords } from '@muster/domain/values/cents';
import type { CardPayoutRecord } from '@muster/domain/money/card-balance/schema';
import { RecordDrawer } from '../../../lib/kit/drawer/record-drawer.tsx';
import { EmptyList } from '../../../lib/kit/empty-list.tsx';
import { ListPage } from '../../../lib/kit/list/list-page.tsx';
import { ListStates } from '../../../lib/kit/list/list-states.tsx';
import { RecordList } from '../../../lib/kit/list/record-list.tsx';
import { noSelection } from '../../../lib/kit/list/selection.ts';
import { useRecords } from '../../../lib/kit/list/use-records.ts';
import { usePage } from '../../../lib/page/page.ts';
import { type Change, withChange } from '../../../lib/page/search-params.ts';
import { NavIcon } from '../../shell/nav-icon.tsx';
import { OpenRecord } from '../../shell/records.tsx';
import { useBusiness } from '../work/use-business.ts';

const page = '/signed-in/account/dispatch/payments/cards';

/** What cards brought, what Stripe kept of it, and what is still there. */
export function CardPaymentsPage() {
  const search = useSearch({ from: page });
  const navigate = useNavigate();
  const { zone, isOwner } = useBusiness();
  const records = useRecords(cardPaymentsQuery(search));
  const clearing = useQuery(clearingQuery).data;
  usePage('Card payments');

  function change(wanted: Change<CardSearch>) {
    void navigate({ to: '.', search: withChange(search, wanted), replace: true, resetScroll: false });
  }

  return (
    <ListPage
      title="Card payments"
      filters={<CardFilters search={search} onChange={change} />}
      actions={
        <>
          <Button component="a" href={cardPaymentsFile(search)} download>
            CSV
          </Button>
          <Button renderRoot={(root) => <Link to="/payments/payouts" {...root} />}>Payouts</Button>
        </>
      }
      drawer={null}
    >
      {clearing && (clearing.read_at !== null || clearing.received !== 0) && (
        <Clearing clearing={clearing} zone={zone} />
      )}
      <ListStates
        records={records}
        what="card payments"
        isFiltered={countFilters(search) > 0 || search.search !== undefined}
        onClear={() => change(noFilters)}
        empty={
          <EmptyList
            icon={<NavIcon name="payment" />}
            title="No card payments yet"
            text="Once an owner has connected Stripe in Settings, customers can pay invoices by card. What they pay is here, with its fees and payouts."
            action={
              isOwner ? (
                <Button renderRoot={(root) => <Link to="/settings/connections" {...root} />}>
                  Open Connections
                </Button>
              ) : (
                <Button renderRoot={(root) => <Link to="/payments" {...root} />}>See payments</Button>
              )
            }
          />
        }
      >
        <RecordList
          label="Card payments"
          records={records}
          columns={cardPaymentColumns}
          nameOf={nameOfCardPayment}
          renderCard={(row) => <CardPaymentCard row={row} />}
          renderLink={({ payment_id, invoice_id }, link) =>
            payment_id === null ? (
              <Link to="/invoices/$id" params={{ id: invoice_id }} preload={false} {...link} />
            ) : (
              <Link to="/payments/$id" params={{ id: payment_id }} preload={false} {...link} />
            )
          }
          openId={undefined}
          onOpen={({ payment_id, invoice_id }) =>
            void (payment_id === null
              ? navigate({ to: '/invoices/$id', params: { id: invoice_id } })
              : navigate({ to: '/payments/$id', params: { id: payment_id } }))
          }
          sort={search.sort ?? usualSort}
          onSort={(sort) => change({ sort: sort === usualSort ? undefined : sort })}
          canSelect={false}
          selection={noSelection}
          onSelect={() => {}}
        />
      </ListStates>
    </ListPage>
  );
}

/** What Stripe sent to the bank account. */
export function PayoutsPage() {
  const { id } = useParams({ strict: false });
  const navigate = useNavigate();
  const records = useRecords(payoutsQuery);
  usePage('Payouts');
  return (
    <ListPage
      title="Payouts"
      filters={null}
      actions={<Button renderRoot={(root) => <Link to="/payments/cards" {...root} />}>Card payments</Button>}
      drawer={<Outlet />}
    >
      <ListStates
        records={records}
        what="payouts"
        isFiltered={false}
        onClear={() => {}}
        empty={
          <EmptyList
            icon={<NavIcon name="payment" />}
            title="No payouts yet"
            text="What Stripe sends to your bank account is here, with the payments in it."
            action={
              <Button renderRoot={(root) => <Link to="/payments/cards" {...root} />}>
                See card payments
              </Button>
            }
          />
        }
      >
        <RecordList
          label="Payouts"
          records={records}
          columns={payoutColumns}
          nameOf={nameOfPayout}
          renderCard={(row) => <PayoutCard row={row} />}
          renderLink={(row, link) => (
            <Link
              to="/payments/payouts/$id"
              params={{ id: row.id }}
              preload={false}
              resetScroll={false}
              {...link}
            />
          )}
          openId={id}
          onOpen={(row) =>
            void navigate({ to: '/payments/payouts/$id', params: { id: row.id }, resetScroll: false })
          }
          sort="-made"
          onSort={() => {}}
          canSelect={false}
          selection={noSelection}
          onSelect={() => {}}
        />
      </ListStates>
    </ListPage>
  );
}

export function PayoutPage() {
  const { id } = useParams({ from: '/signed-in/account/dispatch/payments/payouts/$id' });
  const navigate = useNavigate();
  const close = () => void navigate({ to: '/payments/payouts', resetScroll: false });
  return (
    <OpenRecord key={id} query={payoutQuery(id)} thing="payout" onClose={close}>
      {(payout) => <OpenPayout payout={payout} onClose={close} />}
    </OpenRecord>
  );
}

function OpenPayout({ payout, onClose }: { payout: CardPayoutRecord; onClose: () => void }) {
  const { rows, hasMore, loadMore } = useRecords(payoutLinesQuery(payout.id));
  return (
    <RecordDrawer
      title={
        <>
          <span className="record-drawer__name">Payout of {centsInWords(payout.amount)}</span>
          <PayoutBadge row={payout} />
        </>
      }
      aside={
        <Button size="compact-sm" component="a" href={payoutFile(payout.id)} download>
          CSV
        </Button>
      }
      onClose={onClose}
    >
      <PayoutDetail
        payout={payout}
        lines={rows}
        renderInvoice={({ invoice_id, number }) => (
          <Link to="/invoices/$id" params={{ id: invoice_id }}>
            {number}
          </Link>
        )}
        more={
          hasMore && (
            <Button size="compact-sm" onClick={loadMore}>
              Show more
            </Button>
          )
        }
      />
    </RecordDrawer>
  );
}

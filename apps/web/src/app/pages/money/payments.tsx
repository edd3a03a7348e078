import { Button, Group, Kbd, Menu } from '@mantine/core';
import type { NewCardRefund } from '@muster/domain/money/card-refunds/schema';
import type { PaymentEdit, PaymentPart, PaymentRecord, TakeBack } from '@muster/domain/money/payments/schema';
import { centsInWords } from '@muster/domain/values/cents';
import { useQuery } from '@tanstack/react-query';
import { Link, Outlet, useNavigate, useParams, useSearch } from '@tanstack/react-router';
import { useState } from 'react';
import {
  receiptLetterQuery,
  receiptsQuery,
  sendReceipt,
} from '../../../features/money/invoice-letters/api.ts';
import {
  isLost,
  letterDetail,
  letterInWords,
} from '../../../features/money/invoice-letters/model/letter-words.ts';
import {
  cardMoneyQuery,
  creditQuery,
  editPayment,
  paymentQuery,
  paymentsQuery,
  receiptOf,
  refundToCard,
  stopRefundToCard,
  takeBackPayment,
} from '../../../features/money/payments/api.ts';
import { cardPaymentQuery } from '../../../features/money/card-balance/api.ts';
import { CardPaymentFacts } from '../../../features/money/card-balance/components/card-payment-list.tsx';
import {
  CardMoneySection,
  CardRefundDialog,
} from '../../../features/money/payments/components/card-money.tsx';
import { EditPaymentDialog } from '../../../features/money/payments/components/edit-payment.tsx';
import { PaymentDetail } from '../../../features/money/payments/components/payment-detail.tsx';
import { PaymentFilters } from '../../../features/money/payments/components/payment-filters.tsx';
import {
  nameOfPayment,
  PaymentBadge,
  PaymentCard,
  paymentColumns,
} from '../../../features/money/payments/components/payment-list.tsx';
import { RecordPayment } from '../../../features/money/payments/components/record-payment.tsx';
import { RefundDialog } from '../../../features/money/payments/components/refund-dialog.tsx';
import { TakeBackDialog } from '../../../features/money/payments/components/take-back.tsx';
import {
  countFilters,
  noFilters,
  type PaymentSearch,
  usualSort,
} from '../../../features/money/payments/model/payment-search.ts';
import { moment } from '../../../lib/format/format.ts';
import { ActionButton } from '../../../lib/kit/action-button.tsx';
import { CustomerPicker } from '../../../lib/kit/choices/customer-picker.tsx';
import { DrawerSection } from '../../../lib/kit/drawer/drawer-section.tsx';
import { RecordDrawer } from '../../../lib/kit/drawer/record-drawer.tsx';
import { useCommand } from '../../../lib/kit/form/use-command.ts';
import { EmptyList } from '../../../lib/kit/empty-list.tsx';
import { useFirstFocus } from '../../../lib/kit/form/use-first-focus.ts';
import { ListPage } from '../../../lib/kit/list/list-page.tsx';
import { ListStates } from '../../../lib/kit/list/list-states.tsx';
import { RecordList } from '../../../lib/kit/list/record-list.tsx';
import { noSelection } from '../../../lib/kit/list/selection.ts';
import { useRecords } from '../../../lib/kit/list/use-records.ts';
import { MoreMenu } from '../../../lib/kit/more-menu.tsx';
import { useLetters } from '../../../lib/kit/use-letters.ts';
import { usePage } from '../../../lib/page/page.ts';
import { type Change, withChange } from '../../../lib/page/search-params.ts';
import { NavIcon } from '../../shell/nav-icon.tsx';
import { OpenRecord } from '../../shell/records.tsx';
import { useBusiness } from '../work/use-business.ts';
import { useKeepsMoney } from './use-money.ts';
import { AccountLetter } from './account-letter.tsx';
import { PaymentStanding } from './use-accounting.tsx';
import { useDialogOrder, useRecording, useRefunding } from './use-payments.tsx';

const list = '/signed-in/account/dispatch/payments';

export function PaymentsPage() {
  const search = useSearch({ from: list });
  const { id } = useParams({ strict: false });
  const navigate = useNavigate();
  const records = useRecords(paymentsQuery(search));
  const keeps = useKeepsMoney();
  usePage('Payments');
  useLetters(keeps ? { n: () => void navigate({ to: '/payments/new', search: true }) } : {});

  function change(wanted: Change<PaymentSearch>) {
    const next = withChange(search, wanted);
    void navigate({ to: '.', search: next, replace: true, resetScroll: false });
  }

  return (
    <ListPage
      title="Payments"
      filters={<PaymentFilters search={search} onChange={change} />}
      actions={
        <>
          <MoreMenu label="More about payments">
            <Menu.Item renderRoot={(root) => <Link to="/invoices/owed" {...root} />}>Who owes what</Menu.Item>
            {keeps && (
              <Menu.Item renderRoot={(root) => <Link to="/payments/cards" {...root} />}>
                Card payments and payouts
              </Menu.Item>
            )}
          </MoreMenu>
          {keeps && (
            <Button
              variant="filled"
              rightSection={<Kbd>N</Kbd>}
              renderRoot={(root) => <Link to="/payments/new" search {...root} />}
            >
              Record payment
            </Button>
          )}
        </>
      }
      drawer={<Outlet />}
    >
      <ListStates
        records={records}
        what="payments"
        isFiltered={countFilters(search) > 0 || search.search !== undefined}
        onClear={() => change(noFilters)}
        empty={
          <EmptyList
            icon={<NavIcon name="payment" />}
            title="No payments yet"
            text="What customers pay is recorded on their invoice, or here for several invoices at once."
            action={<Button renderRoot={(root) => <Link to="/invoices" {...root} />}>See invoices</Button>}
          />
        }
      >
        <RecordList
          label="Payments"
          records={records}
          columns={paymentColumns}
          nameOf={nameOfPayment}
          renderCard={(row) => <PaymentCard row={row} />}
          renderLink={(row, link) => (
            <Link
              to="/payments/$id"
              params={{ id: row.id }}
              search
              preload={false}
              resetScroll={false}
              {...link}
            />
          )}
          openId={id}
          onOpen={(row) =>
            void navigate({
              to: '/payments/$id',
              params: { id: row.id },
              search: true,
              replace: id !== undefined,
              resetScroll: false,
            })
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

function useClose() {
  const search = useSearch({ from: list });
  const navigate = useNavigate();
  return () => void navigate({ to: '/payments', search, resetScroll: false });
}

export function PaymentPage() {
  const { id } = useParams({ from: `${list}/$id` });
  const close = useClose();
  return (
    <OpenRecord key={id} query={paymentQuery(id)} thing="payment" onClose={close}>
      {(payment) => <OpenPayment payment={payment} onClose={close} />}
    </OpenRecord>
  );
}

function OpenPayment({ payment, onClose }: { payment: PaymentRecord; onClose: () => void }) {
  const { id, kind, amount, customer_id, customer_name, provider, taken_back_on, unused } = payment;
  const { today } = useBusiness();
  const keeps = useKeepsMoney();
  const editing = useDialogOrder();
  const takingBack = useDialogOrder();
  const refunding = useRefunding({ id: customer_id }, id);
  const credit = useQuery({ ...creditQuery(customer_id), enabled: unused > 0 }).data?.credit ?? unused;
  const name = kind === 'payment' ? 'Payment' : 'Refund';

  function edit(body: PaymentEdit) {
    void editing.send(
      ['edit', id, body],
      (key) => editPayment(id, body, key),
      `${name} of ${centsInWords(amount)} saved.`,
    );
  }

  function takeBack(body: TakeBack) {
    void takingBack.send(
      ['take back', id, body],
      (key) => takeBackPayment(id, body, key),
      `${name} of ${centsInWords(amount)} reversed.`,
    );
  }

  return (
    <RecordDrawer
      title={
        <>
          <span className="record-drawer__name">
            {name} of {centsInWords(amount)}
          </span>
          <PaymentBadge row={payment} />
        </>
      }
      aside={
        keeps &&
        taken_back_on === null && (
          <MoreMenu>
            <Menu.Item onClick={editing.open}>Edit…</Menu.Item>
            {provider !== 'stripe' && <Menu.Item onClick={takingBack.open}>Reverse…</Menu.Item>}
          </MoreMenu>
        )
      }
      onClose={onClose}
    >
      <PaymentDetail
        payment={payment}
        customer={
          <Link to="/customers/$id" params={{ id: customer_id }}>
            {customer_name}
          </Link>
        }
        renderPart={(part, text) => <PartLink part={part} text={text} />}
        credit={
          keeps &&
          provider !== 'stripe' && (
            <Group mt="sm">
              <ActionButton size="compact-sm" onClick={refunding.open}>
                Refund…
              </ActionButton>
            </Group>
          )
        }
        card={provider === 'stripe' && kind === 'payment' && <CardMoneyOf payment={payment} />}
        receipt={<Receipt payment={payment} />}
      />
      <PaymentStanding payment={id} />
      {editing.isOpen && <EditPaymentDialog payment={payment} {...editing.dialog} onEdit={edit} />}
      {takingBack.isOpen && (
        <TakeBackDialog payment={payment} today={today} {...takingBack.dialog} onTakeBack={takeBack} />
      )}
      {refunding.isOpen && (
        <RefundDialog
          customer={customer_name}
          credit={credit}
          rest={unused}
          today={today}
          {...refunding.dialog}
        />
      )}
    </RecordDrawer>
  );
}

/** What Stripe kept of it, what went back to the card, and what still can. */
function CardMoneyOf({ payment: { id, unused, provider_reference } }: { payment: PaymentRecord }) {
  const { zone } = useBusiness();
  const keeps = useKeepsMoney();
  const money = useQuery(cardMoneyQuery(id)).data;
  const row = useQuery({ ...cardPaymentQuery(provider_reference!), enabled: keeps }).data;
  const refunding = useDialogOrder();
  const { run } = useCommand();
  if (!money) return null;

  function refund(body: NewCardRefund) {
    void refunding.send(
      ['refund to card', id, body],
      (key) => refundToCard(id, body, key),
      'Stripe has been asked to refund it.',
    );
  }

  function stop(refund: string) {
    void run({
      what: ['stop refund', refund],
      send: (key) => stopRefundToCard(id, refund, key),
      done: 'Stripe isn’t asked for this refund anymore.',
    });
  }

  return (
    <>
      <CardMoneySection
        money={money}
        zone={zone}
        facts={
          row && (
            <CardPaymentFacts
              row={row}
              renderPayout={({ id }, day) => (
                <Link to="/payments/payouts/$id" params={{ id }}>
                  {day}
                </Link>
              )}
            />
          )
        }
        onRefund={keeps ? refunding.open : undefined}
        onStop={keeps ? stop : undefined}
      />
      {refunding.isOpen && (
        <CardRefundDialog
          refundable={money.refundable}
          unused={unused}
          {...refunding.dialog}
          onRefund={refund}
        />
      )}
    </>
  );
}

/** Its paper, and to whom that was emailed. */
function Receipt({ payment }: { payment: PaymentRecord }) {
  const { id, kind, amount, customer_id, customer_name, taken_back_on } = payment;
  const { zone } = useBusiness();
  const keeps = useKeepsMoney();
  const letters = useQuery(receiptsQuery(id)).data ?? [];
  const [isWriting, setWriting] = useState(false);
  const paper = kind === 'payment' ? 'receipt' : 'confirmation';

  return (
    <>
      <ul className="payment-letters">
        {letters.map((letter) => (
          <li key={letter.id} data-lost={isLost(letter) || undefined}>
            <span>{letterInWords(letter)}</span>
            <time dateTime={letter.at}>{moment(letter.at, zone)}</time>
            <small>{letterDetail(letter, zone)}</small>
          </li>
        ))}
      </ul>
      <Group gap="xs">
        {keeps && taken_back_on === null && (
          <ActionButton size="compact-sm" onClick={() => setWriting(true)}>
            Email {paper}
          </ActionButton>
        )}
        <Button size="compact-sm" component="a" href={receiptOf(id)} download>
          PDF
        </Button>
      </Group>
      {isWriting && (
        <AccountLetter
          title={`Email the ${paper} for ${centsInWords(amount)}`}
          what={`The ${paper}`}
          customer={{ id: customer_id, name: customer_name }}
          queryOf={(contact) => receiptLetterQuery(id, contact)}
          send={(letter, key) => sendReceipt(id, letter, key)}
          onClose={() => setWriting(false)}
        />
      )}
    </>
  );
}

function PartLink({ part: { kind, of_id }, text }: { part: PaymentPart; text: string }) {
  return kind === 'invoice' || kind === 'credit note' ? (
    <Link to="/invoices/$id" params={{ id: of_id }}>
      {text}
    </Link>
  ) : (
    <Link to="/payments/$id" params={{ id: of_id }} search>
      {text}
    </Link>
  );
}

export function NewPaymentPage() {
  const first = useFirstFocus();
  const close = useClose();
  const { today } = useBusiness();
  const [customer, setCustomer] = useState<{ id: string; name: string } | null>(null);
  const recording = useRecording();
  return (
    <RecordDrawer title="Record payment" onClose={close}>
      <DrawerSection title="Who paid?">
        <CustomerPicker
          inputRef={first}
          value={customer}
          onChange={(chosen) => {
            setCustomer(chosen);
            if (chosen) recording.open();
          }}
          description="Who the invoices are billed to. Their unpaid invoices come next."
        />
      </DrawerSection>
      {customer && recording.isOpen && (
        <RecordPayment key={customer.id} customer={customer} today={today} {...recording.dialog} />
      )}
    </RecordDrawer>
  );
}

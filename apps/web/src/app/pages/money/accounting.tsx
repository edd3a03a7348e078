import { Button } from '@mantine/core';
import type {
  BookDifference,
  BookEntry,
  BooksState as State,
  NewBookAnswer,
} from '@muster/domain/money/accounting/schema';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import {
  booksKey,
  booksQuery,
  differencesQuery,
  entriesQuery,
  sendAgain,
  settleDifference,
} from '../../../features/money/accounting/api.ts';
import { BooksState } from '../../../features/money/accounting/components/books-state.tsx';
import { Differences } from '../../../features/money/accounting/components/differences.tsx';
import { BookEntries } from '../../../features/money/accounting/components/entries.tsx';
import { ActionButton } from '../../../lib/kit/action-button.tsx';
import { EmptyList } from '../../../lib/kit/empty-list.tsx';
import { useCommand } from '../../../lib/kit/form/use-command.ts';
import { useRecords } from '../../../lib/kit/list/use-records.ts';
import { RowSkeleton } from '../../../lib/kit/row-skeleton.tsx';
import { usePage } from '../../../lib/page/page.ts';
import { Loaded } from '../../shell/loaded.tsx';
import { NavIcon } from '../../shell/nav-icon.tsx';
import { useBusiness } from '../work/use-business.ts';
import './accounting.css';

/** What goes over to the books in Xero, what was not accepted, and what differs there: for whoever keeps the money. */
export function AccountingPage() {
  const state = useQuery(booksQuery);
  usePage('Accounting');
  return (
    <div className="page accounting">
      <p className="accounting__back">
        <Link to="/invoices">Invoices</Link>
      </p>
      <h1>Accounting</h1>
      <Loaded query={state} what="your books" skeleton={<RowSkeleton rows={6} height={56} />}>
        {(known) => (known.organisation === null ? <NothingConnected /> : <Books state={known} />)}
      </Loaded>
    </div>
  );
}

function NothingConnected() {
  return (
    <EmptyList
      icon={<NavIcon name="invoice" />}
      title="Your books aren’t connected"
      text="Connect Xero, and the invoices you issue go over with their customers and payments, each once. What’s paid in Xero comes back."
      action={
        <Button variant="filled" renderRoot={(root) => <Link to="/settings/accounting" {...root} />}>
          Connect Xero
        </Button>
      }
    />
  );
}

function Books({ state }: { state: State }) {
  const { zone } = useBusiness();
  const differences = useRecords(differencesQuery(state));
  const refused = useRecords(entriesQuery('refused', state));
  const waiting = useRecords(entriesQuery('waiting', state));
  const over = useRecords(entriesQuery('over', state));
  const queryClient = useQueryClient();
  const { run, isRunning } = useCommand();

  async function settle({ id, label }: BookDifference, body: NewBookAnswer) {
    await run({
      what: ['settle', id, body],
      send: (key) => settleDifference(id, body, key),
      done: `${label}: settled.`,
    });
    void queryClient.invalidateQueries({ queryKey: booksKey });
  }

  async function again(entry?: BookEntry) {
    await run({
      what: ['again', entry?.id ?? 'all'],
      send: (key) => sendAgain(entry?.id, key),
      done: ({ count }) => (count === 1 ? 'It’s on its way again.' : `${count} are on their way again.`),
    });
    void queryClient.invalidateQueries({ queryKey: booksKey });
  }

  const entries = { zone, renderLink: linkOf };
  return (
    <>
      <BooksState state={state} zone={zone} />
      {state.differences > 0 && (
        <Section title="To decide">
          <Differences
            records={differences}
            busy={isRunning}
            renderLink={(difference) => <DifferenceLink difference={difference} />}
            onAnswer={(difference, body) => void settle(difference, body)}
          />
        </Section>
      )}
      {state.refused > 0 && (
        <Section
          title="Not accepted"
          action={
            state.refused > 1 && (
              <ActionButton size="compact-sm" busy={isRunning} onClick={() => void again()}>
                Send all again
              </ActionButton>
            )
          }
        >
          <p className="accounting__lead">
            Xero said why. Put that right, here or in Xero, then send it again.
          </p>
          <BookEntries
            records={refused}
            {...entries}
            busy={isRunning}
            onAgain={(entry) => void again(entry)}
          />
        </Section>
      )}
      {state.waiting > 0 && (
        <Section title="Waiting">
          <BookEntries records={waiting} {...entries} />
        </Section>
      )}
      <Section title="Went over last">
        {state.over === 0 ? (
          <p className="accounting__lead">
            Nothing yet. The next invoice that you issue goes over by itself.
          </p>
        ) : (
          <BookEntries records={over} {...entries} />
        )}
      </Section>
    </>
  );
}

function Section({ title, action, children }: { title: string; action?: ReactNode; children: ReactNode }) {
  return (
    <section className="accounting__section" aria-label={title}>
      <header>
        <h2>{title}</h2>
        {action}
      </header>
      {children}
    </section>
  );
}

function linkOf({ document_id }: BookEntry, name: string) {
  return document_id === null ? (
    name
  ) : (
    <Link to="/invoices/$id" params={{ id: document_id }}>
      {name}
    </Link>
  );
}

function DifferenceLink({ difference: { document_id, customer_id, label } }: { difference: BookDifference }) {
  if (document_id !== null)
    return (
      <Link to="/invoices/$id" params={{ id: document_id }}>
        {label}
      </Link>
    );
  return customer_id === null ? (
    label
  ) : (
    <Link to="/customers/$id" params={{ id: customer_id }}>
      {label}
    </Link>
  );
}

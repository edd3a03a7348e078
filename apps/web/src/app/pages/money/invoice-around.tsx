import { Tabs } from '@mantine/core';
import type { InvoiceRecord } from '@muster/domain/money/invoices/schema';
import { useQuery } from '@tanstack/react-query';
import { Link, useSearch } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { ChangeList } from '../../../features/basics/changes/components/change-list.tsx';
import { invoiceQuery } from '../../../features/money/invoices/api.ts';
import { useBusiness, useWords } from '../work/use-business.ts';

const route = '/signed-in/account/dispatch/invoices/$id';

/** What the list is narrowed to that an invoice was opened from. */
export function useInvoiceList() {
  return useSearch({ from: route });
}

/** The way back to the list as it was left. */
export function BackToInvoices() {
  const search = useInvoiceList();
  return (
    <Link
      to="/invoices"
      search={search}
      className="document-page__back"
      aria-label="All invoices"
      title="All invoices"
    >
      <svg className="m-icon" viewBox="0 0 20 20" aria-hidden>
        <path d="M12 4.5 6.5 10l5.5 5.5" />
      </svg>
    </Link>
  );
}

/** An invoice, and beside it what was changed of it and by whom. */
export function WithHistory({ id, children }: { id: string; children: ReactNode }) {
  const { today, isPlanner } = useBusiness();
  const words = useWords();
  if (!isPlanner) return children;
  return (
    <Tabs defaultValue="details" keepMounted={false}>
      <Tabs.List>
        <Tabs.Tab value="details">Details</Tabs.Tab>
        <Tabs.Tab value="history">History</Tabs.Tab>
      </Tabs.List>
      <Tabs.Panel value="details" pt="lg">
        {children}
      </Tabs.Panel>
      <Tabs.Panel value="history" pt="xs">
        <ChangeList
          filters={{ subject: id }}
          words={words}
          today={today}
          empty="No changes since this invoice was added."
        />
      </Tabs.Panel>
    </Tabs>
  );
}

interface Credited {
  id: string;
  number: string;
  issued_on: string;
}

/** What a credit note corrects; null: nothing, or it isn't known yet. */
export function useCredited({ credits_id }: Pick<InvoiceRecord, 'credits_id'>): Credited | null {
  const { data } = useQuery({ ...invoiceQuery(credits_id ?? ''), enabled: credits_id !== null });
  if (!data?.number || !data.issued_on) return null;
  return { id: data.id, number: data.number, issued_on: data.issued_on };
}

export function CreditedLink({ credits: { id, number } }: { credits: Credited }) {
  return (
    <Link to="/invoices/$id" params={{ id }}>
      {number}
    </Link>
  );
}

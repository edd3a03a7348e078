import { Tabs } from '@mantine/core';
import { Link, useSearch } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { ChangeList } from '../../../features/basics/changes/components/change-list.tsx';
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
      className="invoice-page__back"
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

import { Button, Group, Skeleton, Text } from '@mantine/core';
import { centsInWords } from '@muster/domain/values/cents';
import type { LocalDate } from '@muster/domain/values/local-time';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { DrawerSection } from '../../../../lib/kit/drawer/drawer-section.tsx';
import { latestInvoicesQuery } from '../api.ts';
import { shortDate } from '../model/invoice-words.ts';
import { nameOfInvoice } from './invoice-list.tsx';
import { InvoiceStatusBadge } from './status-badge.tsx';
import '../../../../lib/kit/document/own-papers.css';

interface InvoicesSectionProps {
  of: { customer: string } | { job: string };
  today: LocalDate;
  /** What is owed, what is paid ahead: above the invoices. */
  top?: ReactNode;
  /** Beside the title. */
  action?: ReactNode;
}

/** The latest invoices of a customer or a job, with what is still to be paid of each. */
export function InvoicesSection({ of, today, top, action }: InvoicesSectionProps) {
  const query = useQuery(latestInvoicesQuery(of));
  const rows = query.data ?? [];
  const isCustomer = 'customer' in of;
  return (
    <DrawerSection
      title={isCustomer ? 'Money' : 'Invoices'}
      action={
        <Group gap="xs">
          {isCustomer && rows.length > 0 && (
            <Button
              variant="subtle"
              size="compact-sm"
              renderRoot={(props) => <Link to="/invoices" search={of} {...props} />}
            >
              All invoices
            </Button>
          )}
          {action}
        </Group>
      }
    >
      {top}
      {query.isPending && <Skeleton height={12} width="60%" my="xs" />}
      {query.isError && <Text c="dimmed">We couldn’t load the invoices.</Text>}
      {query.data?.length === 0 && <Text c="dimmed">No invoices yet.</Text>}
      <ul className="entries">
        {rows.map((row) => (
          <li key={row.id}>
            <Link to="/invoices/$id" params={{ id: row.id }} className="own-paper">
              <span className="own-paper__number">{nameOfInvoice(row)}</span>
              <Text span size="sm" c="dimmed" truncate flex={1} miw={0}>
                {[row.issued_on === null ? '' : shortDate(row.issued_on, today), row.title]
                  .filter(Boolean)
                  .join(' · ')}
              </Text>
              <InvoiceStatusBadge row={row} today={today} />
              <span className="own-paper__amount">
                {centsInWords(row.kind === 'credit note' ? -row.total : row.total)}
              </span>
            </Link>
          </li>
        ))}
      </ul>
    </DrawerSection>
  );
}

import { Button, Group, Skeleton, Text } from '@mantine/core';
import { centsInWords } from '@muster/domain/values/cents';
import type { LocalDate } from '@muster/domain/values/local-time';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { DrawerSection } from '../../../../lib/kit/drawer/drawer-section.tsx';
import { latestQuotesQuery } from '../api.ts';
import { nameOfQuote } from '../model/quote-words.ts';
import { QuoteStatusBadge } from './quote-status.tsx';
import '../../../../lib/kit/document/own-papers.css';

interface QuotesSectionProps {
  of: { customer: string } | { job: string };
  today: LocalDate;
  /** Beside the title. */
  action?: ReactNode;
}

/** The latest quotes of a customer or a job. */
export function QuotesSection({ of, today, action }: QuotesSectionProps) {
  const query = useQuery(latestQuotesQuery(of));
  const rows = query.data ?? [];
  return (
    <DrawerSection
      title="Quotes"
      action={
        <Group gap="xs">
          {'customer' in of && rows.length > 0 && (
            <Button
              variant="subtle"
              size="compact-sm"
              renderRoot={(props) => <Link to="/quotes" search={of} {...props} />}
            >
              All quotes
            </Button>
          )}
          {action}
        </Group>
      }
    >
      {query.isPending && <Skeleton height={12} width="60%" my="xs" />}
      {query.isError && <Text c="dimmed">We couldn’t load the quotes.</Text>}
      {query.data?.length === 0 && <Text c="dimmed">No quotes yet.</Text>}
      <ul className="entries">
        {rows.map((row) => (
          <li key={row.id}>
            <Link to="/quotes/$id" params={{ id: row.id }} className="own-paper">
              <span className="own-paper__number">{nameOfQuote(row)}</span>
              <Text span size="sm" c="dimmed" truncate flex={1} miw={0}>
                {row.title}
              </Text>
              <QuoteStatusBadge row={row} today={today} />
              <span className="own-paper__amount">{centsInWords(row.total)}</span>
            </Link>
          </li>
        ))}
      </ul>
    </DrawerSection>
  );
}

import { Button } from '@mantine/core';
import type { BookEntry } from '@muster/domain/money/accounting/schema';
import { centsInWords } from '@muster/domain/values/cents';
import type { ReactNode } from 'react';
import { moment } from '../../../../lib/format/format.ts';
import { ActionButton } from '../../../../lib/kit/action-button.tsx';
import type { Records } from '../../../../lib/kit/list/use-records.ts';
import { Problem } from '../../../../lib/kit/problem.tsx';
import { RowSkeleton } from '../../../../lib/kit/row-skeleton.tsx';
import './accounting.css';

const nouns: Readonly<Record<BookEntry['noun'], string>> = {
  invoice: 'Invoice',
  'credit note': 'Credit note',
  payment: 'Payment',
  'credit used': 'Credit used',
  refund: 'Refund',
  removal: 'Removal of a payment',
};

interface BookEntriesProps {
  records: Records<BookEntry>;
  zone: string;
  /** A way to the paper that it is about. */
  renderLink: (entry: BookEntry, name: string) => ReactNode;
  /** Where it can be tried again. */
  onAgain?: ((entry: BookEntry) => void) | undefined;
  busy?: boolean;
}

/** What goes over, or has, or was not accepted: what it is, whose, how much, and what is in its way. */
export function BookEntries({ records, zone, renderLink, onAgain, busy }: BookEntriesProps) {
  const { rows, isLoading, error, retry, hasMore, loadMore } = records;
  if (error) return <Problem title="We couldn’t load this list" error={error} onRetry={retry} />;
  if (isLoading) return <RowSkeleton rows={3} height={44} />;
  return (
    <>
      <ul className="book-entries">
        {rows.map((entry) => (
          <li key={entry.id}>
            <p className="book-entries__what">
              {renderLink(entry, `${nouns[entry.noun]}${entry.number === null ? '' : ` ${entry.number}`}`)}
              <span>{entry.customer_name}</span>
            </p>
            <p className="book-entries__amount">{entry.amount !== null && centsInWords(entry.amount)}</p>
            {entry.words === '' ? (
              <time dateTime={entry.at}>{moment(entry.at, zone)}</time>
            ) : (
              <p className="book-entries__words">{entry.words}</p>
            )}
            {onAgain && (
              <ActionButton
                size="compact-sm"
                busy={busy}
                aria-label={`Send again: ${nouns[entry.noun].toLowerCase()} ${entry.number ?? entry.customer_name}`}
                onClick={() => onAgain(entry)}
              >
                Send again
              </ActionButton>
            )}
          </li>
        ))}
      </ul>
      {hasMore && (
        <Button variant="subtle" onClick={loadMore}>
          Show more
        </Button>
      )}
    </>
  );
}

import { Button } from '@mantine/core';
import type { GstEntry } from '@muster/domain/money/bookkeeping/schema';
import { centsInWords } from '@muster/domain/values/cents';
import { dayAndMonth } from '@muster/domain/values/clock-words';
import type { LocalDate } from '@muster/domain/values/local-time';
import type { ReactNode } from 'react';
import { Problem } from '../../../../lib/kit/problem.tsx';
import type { Records } from '../../../../lib/kit/list/use-records.ts';
import { RowSkeleton } from '../../../../lib/kit/row-skeleton.tsx';
import './gst-entries.css';

const words: Readonly<Record<GstEntry['kind'], string>> = {
  invoice: 'Invoice',
  'credit note': 'Credit note',
  payment: 'Payment',
  'taken back': 'Payment reversed',
  'credit used': 'Credit used',
  refund: 'Refund',
};

interface GstEntriesProps {
  records: Records<GstEntry>;
  renderLink: (entry: GstEntry, name: string) => ReactNode;
}

/** What the figures come from, day by day, so that each can be looked up. */
export function GstEntries({ records, renderLink }: GstEntriesProps) {
  const { rows, isLoading, isOld, error, hasMore, loadMore, retry } = records;
  if (error) return <Problem title="We couldn’t load what it comes from" error={error} onRetry={retry} />;
  if (isLoading) return <RowSkeleton rows={8} height={36} label="Loading what it comes from" />;
  if (rows.length === 0) return null;
  return (
    <>
      <table className="gst-entries" data-old={isOld || undefined} aria-label="What it comes from">
        <thead>
          <tr>
            <th scope="col">Day</th>
            <th scope="col">What</th>
            <th scope="col">Number</th>
            <th scope="col">Customer</th>
            <th scope="col">Sales</th>
            <th scope="col">GST</th>
          </tr>
        </thead>
        <tbody>
          {rows.map((entry) => (
            <tr key={entry.id}>
              <td>{dayAndMonth(entry.on as LocalDate)}</td>
              <td>{words[entry.kind]}</td>
              <td>{renderLink(entry, entry.number ?? '')}</td>
              <td title={entry.bill_to_name}>{entry.bill_to_name}</td>
              <td>{centsInWords(entry.sales)}</td>
              <td>{centsInWords(entry.gst)}</td>
            </tr>
          ))}
        </tbody>
      </table>
      {hasMore && (
        <Button className="gst-entries__more" onClick={loadMore}>
          Show more
        </Button>
      )}
    </>
  );
}

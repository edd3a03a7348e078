import type { Statement, StatementEntry } from '@muster/domain/money/statements/schema';
import { entryWords } from '@muster/domain/money/statements/words';
import { centsInWords } from '@muster/domain/values/cents';
import type { ReactNode } from 'react';
import { dayWords } from '../../../../lib/format/calendar-day.ts';
import { ActionButton } from '../../../../lib/kit/action-button.tsx';
import { Muted } from '../../../../lib/kit/list/muted.tsx';
import type { Records } from '../../../../lib/kit/list/use-records.ts';
import { Ages } from './ages.tsx';

interface StatementViewProps {
  statement: Statement;
  entries: Records<StatementEntry>;
  /** A way to the invoice or the payment. */
  renderName: (entry: StatementEntry, name: string) => ReactNode;
}

/** In a cell that has nothing to say. */
const none = '\u00a0';

/** The balance before a period, what happened in it and the balance after it. */
export function StatementView({ statement, entries, renderName }: StatementViewProps) {
  const { opening, closing, from, to } = statement;
  return (
    <>
      <Ages sums={statement} />
      <table className="statement__table">
        <thead>
          <tr>
            <th>Date</th>
            <th>What</th>
            <th className="statement__due">Due</th>
            <th data-number>Amount</th>
            <th data-number>Balance</th>
          </tr>
        </thead>
        <tbody>
          <tr data-sum>
            <td>{dayWords(from)}</td>
            <td>Opening balance</td>
            <td className="statement__due">{none}</td>
            <td>{none}</td>
            <td data-number>{centsInWords(opening)}</td>
          </tr>
          {entries.rows.map((entry) => (
            <tr key={`${entry.id} ${entry.kind}`}>
              <td>{dayWords(entry.on)}</td>
              <td>
                {renderName(entry, entryWords(entry))} {entry.text !== '' && <Muted text={entry.text} />}
              </td>
              <td className="statement__due">{entry.due_on !== null && dayWords(entry.due_on)}</td>
              <td data-number>{centsInWords(entry.amount)}</td>
              <td data-number>{centsInWords(entry.balance)}</td>
            </tr>
          ))}
          {!entries.hasMore && (
            <tr data-sum>
              <td>{dayWords(to)}</td>
              <td>{closing < 0 ? 'In credit' : 'Closing balance'}</td>
              <td className="statement__due">{none}</td>
              <td>{none}</td>
              <td data-number>{centsInWords(closing)}</td>
            </tr>
          )}
        </tbody>
      </table>
      {entries.hasMore && <ActionButton onClick={entries.loadMore}>Show more</ActionButton>}
    </>
  );
}

import { Button } from '@mantine/core';
import type { DifferenceAnswer, DifferenceKind } from '@muster/domain/money/accounting/rules';
import type { BookDifference, BookSide, NewBookAnswer } from '@muster/domain/money/accounting/schema';
import { centsInWords } from '@muster/domain/values/cents';
import type { ReactNode } from 'react';
import { dayWords } from '../../../../lib/format/calendar-day.ts';
import { ActionButton } from '../../../../lib/kit/action-button.tsx';
import type { Records } from '../../../../lib/kit/list/use-records.ts';
import { Problem } from '../../../../lib/kit/problem.tsx';
import { RowSkeleton } from '../../../../lib/kit/row-skeleton.tsx';
import './accounting.css';

/** What happened, and what it means. */
const words: Readonly<Record<DifferenceKind, { title: string; text: string }>> = {
  'which contact': {
    title: 'Which contact is it?',
    text: 'More than one contact in Xero may be this customer. Their invoices wait until you choose.',
  },
  'contact gone there': {
    title: 'The contact is gone in Xero',
    text: 'Someone merged, archived or deleted this customer’s contact in Xero. What’s invoiced next waits until you choose.',
  },
  'number taken': {
    title: 'The number is taken in Xero',
    text: 'Xero already has another invoice or credit note with this number, so ours didn’t go over.',
  },
  total: {
    title: 'The total differs',
    text: 'It came out differently in Xero. Payments for it wait until you decide.',
  },
  owed: {
    title: 'What’s owed differs',
    text: 'Something was paid or credited on one side only. Enter it on the other side, or leave it.',
  },
  'voided there': {
    title: 'Voided in Xero',
    text: 'Someone voided it in Xero. It still stands here: credit it here if it shouldn’t.',
  },
  'missing there': { title: 'No longer in Xero', text: 'It was there, and can’t be found anymore.' },
  'payment there': {
    title: 'Payment only in Xero',
    text: 'It was entered in Xero and couldn’t be recorded here.',
  },
  'payment gone there': {
    title: 'Payment removed in Xero',
    text: 'Someone removed it in Xero. It still counts here. If you take theirs, this invoice is owed again, and whatever else the same payment paid for stays paid.',
  },
  'contact refused': {
    title: 'The contact wasn’t updated in Xero',
    text: 'Xero didn’t accept how this customer is called or reached now. Their invoices still go over.',
  },
  'payment kept there': {
    title: 'The payment wasn’t corrected in Xero',
    text: 'Xero keeps it as it was.',
  },
  'payment reversed later': {
    title: 'Payment reversed in a later month',
    text: 'It counted here until then, and Xero still has it. Removing it in Xero changes the month it was paid in, which may already be in a BAS. To keep that month as it is, leave it, and enter in Xero what went back on the day it did.',
  },
};

const answerWords: Readonly<Record<DifferenceAnswer, string>> = {
  'send ours': 'Send ours again',
  'take theirs': 'Take theirs',
  'remove there': 'Remove it in Xero',
  link: 'Link these two',
  'new contact': 'Make a new contact',
  leave: 'Leave it',
};

interface DifferencesProps {
  records: Records<BookDifference>;
  busy: boolean;
  renderLink: (difference: BookDifference) => ReactNode;
  onAnswer: (difference: BookDifference, answer: NewBookAnswer) => void;
}

/** What differs between both sides, each with one press for each way to mend it. */
export function Differences({ records, busy, renderLink, onAnswer }: DifferencesProps) {
  const { rows, isLoading, error, retry, hasMore, loadMore } = records;
  if (error) return <Problem title="We couldn’t load what differs" error={error} onRetry={retry} />;
  if (isLoading) return <RowSkeleton rows={2} height={120} />;
  return (
    <>
      <ul className="book-differences">
        {rows.map((difference) => {
          const { id, kind, label, ours, theirs, answers } = difference;
          const isChoice = kind === 'which contact' || kind === 'contact gone there';
          return (
            <li key={id}>
              <h3>{words[kind].title}</h3>
              <p className="book-differences__which">{renderLink(difference)}</p>
              <p>{ours.words ?? words[kind].text}</p>
              <div className="book-differences__sides">
                <Side title="Here" side={ours} />
                {theirs.map((side, at) => (
                  <Side key={side.id ?? at} title="In Xero" side={side}>
                    {isChoice && (
                      <ActionButton
                        size="compact-sm"
                        busy={busy}
                        aria-label={`This one: ${label} is ${side.name ?? 'this contact'}`}
                        onClick={() => onAnswer(difference, { answer: 'link', remote_id: side.id ?? '' })}
                      >
                        This one
                      </ActionButton>
                    )}
                  </Side>
                ))}
                {theirs.length === 0 && <Side title="In Xero" side={{}} />}
              </div>
              <p className="book-differences__answers">
                {answers
                  .filter((answer) => !(isChoice && answer === 'link'))
                  .map((answer, at) => (
                    <ActionButton
                      key={answer}
                      size="compact-sm"
                      variant={at === 0 && !isChoice ? 'filled' : 'default'}
                      busy={busy}
                      aria-label={`${answerWords[answer]}: ${label}`}
                      onClick={() => onAnswer(difference, { answer })}
                    >
                      {answerWords[answer]}
                    </ActionButton>
                  ))}
              </p>
            </li>
          );
        })}
      </ul>
      {hasMore && (
        <Button variant="subtle" onClick={loadMore}>
          Show more
        </Button>
      )}
    </>
  );
}

const facts: readonly (readonly [string, (side: BookSide) => string | undefined])[] = [
  ['Number', ({ number }) => number],
  ['Name', ({ name }) => name],
  ['Email', ({ email }) => email],
  ['ABN', ({ abn }) => abn],
  ['Date', ({ date }) => date && dayWords(date)],
  ['Status', ({ status }) => status && statusWords[status]],
  ['Total', ({ total }) => inWords(total)],
  ['GST', ({ gst }) => inWords(gst)],
  ['Owed', ({ owed }) => inWords(owed)],
  ['Amount', ({ amount }) => inWords(amount)],
  ['Reference', ({ reference }) => reference],
];

const statusWords: Readonly<Record<string, string>> = {
  DRAFT: 'Draft',
  SUBMITTED: 'Awaiting approval',
  AUTHORISED: 'Awaiting payment',
  PAID: 'Paid',
  VOIDED: 'Voided',
  DELETED: 'Removed',
};

function inWords(cents: number | undefined): string | undefined {
  return cents === undefined ? undefined : centsInWords(cents);
}

function Side({ title, side, children }: { title: string; side: BookSide; children?: ReactNode }) {
  const known = facts.flatMap(([label, of]) => {
    const value = of(side);
    return value ? [[label, value] as const] : [];
  });
  return (
    <div className="book-differences__side">
      <h4>{title}</h4>
      {known.length > 0 ? (
        <dl>
          {known.map(([label, value]) => (
            <div key={label}>
              <dt>{label}</dt>
              <dd>{value}</dd>
            </div>
          ))}
        </dl>
      ) : (
        <p>{title === 'Here' ? 'Not recorded' : 'Nothing'}</p>
      )}
      {children}
    </div>
  );
}

import { Button } from '@mantine/core';
import type { BookTotals } from '@muster/domain/money/bookkeeping/schema';
import type { MoneySettings } from '@muster/domain/money/money-settings/schema';
import { centsInWords } from '@muster/domain/values/cents';
import type { ReactNode } from 'react';
import { RowItem, Rows } from '../../../../lib/kit/rows/rows.tsx';
import { bookFile, gstFile, type GstQuery } from '../api.ts';
import './book-exports.css';

type Accounts = Pick<MoneySettings, 'xero_sales_account' | 'myob_sales_account' | 'myob_bank_account'>;

interface BookExportsProps {
  query: GstQuery;
  accounts: Accounts;
  /** What Stripe kept in the period; undefined: nothing. */
  feesFile: string | undefined;
  /** The link to where the accounts are set. */
  renderSettingsLink: (text: string) => ReactNode;
}

/** What was sold and paid, in the layouts of the programs that books are kept in. */
export function BookExports({ query, accounts, feesFile, renderSettingsLink }: BookExportsProps) {
  const { xero_sales_account, myob_sales_account, myob_bank_account } = accounts;
  return (
    <>
      <ExportGroup
        title="Xero"
        about="In Xero, import them under Invoices, and choose that amounts include tax."
      >
        <Export
          name="Invoices and credit notes"
          about={`Account ${xero_sales_account}`}
          file="Xero invoices"
          href={bookFile('xero.csv', query)}
        />
      </ExportGroup>
      <ExportGroup title="MYOB" about="In AccountRight, import the sales first, then the payments.">
        <Export
          name="Service sales"
          about={`Account ${myob_sales_account}`}
          file="MYOB sales"
          href={bookFile('myob-sales.txt', query)}
        />
        <Export
          name="Received payments"
          about={`Account ${myob_bank_account}`}
          file="MYOB payments"
          href={bookFile('myob-payments.txt', query)}
        />
      </ExportGroup>
      <ExportGroup title="Spreadsheet" about="CSV, for any other program or your accountant.">
        <Export
          name="Invoice lines"
          about="With credit notes and GST"
          file="invoice lines"
          href={bookFile('lines.csv', query)}
        />
        <Export
          name="Payments"
          about="With refunds, and what they pay for"
          file="payments"
          href={bookFile('payments.csv', query)}
        />
        <Export
          name="GST"
          about={query.basis === 'cash' ? 'On a cash basis' : 'On an accrual basis'}
          file="GST"
          href={gstFile(query)}
        />
        {feesFile !== undefined && (
          <Export
            name="Stripe fees"
            about="Enter them as an expense: they’re in none of the other files"
            file="Stripe fees"
            href={feesFile}
          />
        )}
      </ExportGroup>
      <p className="book-exports__accounts">{renderSettingsLink('Change the accounts')}</p>
    </>
  );
}

function ExportGroup({ title, about, children }: { title: string; about: string; children: ReactNode }) {
  return (
    <div className="book-exports__group">
      <h3>{title}</h3>
      <p>{about}</p>
      <Rows label={title}>{children}</Rows>
    </div>
  );
}

interface ExportProps {
  name: string;
  about: string;
  /** What is downloaded, for those who hear the button alone. */
  file: string;
  href: string;
}

function Export({ name, about, file, href }: ExportProps) {
  return (
    <RowItem
      title={name}
      about={about}
      aside={
        <Button size="compact-md" component="a" href={href} download aria-label={`Download ${file}`}>
          Download
        </Button>
      }
    />
  );
}

/** What the files of a period hold, to compare with what the other program says it took in. */
export function BookContents({ totals, fees }: { totals: BookTotals; fees: number }) {
  const { invoices, credit_notes, imported, payments, taken_back, net, gst, total, received } = totals;
  return (
    <div className="book-contents">
      <dl>
        <Content
          name={counted(invoices, 'invoice')}
          more={credit_notes > 0 ? counted(credit_notes, 'credit note') : undefined}
          cents={total}
        />
        <Content name="Without GST" cents={net} isPart />
        <Content name="GST" cents={gst} isPart />
        <Content name={counted(payments, 'payment or refund', 'payments and refunds')} cents={received} />
        {fees !== 0 && <Content name="Stripe fees" cents={fees} />}
      </dl>
      {imported > 0 && (
        <p>
          {counted(imported, 'invoice')} from another program{' '}
          {imported === 1 ? 'isn’t among the sales' : 'aren’t among the sales'} for Xero and MYOB: its books
          have {imported === 1 ? 'it' : 'them'} already. What you’re paid for {imported === 1 ? 'it' : 'them'}{' '}
          is exported.
        </p>
      )}
      {taken_back > 0 && (
        <p>
          {counted(taken_back, 'payment or refund', 'payments and refunds')}{' '}
          {taken_back === 1 ? 'was' : 'were'} reversed in this period. No file can tell MYOB: if an earlier
          one had {taken_back === 1 ? 'it' : 'them'}, delete {taken_back === 1 ? 'it' : 'them'} there. The CSV
          of payments has {taken_back === 1 ? 'it' : 'them all'}.
        </p>
      )}
    </div>
  );
}

const thousands = new Intl.NumberFormat('en-AU');

function counted(count: number, one: string, many = `${one}s`): string {
  return `${thousands.format(count)} ${count === 1 ? one : many}`;
}

interface ContentProps {
  name: string;
  more?: string | undefined;
  cents: number;
  isPart?: boolean;
}

function Content({ name, more, cents, isPart = false }: ContentProps) {
  return (
    <div data-part={isPart || undefined}>
      <dt>{[name, more].filter((text) => text !== undefined).join(', ')}</dt>
      <dd>{centsInWords(cents)}</dd>
    </div>
  );
}

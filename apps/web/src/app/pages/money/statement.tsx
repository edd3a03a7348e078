import { Button } from '@mantine/core';
import type { StatementEntry } from '@muster/domain/money/statements/schema';
import { useQuery } from '@tanstack/react-query';
import { Link, useNavigate, useParams, useSearch } from '@tanstack/react-router';
import { useState } from 'react';
import { sendStatement, statementLetterQuery } from '../../../features/money/invoice-letters/api.ts';
import { entriesQuery, statementFile, statementQuery } from '../../../features/money/statements/api.ts';
import { StatementView } from '../../../features/money/statements/components/statement-view.tsx';
import { periodOf } from '../../../features/money/statements/model/statement-search.ts';
import { RecordPayment } from '../../../features/money/payments/components/record-payment.tsx';
import { ActionButton } from '../../../lib/kit/action-button.tsx';
import { DayField } from '../../../lib/kit/form/day-field.tsx';
import { useRecords } from '../../../lib/kit/list/use-records.ts';
import { RowSkeleton } from '../../../lib/kit/row-skeleton.tsx';
import { usePage } from '../../../lib/page/page.ts';
import { Loaded } from '../../shell/loaded.tsx';
import { useBusiness } from '../work/use-business.ts';
import { AccountLetter } from './account-letter.tsx';
import { useKeepsMoney } from './use-money.ts';
import { useRecording } from './use-payments.tsx';

const page = '/signed-in/account/dispatch/statements/$id';

/** What a customer owes and what that is made of, as it can be printed and sent. */
export function StatementPage() {
  const { id } = useParams({ from: page });
  const search = useSearch({ from: page });
  const navigate = useNavigate();
  const { today } = useBusiness();
  const keeps = useKeepsMoney();
  const period = periodOf(search, today);
  const query = useQuery(statementQuery(id, period));
  const entries = useRecords(entriesQuery(id, period));
  const recording = useRecording();
  const [isWriting, setWriting] = useState(false);
  const name = query.data?.customer_name;
  usePage(name === undefined ? 'Statement' : `Statement · ${name}`);

  function show(next: Partial<typeof period>) {
    void navigate({ to: '.', search: { ...period, ...next }, replace: true, resetScroll: false });
  }

  return (
    <div className="statement">
      <header className="statement__top">
        <h1>
          Statement{name !== undefined && ' · '}
          <Link to="/customers/$id" params={{ id }}>
            {name}
          </Link>
        </h1>
        <div className="statement__period">
          <DayField label="From" value={period.from} onChange={(from) => from && show({ from })} />
          <DayField label="To" value={period.to} onChange={(to) => to && show({ to })} />
          <Button component="a" href={statementFile(id, period, 'csv')} download>
            CSV
          </Button>
          <Button component="a" href={statementFile(id, period, 'pdf')} download>
            PDF
          </Button>
          {keeps && <ActionButton onClick={() => setWriting(true)}>Email</ActionButton>}
          {keeps && (
            <ActionButton variant="filled" onClick={recording.open}>
              Record payment
            </ActionButton>
          )}
        </div>
      </header>
      <Loaded query={query} what="this statement" skeleton={<RowSkeleton rows={10} height={36} />}>
        {(statement) => (
          <StatementView
            statement={statement}
            entries={entries}
            renderName={(entry, text) => <EntryLink entry={entry} text={text} />}
          />
        )}
      </Loaded>
      {isWriting && name !== undefined && (
        <AccountLetter
          title={`Email the statement of ${name}`}
          what="The statement"
          customer={{ id, name }}
          queryOf={(contact) => statementLetterQuery(id, period, contact)}
          send={(letter, key) => sendStatement(id, { ...period, ...letter }, key)}
          onClose={() => setWriting(false)}
        />
      )}
      {recording.isOpen && name !== undefined && (
        <RecordPayment customer={{ id, name }} today={today} {...recording.dialog} />
      )}
    </div>
  );
}

function EntryLink({ entry: { id, kind }, text }: { entry: StatementEntry; text: string }) {
  return kind === 'invoice' || kind === 'credit note' ? (
    <Link to="/invoices/$id" params={{ id }}>
      {text}
    </Link>
  ) : (
    <Link to="/payments/$id" params={{ id }}>
      {text}
    </Link>
  );
}

import { Button, NativeSelect, Text } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { moment } from '../../../lib/format.ts';
import { ActionButton } from '../../../lib/kit/action-button.tsx';
import { useCommand } from '../../../lib/kit/form/use-command.ts';
import { documentAddress, mailReport, type Report } from '../api.ts';
import './report-bar.css';

interface ReportBarProps {
  report: Report;
  /** Of the business. */
  zone: string;
  onMailed: () => void;
}

/** What the office does with a report, and what it has done. Not on paper. */
export function ReportBar({ report, zone, onMailed }: ReportBarProps) {
  const { visit_id, mails, recipients, customer } = report;
  const [chosen, setChosen] = useState<string>();
  const { run, isRunning } = useCommand();
  const to = recipients.find((one) => valueOf(one) === chosen) ?? recipients[0];

  async function mail() {
    if (!to) return;
    await run({
      what: [visit_id, to.contact_id, mails.length],
      send: (key) => mailReport(visit_id, to.contact_id, key),
      done: `The report is on its way to ${to.email}.`,
    });
    onMailed();
  }

  return (
    <section className="report-bar" aria-label="What to do with the report">
      <div className="report-bar__actions">
        {recipients.length > 1 && (
          <NativeSelect
            aria-label="To whom"
            value={to && valueOf(to)}
            data={recipients.map((one) => ({ value: valueOf(one), label: `${one.name} · ${one.email}` }))}
            onChange={({ target }) => setChosen(target.value)}
          />
        )}
        {to && (
          <ActionButton variant="filled" busy={isRunning} onClick={() => void mail()}>
            {mails.length === 0 ? 'Mail to the customer' : 'Mail again'}
          </ActionButton>
        )}
        <Button component="a" href={documentAddress(visit_id)} download>
          PDF
        </Button>
        <Button onClick={() => window.print()}>Print</Button>
      </div>
      <div className="report-bar__state" aria-live="polite">
        {!to && (
          <Text size="sm" c="attention">
            There is no email address of {customer.name}.{' '}
            <Link to="/customers/$id" params={{ id: customer.id }}>
              Add one
            </Link>{' '}
            to mail the report.
          </Text>
        )}
        {recipients.length === 1 && mails.length === 0 && (
          <Text size="sm" c="dimmed">
            It goes to {to!.name}, {to!.email}.
          </Text>
        )}
        {mails.map(({ id, to_name, to_address, at }) => (
          <Text key={id} size="sm" className="report-bar__sent">
            Mailed{to_name === '' ? '' : ` to ${to_name}, ${to_address}`}: {moment(at, zone)}
          </Text>
        ))}
      </div>
    </section>
  );
}

/** Two may share an address; the customer itself is no contact. */
function valueOf({ contact_id }: Report['recipients'][number]): string {
  return contact_id ?? '';
}

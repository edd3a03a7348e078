import { Button, Text } from '@mantine/core';
import type { ReportProgress } from '@muster/domain/field/reports/schema';
import { Link } from '@tanstack/react-router';
import { useEffect, useState } from 'react';
import { moment } from '../../../../lib/format/format.ts';
import { notify } from '@muster/ui/toast';
import { ActionButton } from '../../../../lib/kit/action-button.tsx';
import { contentPartsInWords } from '@muster/domain/field/reports/words';
import { documentAddress, makeDocument, type Report } from '../api.ts';
import { MailDialog } from './mail-dialog.tsx';
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
  const [isMailing, setMailing] = useState(false);
  const [progress, setProgress] = useState<ReportProgress>();
  const [leaving] = useState(() => new AbortController());
  useEffect(() => () => leaving.abort(), [leaving]);
  const [latest] = mails;

  /** Made by the server first, then saved by the browser under the name that the server gives it. */
  async function save() {
    setProgress({ drawn: 0, pictures: 0 });
    try {
      await makeDocument(visit_id, setProgress, leaving.signal);
      const link = document.createElement('a');
      link.href = documentAddress(visit_id);
      link.download = '';
      link.click();
    } catch (error) {
      if (!leaving.signal.aborted) notify({ level: 'error', text: (error as Error).message });
    } finally {
      setProgress(undefined);
    }
  }

  return (
    <section className="report-bar" aria-label="Report actions">
      <div className="report-bar__actions">
        {recipients.length > 0 && (
          <Button variant="filled" onClick={() => setMailing(true)}>
            {mails.length === 0 ? 'Email to customer…' : 'Email again…'}
          </Button>
        )}
        <ActionButton busy={progress !== undefined} whenReadOnly onClick={() => void save()}>
          PDF
        </ActionButton>
        <Button onClick={() => window.print()}>Print</Button>
      </div>
      <div className="report-bar__state" aria-live="polite">
        {progress && (
          <Text size="sm" c="dimmed">
            {madeSoFar(progress)}
          </Text>
        )}
        {recipients.length === 0 && (
          <Text size="sm" c="attention">
            {customer.name} has no email address.{' '}
            <Link to="/customers/$id" params={{ id: customer.id }}>
              Add one
            </Link>{' '}
            to email the report.
          </Text>
        )}
        {latest && latest.changed.length > 0 && (
          <Text size="sm" c="attention">
            Changed since it was sent on {moment(latest.at, zone)}: {contentPartsInWords(latest.changed)}.
            Email it again if the customer should know.
          </Text>
        )}
        {mails.map(({ id, to_name, to_address, at }) => (
          <Text key={id} size="sm" className="report-bar__sent">
            Emailed{to_name === '' ? '' : ` to ${to_name}, ${to_address}`}: {moment(at, zone)}
          </Text>
        ))}
      </div>
      <MailDialog
        report={report}
        isOpen={isMailing}
        onClose={() => setMailing(false)}
        onMailed={onMailed}
        pdf={
          <ActionButton busy={progress !== undefined} whenReadOnly onClick={() => void save()}>
            Save the PDF
          </ActionButton>
        }
      />
    </section>
  );
}

function madeSoFar({ drawn, pictures }: ReportProgress): string {
  return pictures === 0 ? 'Making the PDF…' : `Making the PDF: ${drawn} of ${pictures} pictures…`;
}

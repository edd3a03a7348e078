import { Group, Modal, NativeSelect, Stack, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { ActionButton } from '../../../../lib/kit/action-button.tsx';
import { useCommand } from '../../../../lib/kit/form/use-command.ts';
import { letterQuery, mailReport, type Report } from '../api.ts';
import { ReportSheet } from './report-sheet.tsx';
import './mail-dialog.css';

interface MailDialogProps {
  report: Report;
  isOpen: boolean;
  onClose: () => void;
  onMailed: () => void;
  /** The way to the document itself. */
  pdf: ReactNode;
}

/** What leaves the house cannot be called back, so it is seen first: to whom, in which words, and the report as they get it. */
export function MailDialog({ report, isOpen, onClose, onMailed, pdf }: MailDialogProps) {
  const { visit_id, recipients, mails, fingerprint } = report;
  const [chosen, setChosen] = useState<string>();
  const { run, isRunning } = useCommand();
  const to = recipients.find((one) => valueOf(one) === chosen) ?? recipients[0];
  const letter = useQuery({
    ...letterQuery(visit_id, to?.contact_id ?? null),
    enabled: isOpen && to !== undefined,
  });
  if (!to) return null;
  const { contact_id, email } = to;

  async function mail() {
    const sent = await run({
      what: [visit_id, contact_id, fingerprint, mails.length],
      send: (key) => mailReport(visit_id, { contact_id, fingerprint }, key),
      done: `The report is on its way to ${email}.`,
    });
    onMailed();
    if (sent) onClose();
  }

  return (
    <Modal opened={isOpen} onClose={onClose} title="Email the report" size="xl">
      <Stack gap="sm">
        <NativeSelect
          label="To"
          value={valueOf(to)}
          data={recipients.map((one) => ({ value: valueOf(one), label: `${one.name} · ${one.email}` }))}
          onChange={({ target }) => setChosen(target.value)}
        />
        {letter.error && (
          <Text c="danger" role="alert">
            {letter.error.message}
          </Text>
        )}
        {letter.data && (
          <section className="mail-dialog__letter" aria-label="The email">
            <b>{letter.data.subject}</b>
            {letter.data.paragraphs.map((text) => (
              <p key={text}>{text}</p>
            ))}
            <Text size="sm" c="dimmed">
              Attached: {letter.data.attached}
            </Text>
          </section>
        )}
        <section aria-label="The attached report">
          <ReportSheet report={report} />
        </section>
        <Group justify="flex-end" className="mail-dialog__actions">
          {pdf}
          <ActionButton onClick={onClose}>Cancel</ActionButton>
          <ActionButton variant="filled" busy={isRunning} disabled={!letter.data} onClick={() => void mail()}>
            Send
          </ActionButton>
        </Group>
      </Stack>
    </Modal>
  );
}

/** Two may share an address; the customer itself is no contact. */
function valueOf({ contact_id }: Report['recipients'][number]): string {
  return contact_id ?? '';
}

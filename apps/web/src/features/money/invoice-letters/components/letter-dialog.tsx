import { Checkbox, Group, Modal, NativeSelect, Stack, Text, Textarea } from '@mantine/core';
import { leavesInWords } from '@muster/domain/messages/customer-messages/rules';
import { MOST_MESSAGE, withOwnWords } from '@muster/domain/messages/invoice-letters/rules';
import type { InvoiceLetterPreview, NewInvoiceLetter } from '@muster/domain/messages/invoice-letters/schema';
import type { Way } from '@muster/domain/work/contacts/ways';
import { useQuery } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { ActionButton } from '../../../../lib/kit/action-button.tsx';
import { useNow } from '../../../../lib/page/use-now.ts';
import type { letterQuery } from '../api.ts';
import './letter-dialog.css';

/** A letter as it was seen and is to leave. */
export type SeenLetter = Required<Pick<NewInvoiceLetter, 'ways' | 'message'>> & {
  contact_id: string | null;
  fingerprint: string;
};

interface LetterDialogProps {
  title: string;
  /** The letter as it would leave now, to that contact. */
  queryOf: (contact: string | null) => ReturnType<typeof letterQuery>;
  /** Of the business. */
  zone: string;
  sends?: string;
  isRunning: boolean;
  onSend: (letter: SeenLetter, to: string) => void;
  onClose: () => void;
  /** The way to where an address is added. */
  customer: ReactNode;
}

/** What leaves the house cannot be called back, so it is seen first: to whom, by which way, and in which words. */
export function LetterDialog(props: LetterDialogProps) {
  const { title, queryOf, zone, sends = 'Send', isRunning, onSend, onClose, customer } = props;
  const [contact, setContact] = useState<string | null>(null);
  const [chosen, setChosen] = useState<readonly Way[]>();
  const [message, setMessage] = useState('');
  const { data, error } = useQuery(queryOf(contact));
  const open = data?.to?.ways ?? [];
  // An email has the paper with it, so a text is somebody's choice, or all that there is.
  const ways = open.filter((way) => chosen?.includes(way) ?? way === open[0]);

  function choose(way: Way, isChosen: boolean) {
    setChosen(open.filter((one) => (one === way ? isChosen : ways.includes(one))));
  }

  function send({ to, fingerprint }: InvoiceLetterPreview) {
    if (!to) return;
    const letter = { ways: [...ways], contact_id: to.contact_id, fingerprint };
    onSend({ ...letter, message: ways.includes('email') ? message.trim() : '' }, to.name);
  }

  return (
    <Modal opened onClose={onClose} title={title} size="lg">
      <Stack gap="sm">
        {error && (
          <Text c="danger" role="alert">
            {error.message}
          </Text>
        )}
        {!data && !error && (
          <div className="letter-dialog__letter letter-dialog__letter--waiting" aria-busy />
        )}
        {data?.to === null && (
          <Text role="alert">
            There is no email address or mobile number to send it to. Add one to {customer}, or print it.
          </Text>
        )}
        {data?.to && (
          <>
            <NativeSelect
              label="To"
              value={data.to.contact_id ?? ''}
              data={data.recipients.map(({ contact_id, name, role }) => ({
                value: contact_id ?? '',
                label: role === '' ? name : `${name} · ${role}`,
              }))}
              onChange={({ target }) => {
                setContact(target.value === '' ? null : target.value);
                setChosen(undefined);
              }}
            />
            <Group gap="lg">
              {data.email && (
                <Checkbox
                  label={`Email ${data.email.address}`}
                  checked={ways.includes('email')}
                  onChange={({ target }) => choose('email', target.checked)}
                />
              )}
              {data.text && (
                <Checkbox
                  label={`Text ${data.text.number}`}
                  checked={ways.includes('text')}
                  onChange={({ target }) => choose('text', target.checked)}
                />
              )}
            </Group>
            {data.email && ways.includes('email') && (
              <>
                <Textarea
                  label="In your own words (optional)"
                  autosize
                  minRows={2}
                  maxRows={6}
                  maxLength={MOST_MESSAGE}
                  value={message}
                  onChange={({ target }) => setMessage(target.value)}
                />
                <Email email={data.email} message={message} />
              </>
            )}
            {data.text && ways.includes('text') && <TextMessage text={data.text} zone={zone} />}
          </>
        )}
        <Group justify="flex-end" gap="xs" className="letter-dialog__actions">
          <ActionButton onClick={onClose}>Cancel</ActionButton>
          {data?.to && (
            <ActionButton
              variant="filled"
              busy={isRunning}
              disabled={ways.length === 0}
              onClick={() => send(data)}
            >
              {sends}
            </ActionButton>
          )}
        </Group>
      </Stack>
    </Modal>
  );
}

function Email({ email, message }: { email: NonNullable<InvoiceLetterPreview['email']>; message: string }) {
  return (
    <section className="letter-dialog__letter" aria-label="The email">
      <b>{email.subject}</b>
      <p className="letter-dialog__words">{withOwnWords(email.paragraphs, message).join('\n\n')}</p>
      <Text size="sm" c="dimmed">
        Attached: {email.attached}
      </Text>
    </section>
  );
}

function TextMessage({ text, zone }: { text: NonNullable<InvoiceLetterPreview['text']>; zone: string }) {
  const isLater = Date.parse(text.leaves_at) > useNow();
  return (
    <section className="letter-dialog__letter" aria-label="The text">
      <p>{text.body.replaceAll('{link}', '(link to the customer’s page)')}</p>
      {isLater && (
        <Text size="sm" c="dimmed">
          It’s quiet hours, so it leaves at {leavesInWords(text.leaves_at, zone)}.
        </Text>
      )}
    </section>
  );
}

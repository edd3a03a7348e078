import { Alert } from '@mantine/core';
import type { NewInvoiceLetter, ShownInvoiceLetter } from '@muster/domain/messages/invoice-letters/schema';
import type { InvoiceRecord } from '@muster/domain/money/invoices/schema';
import { notify } from '@muster/ui/toast';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { type ReactNode, useState } from 'react';
import { invoiceQuery } from '../../../features/money/invoices/api.ts';
import type { InvoicePart } from '../../../features/money/invoices/components/issued-view.tsx';
import type { TimelineEntry } from '../../../lib/kit/document/timeline.tsx';
import {
  letterQuery,
  lettersQuery,
  linkToInvoice,
  noteHandedOver,
  sendLetter,
} from '../../../features/money/invoice-letters/api.ts';
import { HandedOverDialog } from '../../../features/money/invoice-letters/components/handed-over-dialog.tsx';
import { LetterDialog } from '../../../features/money/invoice-letters/components/letter-dialog.tsx';
import {
  isLost,
  letterDetail,
  letterInWords,
} from '../../../features/money/invoice-letters/model/letter-words.ts';
import { useCommand } from '../../../lib/kit/form/use-command.ts';
import { useBusiness } from '../work/use-business.ts';
import { useKeepsMoney } from './use-money.ts';

type Open = 'invoice' | 'reminder' | 'handed over';

/** Sending an invoice to whoever pays, what was sent so far, and how the customer sees it. */
export function useSending(invoice: InvoiceRecord): InvoicePart {
  const { id, number, kind, sent_at, outstanding, bill_to_id, buyer, due_on } = invoice;
  const { zone, today } = useBusiness();
  const queryClient = useQueryClient();
  const { run, decide, isRunning } = useCommand();
  const [open, setOpen] = useState<Open>();
  const letters = useQuery(lettersQuery(id)).data ?? [];
  const mayRemind =
    kind === 'invoice' && outstanding > 0 && sent_at !== null && due_on !== null && due_on < today;

  function readAgain() {
    void queryClient.invalidateQueries({ queryKey: invoiceQuery(id).queryKey });
    void queryClient.invalidateQueries({ queryKey: lettersQuery(id).queryKey });
  }

  async function send(letter: NewInvoiceLetter, to: string) {
    const what = letter.kind === 'reminder' ? `The reminder of ${number}` : number;
    const sent = await decide({
      what: [id, letter, letters.length],
      send: (key) => sendLetter(id, letter, key),
      done: `${what} is on its way to ${to}.`,
    });
    readAgain();
    if (sent) setOpen(undefined);
  }

  async function handOver(note: string) {
    const noted = await run({
      what: [id, 'by hand', note, letters.length],
      send: (key) => noteHandedOver(id, note, key),
      done: `${number} is marked as sent.`,
    });
    readAgain();
    if (noted) setOpen(undefined);
  }

  async function copyLink() {
    const made = await decide({ what: [id, 'link'], send: (key) => linkToInvoice(id, key) });
    if (!made) return;
    const isCopied = await navigator.clipboard.writeText(made.address).then(
      () => true,
      () => false,
    );
    notify(
      isCopied
        ? { level: 'success', text: 'Link copied. Anyone who has it can see the invoice.' }
        : { level: 'info', text: `Your browser didn’t allow copying. The link is ${made.address}` },
    );
  }

  async function openPage() {
    // Opened before the address is known, because browsers only let a press open a window.
    const tab = window.open('about:blank');
    const made = await decide({ what: [id, 'link'], send: (key) => linkToInvoice(id, key) });
    if (!made) tab?.close();
    else if (tab) tab.location.assign(made.address);
    else window.location.assign(made.address);
  }

  const keepsMoney = useKeepsMoney();
  return {
    name: 'sending',
    entries: entriesOf(letters, zone),
    notice: noticeOf(letters, keepsMoney),
    actions: keepsMoney
      ? [
          {
            label: sent_at === null ? 'Send' : 'Send again',
            place: sent_at === null ? 'main' : 'menu',
            onPress: () => setOpen('invoice'),
            letter: 's',
          },
          ...(mayRemind
            ? [{ label: 'Remind', place: 'bar', onPress: () => setOpen('reminder'), letter: 'r' } as const]
            : []),
          { label: 'Mark as sent another way', place: 'menu', onPress: () => setOpen('handed over') },
          { label: 'Copy the customer’s link', place: 'menu', onPress: () => void copyLink() },
          { label: 'Open as the customer sees it', place: 'menu', onPress: () => void openPage() },
        ]
      : [],
    open: dialog(),
  };

  function dialog(): ReactNode {
    if (open === undefined) return null;
    if (open === 'handed over')
      return (
        <HandedOverDialog
          number={number}
          isRunning={isRunning}
          onNote={(note) => void handOver(note)}
          onClose={() => setOpen(undefined)}
        />
      );
    return (
      <LetterDialog
        title={open === 'reminder' ? `Remind of ${number}` : `Send ${number}`}
        queryOf={(contact_id) => letterQuery(id, { kind: open, contact_id })}
        {...(open === 'reminder' && { sends: 'Send the reminder' })}
        zone={zone}
        isRunning={isRunning}
        onSend={(letter, to) => void send({ ...letter, kind: open }, to)}
        onClose={() => setOpen(undefined)}
        customer={
          <Link to="/customers/$id" params={{ id: bill_to_id }}>
            {buyer?.name ?? 'the customer'}
          </Link>
        }
      />
    );
  }
}

/** The first that went out takes the place of what the invoice itself says of it. */
function entriesOf(letters: readonly ShownInvoiceLetter[], zone: string): TimelineEntry[] {
  const first = letters.findLast(({ kind }) => kind === 'invoice');
  return letters.map((letter) => {
    const detail = letterDetail(letter, zone);
    return {
      key: letter === first ? 'sent' : letter.id,
      kind: isLost(letter) ? 'failed' : letter.kind === 'reminder' ? 'reminded' : 'sent',
      at: letter.at,
      text: letterInWords(letter),
      ...(detail !== '' && { detail }),
    };
  });
}

/** Somebody thinks that it got there. */
function noticeOf([latest]: readonly ShownInvoiceLetter[], keepsMoney: boolean): ReactNode {
  if (!latest || !isLost(latest)) return null;
  const why = latest.state?.why ?? '';
  return (
    <Alert color="attention" title={`${letterInWords(latest)}.`}>
      {[why, keepsMoney ? 'Check the address, then send it again.' : '']
        .filter((part) => part !== '')
        .join(' ')}
    </Alert>
  );
}

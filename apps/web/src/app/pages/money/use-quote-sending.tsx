import { Alert } from '@mantine/core';
import type { ShownInvoiceLetter } from '@muster/domain/messages/invoice-letters/schema';
import type { QuoteRecord } from '@muster/domain/money/quotes/schema';
import { notify } from '@muster/ui/toast';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { type ReactNode, useState } from 'react';
import {
  linkToQuote,
  noteQuoteHandedOver,
  quoteLetterQuery,
  quoteLettersQuery,
  sendQuote,
} from '../../../features/money/invoice-letters/api.ts';
import { HandedOverDialog } from '../../../features/money/invoice-letters/components/handed-over-dialog.tsx';
import {
  LetterDialog,
  type SeenLetter,
} from '../../../features/money/invoice-letters/components/letter-dialog.tsx';
import {
  isLost,
  letterDetail,
  letterInWords,
} from '../../../features/money/invoice-letters/model/letter-words.ts';
import { quoteQuery } from '../../../features/money/quotes/api.ts';
import type { TimelineEntry } from '../../../lib/kit/document/timeline.tsx';
import { useCommand } from '../../../lib/kit/form/use-command.ts';
import { useBusiness } from '../work/use-business.ts';

/** Sending a quote to its customer, what was sent so far, and how the customer sees it. */
export function useQuoteSending({ id, number, customer_id, customer_name, is_template }: QuoteRecord) {
  const { zone } = useBusiness();
  const queryClient = useQueryClient();
  const { decide, isRunning } = useCommand();
  const [open, setOpen] = useState<'letter' | 'handed over'>();
  const letters = useQuery({ ...quoteLettersQuery(id), enabled: !is_template }).data ?? [];

  function readAgain() {
    void queryClient.invalidateQueries({ queryKey: quoteQuery(id).queryKey });
    void queryClient.invalidateQueries({ queryKey: quoteLettersQuery(id).queryKey });
  }

  async function send(letter: SeenLetter, to: string) {
    const sent = await decide({
      what: [id, letter, letters.length],
      send: (key) => sendQuote(id, letter, key),
      done: `${number} is on its way to ${to}.`,
    });
    readAgain();
    if (sent) setOpen(undefined);
  }

  async function handOver(note: string) {
    const noted = await decide({
      what: [id, 'by hand', note, letters.length],
      send: (key) => noteQuoteHandedOver(id, note, key),
      done: `${number} is marked as sent.`,
    });
    readAgain();
    if (noted) setOpen(undefined);
  }

  async function copyLink() {
    const made = await decide({ what: [id, 'link'], send: (key) => linkToQuote(id, key) });
    if (!made) return;
    const isCopied = await navigator.clipboard.writeText(made.address).then(
      () => true,
      () => false,
    );
    notify(
      isCopied
        ? { level: 'success', text: 'Link copied. Anyone who has it can see and accept the quote.' }
        : { level: 'info', text: `Your browser didn’t allow copying. The link is ${made.address}` },
    );
  }

  async function openPage() {
    // Opened before the address is known, because browsers only let a press open a window.
    const tab = window.open('about:blank');
    const made = await decide({ what: [id, 'link'], send: (key) => linkToQuote(id, key) });
    if (!made) tab?.close();
    else if (tab) tab.location.assign(made.address);
    else window.location.assign(made.address);
  }

  return {
    send: () => setOpen('letter'),
    handOver: () => setOpen('handed over'),
    copyLink: () => void copyLink(),
    openPage: () => void openPage(),
    entries: entriesOf(letters, zone),
    notice: noticeOf(letters),
    open: dialog(),
  };

  function dialog(): ReactNode {
    if (open === undefined) return null;
    if (open === 'handed over')
      return (
        <HandedOverDialog
          number={number}
          ways={['Shown on site', 'Printed and posted', 'The link was sent by hand']}
          follows="From now on this version stays as it is. To change it, make a new version."
          isRunning={isRunning}
          onNote={(note) => void handOver(note)}
          onClose={() => setOpen(undefined)}
        />
      );
    return (
      <LetterDialog
        title={`Send ${number}`}
        queryOf={(contact_id) => quoteLetterQuery(id, contact_id)}
        zone={zone}
        isRunning={isRunning}
        onSend={(letter, to) => void send(letter, to)}
        onClose={() => setOpen(undefined)}
        customer={
          customer_id !== null && (
            <Link to="/customers/$id" params={{ id: customer_id }}>
              {customer_name}
            </Link>
          )
        }
      />
    );
  }
}

function entriesOf(letters: readonly ShownInvoiceLetter[], zone: string): TimelineEntry[] {
  return letters.map((letter) => {
    const detail = letterDetail(letter, zone);
    return {
      key: letter.id,
      kind: isLost(letter) ? 'failed' : 'sent',
      at: letter.at,
      text: letterInWords(letter),
      ...(detail !== '' && { detail }),
    };
  });
}

/** Somebody thinks that it got there. */
function noticeOf([latest]: readonly ShownInvoiceLetter[]): ReactNode {
  if (!latest || !isLost(latest)) return null;
  return (
    <Alert color="attention" title={`${letterInWords(latest)}.`}>
      {[latest.state?.why ?? '', 'Check the address, then send it again.'].filter(Boolean).join(' ')}
    </Alert>
  );
}

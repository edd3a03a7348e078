import { Alert, Button, NativeSelect, Text } from '@mantine/core';
import type { QuoteAcceptance, QuoteInvoice, QuoteRecord } from '@muster/domain/money/quotes/schema';
import { quoteStatusOf, refusedEvent } from '@muster/domain/money/quotes/states';
import { centsInWords } from '@muster/domain/values/cents';
import { dateAt } from '@muster/domain/values/local-time';
import { minuteAt } from '@muster/domain/values/minutes';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { Link, useNavigate } from '@tanstack/react-router';
import { type ReactNode, useState } from 'react';
import {
  acceptQuote,
  answerQuestion,
  declineQuote,
  invoiceQuote,
  makeJob,
  pdfOfQuote,
  progressQuery,
  quoteQuery,
  renewQuote,
  saveTemplate,
} from '../../../features/money/quotes/api.ts';
import { AcceptDialog } from '../../../features/money/quotes/components/accept-dialog.tsx';
import { ChargeDialog } from '../../../features/money/quotes/components/quote-charging.tsx';
import { QuoteSheet } from '../../../features/money/quotes/components/quote-sheet.tsx';
import { QuoteStatusBadge } from '../../../features/money/quotes/components/quote-status.tsx';
import { WordsDialog } from '../../../features/money/quotes/components/words-dialog.tsx';
import { nameOfQuote } from '../../../features/money/quotes/model/quote-words.ts';
import { customerQuery } from '../../../features/work/customers/api.ts';
import { ActionButton } from '../../../lib/kit/action-button.tsx';
import { type DocumentAction, DocumentActions } from '../../../lib/kit/document/document-actions.tsx';
import { DocumentFrame } from '../../../lib/kit/document/document-frame.tsx';
import { Timeline, type TimelineEntry } from '../../../lib/kit/document/timeline.tsx';
import { DrawerSection } from '../../../lib/kit/drawer/drawer-section.tsx';
import { Fact, Facts } from '../../../lib/kit/drawer/reading.tsx';
import { useCommand } from '../../../lib/kit/form/use-command.ts';
import { usePage } from '../../../lib/page/page.ts';
import { useBusiness } from '../work/use-business.ts';
import type { QuotePageProps } from './draft-quote.tsx';
import { useKeepsMoney } from './use-money.ts';
import { useQuoteSending } from './use-quote-sending.tsx';

type Open = 'accept' | 'decline' | 'template' | 'charge';

/** A version that the customer has: the paper, what became of it, and what it became. */
export function SentQuote({ quote, back, renderDetails }: QuotePageProps) {
  const { id, number, customer_id, customer_name, decided_at, replaced_by_id, replaces_id } = quote;
  const { today, zone } = useBusiness();
  const queryClient = useQueryClient();
  const navigate = useNavigate();
  const keeps = useKeepsMoney();
  const sending = useQuoteSending(quote);
  const { run, isRunning } = useCommand();
  const [open, setOpen] = useState<Open>();
  const sites =
    useQuery({ ...customerQuery(customer_id ?? ''), enabled: customer_id !== null }).data?.sites ?? [];
  const site = sites.find((one) => one.id === quote.site_id);
  const place = site
    ? [site.address, [site.suburb, site.region, site.postcode].filter(Boolean).join(' ')]
        .filter(Boolean)
        .join(', ')
    : '';
  const status = quoteStatusOf(quote, today);
  const may = (event: Parameters<typeof refusedEvent>[1]) =>
    keeps && refusedEvent(status, event) === undefined;
  const isAccepted = status === 'accepted';
  const progress = useQuery({ ...progressQuery(id), enabled: isAccepted }).data;
  const known = (row: QuoteRecord) => queryClient.setQueryData<QuoteRecord>(quoteQuery(row.id).queryKey, row);
  const name = nameOfQuote(quote);
  usePage(name);

  async function accept(acceptance: QuoteAcceptance) {
    const row = await run({
      what: ['accept', id, acceptance],
      send: (key) => acceptQuote(id, acceptance, key),
      done: `${number} accepted.`,
    });
    if (!row) return;
    known(row);
    void queryClient.invalidateQueries({ queryKey: progressQuery(id).queryKey });
    setOpen(undefined);
  }

  async function decline(reason: string) {
    const row = await run({
      what: ['decline', id, reason],
      send: (key) => declineQuote(id, { reason }, key),
      done: `${number} declined.`,
    });
    if (!row) return;
    known(row);
    setOpen(undefined);
  }

  async function renew() {
    const row = await run({
      what: ['renew', id],
      send: (key) => renewQuote(id, key),
      done: (next) => `Version ${next.revision} of ${number} added.`,
    });
    if (row) await navigate({ to: '/quotes/$id', params: { id: row.id } });
  }

  async function keepTemplate(title: string) {
    const row = await run({
      what: ['template', id, title],
      send: (key) => saveTemplate(id, title, key),
      done: `Template “${title}” saved.`,
    });
    if (row) setOpen(undefined);
  }

  async function charge(what: QuoteInvoice) {
    const row = await run({
      what: ['charge', id, what, progress?.charged],
      send: (key) => invoiceQuote(id, what, key),
      done: `Draft of an invoice for ${number} added.`,
    });
    if (row) await navigate({ to: '/invoices/$id', params: { id: row.id } });
  }

  const canCharge = keeps && progress !== undefined && progress.left > 0;
  const actions: DocumentAction[] = [
    { label: 'PDF', place: 'bar', href: pdfOfQuote(id) },
    { label: 'Save as a template', place: 'menu', onPress: () => setOpen('template') },
    ...(keeps && status !== 'replaced'
      ? [
          { label: 'Copy the customer’s link', place: 'menu', onPress: sending.copyLink } as const,
          { label: 'Open as the customer sees it', place: 'menu', onPress: sending.openPage } as const,
        ]
      : []),
    ...(may('accept')
      ? [{ label: 'Send again', place: 'menu', onPress: sending.send, letter: 's' } as const]
      : []),
    ...(may('decline')
      ? [{ label: 'Mark as declined', place: 'menu', onPress: () => setOpen('decline') } as const]
      : []),
    ...(may('replace')
      ? [
          {
            label: 'Make a new version',
            place: may('accept') ? 'bar' : 'main',
            isBusy: isRunning,
            onPress: () => void renew(),
          } as const,
        ]
      : []),
    ...(may('accept')
      ? [{ label: 'Accept for the customer', place: 'main', onPress: () => setOpen('accept') } as const]
      : []),
    ...(canCharge
      ? [{ label: 'Invoice…', place: 'main', onPress: () => setOpen('charge'), letter: 'i' } as const]
      : []),
  ];

  return (
    <DocumentFrame
      back={back}
      title={`${name} · ${customer_name}`}
      aside={<QuoteStatusBadge row={quote} today={today} />}
      actions={<DocumentActions keysTitle="On a quote" actions={actions} />}
    >
      <div className="document-page__notices">
        {replaced_by_id !== null && (
          <Alert color="attention" title="There is a newer version">
            <Link to="/quotes/$id" params={{ id: replaced_by_id }}>
              Open version {quote.revision + 1}
            </Link>
          </Alert>
        )}
        {keeps && sending.notice}
        {quote.questions
          .filter(({ answered_at }) => answered_at === null)
          .map((question) => (
            <Question key={question.id} id={question.id} text={question.text} quote={id} />
          ))}
        {isAccepted && quote.job_id === null && keeps && <Place quote={quote} sites={sites} onMade={known} />}
      </div>
      {renderDetails(
        <div className="document-page__columns">
          <QuoteSheet
            quote={quote}
            place={place}
            decidedOn={decided_at === null ? null : dateAt(minuteAt(decided_at), zone)}
          />
          <div className="document-page__side">
            {progress && (
              <DrawerSection title="Invoiced">
                <Facts>
                  <Fact label="Accepted">{centsInWords(progress.total)}</Fact>
                  <Fact label="Invoiced">
                    {centsInWords(progress.charged)}
                    {progress.invoices.some(({ number }) => number === null) && ', drafts included'}
                  </Fact>
                  <Fact label="Left">{centsInWords(progress.left)}</Fact>
                  {progress.invoices.map((one) => (
                    <Fact
                      key={one.id}
                      label={one.number ?? (one.kind === 'invoice' ? 'Draft' : 'Draft credit')}
                    >
                      <Link to="/invoices/$id" params={{ id: one.id }}>
                        {one.title || 'Invoice'},{' '}
                        {centsInWords(one.kind === 'invoice' ? one.total : -one.total)}
                      </Link>
                    </Fact>
                  ))}
                </Facts>
              </DrawerSection>
            )}
            <DrawerSection title="Timeline">
              <Timeline entries={[...ownTimeline(quote), ...sending.entries]} zone={zone} />
            </DrawerSection>
            <DrawerSection title="About">
              <Facts>
                {customer_id !== null && (
                  <Fact label="Customer">
                    <Link to="/customers/$id" params={{ id: customer_id }}>
                      {customer_name}
                    </Link>
                  </Fact>
                )}
                {quote.job_number !== null && (
                  <Fact label="Job">
                    <Link to="/jobs/$number" params={{ number: `J-${quote.job_number}` }}>
                      J-{quote.job_number}
                    </Link>
                  </Fact>
                )}
                {replaces_id !== null && (
                  <Fact label="Before">
                    <Link to="/quotes/$id" params={{ id: replaces_id }}>
                      Version {quote.revision - 1}
                    </Link>
                  </Fact>
                )}
              </Facts>
            </DrawerSection>
          </div>
        </div>,
      )}
      {sending.open}
      {dialog()}
    </DocumentFrame>
  );

  function dialog(): ReactNode {
    const shared = { isRunning, onClose: () => setOpen(undefined) };
    if (open === 'accept')
      return <AcceptDialog quote={quote} {...shared} onAccept={(acceptance) => void accept(acceptance)} />;
    if (open === 'decline')
      return (
        <WordsDialog
          title={`Mark ${number} as declined`}
          label="Why (optional)"
          most={1_000}
          sends="Mark as declined"
          {...shared}
          onSend={(reason) => void decline(reason)}
        />
      );
    if (open === 'template')
      return (
        <WordsDialog
          title="Save as a template"
          label="What it’s for"
          text={quote.title}
          most={200}
          isNeeded
          sends="Save the template"
          {...shared}
          onSend={(title) => void keepTemplate(title)}
        />
      );
    if (open === 'charge' && progress)
      return (
        <ChargeDialog quote={quote} progress={progress} {...shared} onCharge={(what) => void charge(what)} />
      );
    return null;
  }
}

/** Whoever has rung the customer says so; until then it is asked. */
function Question({ id, text, quote }: { id: string; text: string; quote: string }) {
  const queryClient = useQueryClient();
  const { run, isRunning } = useCommand();
  async function answered() {
    await run({
      what: ['answered', id],
      send: (key) => answerQuestion(id, key),
      done: 'The question is marked as dealt with.',
    });
    void queryClient.invalidateQueries({ queryKey: quoteQuery(quote).queryKey });
  }
  return (
    <Alert color="attention" title="The customer asks">
      <Text style={{ whiteSpace: 'pre-line' }}>{text}</Text>
      <ActionButton size="compact-sm" mt="xs" busy={isRunning} onClick={() => void answered()}>
        Mark as dealt with
      </ActionButton>
    </Alert>
  );
}

interface PlaceProps {
  quote: QuoteRecord;
  sites: readonly { id: string; name: string; address: string; suburb: string; archived_at: string | null }[];
  onMade: (row: QuoteRecord) => void;
}

/** Nothing said where the work is done when it was accepted: somebody chooses, and the job is made. */
function Place({ quote, sites, onMade }: PlaceProps) {
  const { run, isRunning } = useCommand();
  const [site, setSite] = useState('');
  const open = sites.filter(({ archived_at }) => archived_at === null);
  async function make() {
    const row = await run({
      what: ['job', quote.id, site],
      send: (key) => makeJob(quote.id, site, key),
      done: (made) => `Job J-${made.job_number} added.`,
    });
    if (row) onMade(row);
  }
  return (
    <Alert color="attention" title="Where is the work done?">
      <Text>It was accepted, and needs a site before it becomes a job.</Text>
      <NativeSelect
        aria-label="Site"
        my="xs"
        value={site}
        data={[
          { value: '', label: 'Choose a site' },
          ...open.map((one) => ({
            value: one.id,
            label: one.name || [one.address, one.suburb].filter(Boolean).join(', '),
          })),
        ]}
        onChange={({ target }) => setSite(target.value)}
      />
      <Button size="compact-sm" disabled={site === '' || isRunning} onClick={() => void make()}>
        Make the job
      </Button>
    </Alert>
  );
}

/** What the version itself tells of what happened to it. */
function ownTimeline(quote: QuoteRecord): TimelineEntry[] {
  const { state, seen_at, decided_at, decided_by, is_own_decision, reason, questions } = quote;
  const by = decided_by === null ? '' : ` by ${decided_by}`;
  return [
    ...(seen_at === null
      ? []
      : [{ key: 'seen', kind: 'seen', at: seen_at, text: 'Seen by the customer' } as const]),
    ...questions.map(
      ({ id, asked_at, text }) =>
        ({ key: id, kind: 'asked', at: asked_at, text: 'Asked a question', detail: text }) as const,
    ),
    ...(decided_at === null
      ? []
      : [
          {
            key: 'decided',
            kind: state === 'accepted' ? ('paid' as const) : ('declined' as const),
            at: decided_at,
            text: `${state === 'accepted' ? 'Accepted' : 'Declined'}${by}${is_own_decision ? ', online' : ''}`,
            ...(reason !== '' && { detail: reason }),
          },
        ]),
  ];
}

import { Button, Menu, Tabs } from '@mantine/core';
import { reckonedLine, totalOf } from '@muster/domain/money/invoices/rules';
import type { InvoiceRecord } from '@muster/domain/money/invoices/schema';
import { centsInWords } from '@muster/domain/values/cents';
import { notify } from '@muster/ui/toast';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { Link, useNavigate, useParams, useSearch } from '@tanstack/react-router';
import { type ReactNode, useState } from 'react';
import { ChangeList } from '../../../features/basics/changes/components/change-list.tsx';
import { customerQuery } from '../../../features/work/customers/api.ts';
import {
  editInvoice,
  invoiceQuery,
  issueInvoice,
  linesOfItem,
  pdfOf,
  removeDraft,
} from '../../../features/money/invoices/api.ts';
import { DraftEditor } from '../../../features/money/invoices/components/draft-editor.tsx';
import { InvoiceFrame } from '../../../features/money/invoices/components/invoice-frame.tsx';
import { InvoiceSheet } from '../../../features/money/invoices/components/invoice-sheet.tsx';
import { IssueDialog } from '../../../features/money/invoices/components/issue-dialog.tsx';
import { focusCell } from '../../../features/money/invoices/components/lines-editor.tsx';
import { Owing, ownTimeline, Timeline } from '../../../features/money/invoices/components/owing.tsx';
import { InvoiceStatusBadge } from '../../../features/money/invoices/components/status-badge.tsx';
import { useDraft } from '../../../features/money/invoices/components/use-draft.ts';
import { asSaid, isBlank, missingIn } from '../../../features/money/invoices/model/draft-lines.ts';
import { moneySettingsQuery } from '../../../features/money/money-settings/api.ts';
import { isGone } from '../../../lib/api/api.ts';
import { commandId } from '../../../lib/api/command.ts';
import { ActionButton } from '../../../lib/kit/action-button.tsx';
import { DrawerSection } from '../../../lib/kit/drawer/drawer-section.tsx';
import { EmptyList } from '../../../lib/kit/empty-list.tsx';
import { saveUnsaved } from '../../../lib/kit/form/unsaved-forms.ts';
import { useCommand } from '../../../lib/kit/form/use-command.ts';
import type { RecordForm } from '../../../lib/kit/form/use-record-form.ts';
import { MoreMenu } from '../../../lib/kit/more-menu.tsx';
import { RowSkeleton } from '../../../lib/kit/row-skeleton.tsx';
import { usePage } from '../../../lib/page/page.ts';
import { Loaded } from '../../shell/loaded.tsx';
import { useBusiness, useWords } from '../work/use-business.ts';
import { useKeepsMoney } from './use-money.ts';

const route = '/signed-in/account/dispatch/invoices/$id';

export function InvoicePage() {
  const { id } = useParams({ from: route });
  const invoice = useQuery(invoiceQuery(id));
  if (invoice.data === undefined && invoice.error !== null && isGone(invoice.error)) return <Missing />;
  return (
    <Loaded query={invoice} what="this invoice" skeleton={<RowSkeleton rows={10} height={44} />}>
      {(row) =>
        row.state === 'draft' ? <Draft key={id} invoice={row} /> : <Issued key={id} invoice={row} />
      }
    </Loaded>
  );
}

function Missing() {
  usePage('Invoice not found');
  return (
    <EmptyList
      title="Invoice not found"
      text="The link may be incomplete, or the draft was deleted."
      action={<Button renderRoot={(root) => <Link to="/invoices" {...root} />}>See all invoices</Button>}
    />
  );
}

function Back() {
  const search = useSearch({ from: route });
  return (
    <Link
      to="/invoices"
      search={search}
      className="invoice-page__back"
      aria-label="All invoices"
      title="All invoices"
    >
      <svg className="m-icon" viewBox="0 0 20 20" aria-hidden>
        <path d="M12 4.5 6.5 10l5.5 5.5" />
      </svg>
    </Link>
  );
}

/** The invoice, and what became of it. */
function WithHistory({ id, children }: { id: string; children: ReactNode }) {
  const { today, isPlanner } = useBusiness();
  const words = useWords();
  if (!isPlanner) return children;
  return (
    <Tabs defaultValue="details" keepMounted={false}>
      <Tabs.List>
        <Tabs.Tab value="details">Details</Tabs.Tab>
        <Tabs.Tab value="history">History</Tabs.Tab>
      </Tabs.List>
      <Tabs.Panel value="details" pt="lg">
        {children}
      </Tabs.Panel>
      <Tabs.Panel value="history" pt="xs">
        <ChangeList
          filters={{ subject: id }}
          words={words}
          today={today}
          empty="No changes since this invoice was added."
        />
      </Tabs.Panel>
    </Tabs>
  );
}

function Draft({ invoice }: { invoice: InvoiceRecord }) {
  const { id, customer_id, bill_to_id } = invoice;
  const queryClient = useQueryClient();
  const navigate = useNavigate();
  const search = useSearch({ from: route });
  const { today } = useBusiness();
  const mayPrice = useKeepsMoney();
  const customer = useQuery(customerQuery(customer_id)).data;
  const billTo = useQuery(customerQuery(bill_to_id)).data;
  const settings = useQuery(moneySettingsQuery).data;
  const form = useDraft(invoice);
  const { decide, run, isRunning } = useCommand();
  const [problem, setProblem] = useState<string>();
  const [isDating, setDating] = useState(false);
  const name = customer?.name ?? '';
  const isRegistered = settings?.row.is_gst_registered ?? true;
  const kind = invoice.kind === 'invoice' ? 'Draft' : 'Draft credit note';
  usePage(name === '' ? undefined : `${kind} for ${name}`);
  const { total } = totalOf(form.values.lines.map(reckonedLine));

  /** What is typed is saved first; an empty line that was left behind is no line of the invoice. */
  async function ready(): Promise<InvoiceRecord | undefined> {
    const missing = missingIn(form.values.lines);
    const unread = document.querySelector<HTMLElement>('.draft [data-unread]');
    setProblem(missing?.text);
    if (unread) unread.focus();
    else if (missing?.line !== undefined) focusCell(document.body, missing.line, missing.field);
    else if (missing)
      document.querySelector<HTMLElement>('.line[data-next] [data-cell="description"]')?.focus();
    if (unread || missing || !(await saveUnsaved())) return undefined;
    const row = queryClient.getQueryData<InvoiceRecord>(invoiceQuery(id).queryKey) ?? invoice;
    const lines = row.lines.map(asSaid);
    const kept = lines.filter((line) => !isBlank(line));
    if (kept.length === lines.length) return row;
    const { row: cleaned } = await editInvoice(id, { version: row.version, lines: kept }, commandId());
    return cleaned;
  }

  async function issue(on?: string) {
    const row = await ready();
    if (!row) return setDating(false);
    const { version } = row;
    const issued = await decide({
      what: ['issue', id, version, on],
      send: (key) => issueInvoice(id, { version, ...(on !== undefined && { issued_on: on }) }, key),
    });
    setDating(false);
    if (!issued) return;
    queryClient.setQueryData<InvoiceRecord>(invoiceQuery(id).queryKey, issued.row);
    notify({ level: 'success', text: `${issued.row.number} issued.`, position: 'bc' });
  }

  async function remove() {
    form.discard();
    const isGone = await run({
      what: ['remove', id],
      send: async (key) => ({ ...(await removeDraft(id, key)), row: true }),
      done: name === '' ? 'Draft deleted.' : `Draft for ${name} deleted.`,
    });
    if (isGone) await navigate({ to: '/invoices', search });
  }

  return (
    <InvoiceFrame
      back={<Back />}
      title={name === '' ? kind : `${kind} for ${name}`}
      aside={<Saved form={form} />}
      actions={
        <>
          <p className="invoice-page__total">
            <small>{isRegistered ? 'Total including GST' : 'Total'}</small>
            <b>{centsInWords(total)}</b>
          </p>
          <MoreMenu>
            {mayPrice && <Menu.Item onClick={() => setDating(true)}>Issue with another date…</Menu.Item>}
            <Menu.Item color="danger" onClick={() => void remove()}>
              Delete draft
            </Menu.Item>
          </MoreMenu>
          {mayPrice && (
            <ActionButton variant="filled" busy={isRunning} onClick={() => void issue()}>
              Issue
            </ActionButton>
          )}
        </>
      }
    >
      {problem !== undefined && (
        <p className="invoice-page__problem" role="alert">
          {problem}
        </p>
      )}
      {isDating && (
        <IssueDialog
          today={today}
          isRunning={isRunning}
          onIssue={(on) => void issue(on)}
          onClose={() => setDating(false)}
        />
      )}
      <WithHistory id={id}>
        <DraftEditor
          form={form}
          customer={{ id: customer_id, name }}
          billTo={{ id: bill_to_id, name: billTo?.name ?? '' }}
          customerLink={
            <Link to="/customers/$id" params={{ id: customer_id }}>
              {name}
            </Link>
          }
          isRegistered={isRegistered}
          mayPrice={mayPrice}
          linesOf={(item, quantity) => linesOfItem(item.id, customer_id, quantity)}
        />
      </WithHistory>
    </InvoiceFrame>
  );
}

/** Whether what was typed has arrived. */
function Saved({ form }: { form: Pick<RecordForm<unknown>, 'isDirty' | 'isSaving' | 'refusal'> }) {
  const { isDirty, isSaving, refusal } = form;
  if (refusal !== undefined)
    return (
      <span className="invoice-page__saved" data-refused role="alert">
        Not saved: {refusal.message}
      </span>
    );
  return <span className="invoice-page__saved">{isDirty || isSaving ? 'Saving…' : 'Saved'}</span>;
}

function Issued({ invoice }: { invoice: InvoiceRecord }) {
  const { id, number, buyer, customer_id } = invoice;
  const { today, zone } = useBusiness();
  const customer = useQuery(customerQuery(customer_id)).data;
  usePage(number ?? undefined);
  return (
    <InvoiceFrame
      back={<Back />}
      title={`${number} · ${buyer?.name}`}
      aside={<InvoiceStatusBadge row={invoice} today={today} />}
      actions={
        <Button component="a" href={pdfOf(id)} download>
          PDF
        </Button>
      }
    >
      <WithHistory id={id}>
        <div className="invoice-page__columns">
          <InvoiceSheet invoice={invoice} credits={null} />
          <div className="invoice-page__side">
            <Owing invoice={invoice} today={today} />
            <DrawerSection title="Customer">
              <Link to="/customers/$id" params={{ id: customer_id }}>
                {customer?.name ?? buyer?.name}
              </Link>
            </DrawerSection>
            <DrawerSection title="What happened">
              <Timeline entries={ownTimeline(invoice)} zone={zone} />
            </DrawerSection>
          </div>
        </div>
      </WithHistory>
    </InvoiceFrame>
  );
}

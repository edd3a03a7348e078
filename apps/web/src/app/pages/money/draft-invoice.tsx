import { Menu } from '@mantine/core';
import { reckonedLine, totalOf } from '@muster/domain/money/invoices/rules';
import type { InvoiceRecord } from '@muster/domain/money/invoices/schema';
import { nextNumber } from '@muster/domain/money/money-settings/rules';
import { centsInWords } from '@muster/domain/values/cents';
import { notify } from '@muster/ui/toast';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { Link, useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { customerQuery } from '../../../features/work/customers/api.ts';
import {
  editInvoice,
  invoiceQuery,
  issueInvoice,
  linesOfItem,
  removeDraft,
} from '../../../features/money/invoices/api.ts';
import { CreditDraft } from '../../../features/money/invoices/components/credit-draft.tsx';
import { DraftEditor } from '../../../features/money/invoices/components/draft-editor.tsx';
import { DocumentFrame } from '../../../lib/kit/document/document-frame.tsx';
import { IssueDialog } from '../../../features/money/invoices/components/issue-dialog.tsx';
import { focusCell } from '../../../lib/kit/document/lines-editor.tsx';
import { useDraft } from '../../../features/money/invoices/components/use-draft.ts';
import { asSaid, isBlank, missingIn } from '../../../lib/kit/document/draft-lines.ts';
import { moneySettingsQuery } from '../../../features/money/money-settings/api.ts';
import { commandId } from '../../../lib/api/command.ts';
import { ActionButton } from '../../../lib/kit/action-button.tsx';
import { focusUnread } from '../../../lib/kit/form/misread-field.ts';
import { saveUnsaved } from '../../../lib/kit/form/unsaved-forms.ts';
import { useCommand } from '../../../lib/kit/form/use-command.ts';
import type { RecordForm } from '../../../lib/kit/form/use-record-form.ts';
import { MoreMenu } from '../../../lib/kit/more-menu.tsx';
import { usePage } from '../../../lib/page/page.ts';
import { useBusiness } from '../work/use-business.ts';
import { BackToInvoices, CreditedLink, useCredited, useInvoiceList, WithHistory } from './invoice-around.tsx';
import { useKeepsMoney } from './use-money.ts';

export function DraftInvoice({ invoice }: { invoice: InvoiceRecord }) {
  const { id, customer_id, bill_to_id } = invoice;
  const queryClient = useQueryClient();
  const navigate = useNavigate();
  const search = useInvoiceList();
  const { today } = useBusiness();
  const mayPrice = useKeepsMoney();
  const customer = useQuery(customerQuery(customer_id)).data;
  const billTo = useQuery(customerQuery(bill_to_id)).data;
  const settings = useQuery(moneySettingsQuery).data;
  const form = useDraft(invoice);
  const { decide, run, isRunning } = useCommand();
  const [problem, setProblem] = useState<string>();
  /** As it was saved when somebody asked to issue it. */
  const [asked, setAsked] = useState<InvoiceRecord>();
  const name = customer?.name ?? '';
  const isRegistered = settings?.row.is_gst_registered ?? true;
  const isCredit = invoice.kind === 'credit note';
  const kind = isCredit ? 'Draft credit note' : 'Draft';
  const credits = useCredited(invoice);
  usePage(name === '' ? undefined : `${kind} for ${name}`);
  // What a part of a line comes to depends on what was credited before, so of a credit note the server's word counts.
  const { total } = isCredit ? invoice : totalOf(form.values.lines.map(reckonedLine));

  /** What is typed is saved first; an empty line that was left behind is no line of the invoice. */
  async function ready(): Promise<InvoiceRecord | undefined> {
    const missing = missingIn(form.values.lines);
    setProblem(missing?.text);
    if (focusUnread('.draft')) return undefined;
    if (missing?.line !== undefined) focusCell(document.body, missing.line, missing.field);
    else if (missing)
      document.querySelector<HTMLElement>('.line[data-next] [data-cell="description"]')?.focus();
    if (missing || !(await saveUnsaved())) return undefined;
    const row = queryClient.getQueryData<InvoiceRecord>(invoiceQuery(id).queryKey) ?? invoice;
    const lines = row.lines.map(asSaid);
    const kept = lines.filter((line) => !isBlank(line));
    if (kept.length === lines.length) return row;
    const { row: cleaned } = await editInvoice(id, { version: row.version, lines: kept }, commandId());
    return cleaned;
  }

  async function issue({ version }: InvoiceRecord, issued_on: string) {
    let refusal: string | undefined;
    const issued = await decide({
      what: ['issue', id, version, issued_on],
      send: (key) => issueInvoice(id, { version, issued_on }, key),
      onRefused(error) {
        refusal = error.message;
        return true;
      },
    });
    if (!issued) return refusal;
    setAsked(undefined);
    queryClient.setQueryData<InvoiceRecord>(invoiceQuery(id).queryKey, issued.row);
    // Another page under the same address: what can be done with it stands at its top.
    window.scrollTo({ top: 0 });
    notify({ level: 'success', text: `${issued.row.number} issued.`, position: 'bc' });
    return undefined;
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

  const customerLink = (
    <Link to="/customers/$id" params={{ id: customer_id }}>
      {name}
    </Link>
  );
  return (
    <DocumentFrame
      back={<BackToInvoices />}
      title={name === '' ? kind : `${kind} for ${name}`}
      aside={<Saved form={form} />}
      actions={
        <>
          <p className="document-page__total">
            <small>{isCredit ? 'To be credited' : isRegistered ? 'Total including GST' : 'Total'}</small>
            <b>{centsInWords(total)}</b>
          </p>
          <MoreMenu>
            <Menu.Item color="danger" onClick={() => void remove()}>
              Delete draft
            </Menu.Item>
          </MoreMenu>
          {mayPrice ? (
            <ActionButton variant="filled" busy={isRunning} onClick={() => void ready().then(setAsked)}>
              Issue…
            </ActionButton>
          ) : (
            <span className="document-page__saved">An owner or bookkeeper issues it.</span>
          )}
        </>
      }
    >
      {problem !== undefined && (
        <p className="document-page__problem" role="alert">
          {problem}
        </p>
      )}
      {asked && (
        <IssueDialog
          invoice={asked}
          number={settings && nextNumber(asked.kind, settings.row, settings.last_numbers)}
          billTo={billTo?.name ?? name}
          today={today}
          isRunning={isRunning}
          onIssue={(on) => issue(asked, on)}
          onClose={() => setAsked(undefined)}
        />
      )}
      <WithHistory id={id}>
        {isCredit ? (
          <CreditDraft
            invoice={invoice}
            form={form}
            customerLink={customerLink}
            creditsLink={credits && <CreditedLink credits={credits} />}
            isRegistered={isRegistered}
          />
        ) : (
          <DraftEditor
            form={form}
            customer={{ id: customer_id, name }}
            billTo={{ id: bill_to_id, name: billTo?.name ?? '' }}
            work={invoice.work}
            customerLink={customerLink}
            isRegistered={isRegistered}
            mayPrice={mayPrice}
            linesOf={(item, quantity) => linesOfItem(item.id, customer_id, quantity)}
          />
        )}
      </WithHistory>
    </DocumentFrame>
  );
}

/** Whether what was typed has arrived. */
function Saved({ form }: { form: Pick<RecordForm<unknown>, 'isDirty' | 'isSaving' | 'refusal'> }) {
  const { isDirty, isSaving, refusal } = form;
  if (refusal !== undefined)
    return (
      <span className="document-page__saved" data-refused role="alert">
        Not saved: {refusal.message}
      </span>
    );
  return <span className="document-page__saved">{isDirty || isSaving ? 'Saving…' : 'Saved'}</span>;
}

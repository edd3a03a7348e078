import {
  totalOfChoice,
  reckonedQuoteLine,
  sendProblem,
  usualChoice,
} from '@muster/domain/money/quotes/rules';
import type { QuoteRecord } from '@muster/domain/money/quotes/schema';
import { centsInWords } from '@muster/domain/values/cents';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { Link, useNavigate } from '@tanstack/react-router';
import { type ReactNode, useState } from 'react';
import { moneySettingsQuery } from '../../../features/money/money-settings/api.ts';
import {
  editQuote,
  linesOfItem,
  pdfOfQuote,
  quoteQuery,
  removeQuote,
  saveTemplate,
} from '../../../features/money/quotes/api.ts';
import { QuoteEditor } from '../../../features/money/quotes/components/quote-editor.tsx';
import { useQuoteDraft } from '../../../features/money/quotes/components/use-quote-draft.ts';
import { WordsDialog } from '../../../features/money/quotes/components/words-dialog.tsx';
import { nameOfQuote } from '../../../features/money/quotes/model/quote-words.ts';
import { customerQuery } from '../../../features/work/customers/api.ts';
import { commandId } from '../../../lib/api/command.ts';
import { isBlank } from '../../../lib/kit/document/draft-lines.ts';
import { type DocumentAction, DocumentActions } from '../../../lib/kit/document/document-actions.tsx';
import { DocumentFrame } from '../../../lib/kit/document/document-frame.tsx';
import { focusUnread } from '../../../lib/kit/form/misread-field.ts';
import { saveUnsaved } from '../../../lib/kit/form/unsaved-forms.ts';
import { useCommand } from '../../../lib/kit/form/use-command.ts';
import { usePage } from '../../../lib/page/page.ts';
import { useKeepsMoney } from './use-money.ts';
import { useQuoteSending } from './use-quote-sending.tsx';

export interface QuotePageProps {
  quote: QuoteRecord;
  back: ReactNode;
  /** Puts the history beside the details. */
  renderDetails: (details: ReactNode) => ReactNode;
}

/** The draft of a quote, or a template. */
export function DraftQuote({ quote, back, renderDetails }: QuotePageProps) {
  const { id, customer_id, customer_name, is_template, job_number } = quote;
  const queryClient = useQueryClient();
  const navigate = useNavigate();
  const keeps = useKeepsMoney();
  const customer = useQuery({ ...customerQuery(customer_id ?? ''), enabled: customer_id !== null }).data;
  const settings = useQuery(moneySettingsQuery).data;
  const form = useQuoteDraft(quote);
  const { run, isRunning } = useCommand();
  const sending = useQuoteSending(quote);
  const [problem, setProblem] = useState<string>();
  const [isNaming, setNaming] = useState(false);
  const isRegistered = settings?.row.is_gst_registered ?? true;
  const title = is_template ? `Template: ${quote.title}` : `${nameOfQuote(quote)} for ${customer_name}`;
  usePage(title);
  const offered = { lines: form.values.lines.map(reckonedQuoteLine), options: form.values.options };
  const { total } = totalOfChoice(offered, usualChoice(offered));
  const sites = customer?.sites.filter(({ archived_at }) => archived_at === null) ?? [];
  const region = sites.find((site) => site.id === form.values.site_id)?.region ?? sites[0]?.region ?? null;

  /** What is typed is saved first; an empty line that was left behind is no line of the quote. */
  async function ready(): Promise<boolean> {
    if (focusUnread('.quote-draft') || !(await saveUnsaved())) return false;
    const row = queryClient.getQueryData<QuoteRecord>(quoteQuery(id).queryKey) ?? quote;
    const kept = form.values.lines.filter((line) => !isBlank(line));
    const found = sendProblem({ lines: kept.map(reckonedQuoteLine), options: row.options });
    setProblem(found);
    if (found !== undefined) return false;
    if (kept.length < row.lines.length) {
      const { row: cleaned } = await editQuote(id, { version: row.version, lines: kept }, commandId());
      queryClient.setQueryData<QuoteRecord>(quoteQuery(id).queryKey, cleaned);
    }
    return true;
  }

  async function remove() {
    form.discard();
    const isGone = await run({
      what: ['remove', id],
      send: async (key) => ({ ...(await removeQuote(id, key)), row: true }),
      done: is_template ? 'Template deleted.' : `Draft ${nameOfQuote(quote)} deleted.`,
    });
    if (isGone) await navigate({ to: '/quotes' });
  }

  async function keepTemplate(name: string) {
    const row = await run({
      what: ['template', id, name],
      send: (key) => saveTemplate(id, name, key),
      done: `Template “${name}” saved.`,
    });
    if (row) setNaming(false);
  }

  const actions: DocumentAction[] = [
    ...(is_template
      ? []
      : [
          { label: 'PDF', place: 'bar', href: pdfOfQuote(id) } as const,
          { label: 'Save as a template', place: 'menu', onPress: () => setNaming(true) } as const,
        ]),
    { label: is_template ? 'Delete template' : 'Delete draft', place: 'menu', onPress: () => void remove() },
    ...(keeps && !is_template
      ? [
          {
            label: 'Mark as sent another way',
            place: 'menu',
            onPress: () => void ready().then((isReady) => isReady && sending.handOver()),
          } as const,
          {
            label: 'Send…',
            place: 'main',
            letter: 's',
            isBusy: isRunning,
            onPress: () => void ready().then((isReady) => isReady && sending.send()),
          } as const,
        ]
      : []),
  ];

  return (
    <DocumentFrame
      back={back}
      title={title}
      aside={
        <span className="document-page__saved" {...(form.refusal && { 'data-refused': true, role: 'alert' })}>
          {form.refusal
            ? `Not saved: ${form.refusal.message}`
            : form.isDirty || form.isSaving
              ? 'Saving…'
              : 'Saved'}
        </span>
      }
      actions={
        <>
          <p className="document-page__total">
            <small>{isRegistered ? 'Total including GST' : 'Total'}</small>
            <b>{centsInWords(total)}</b>
          </p>
          <DocumentActions keysTitle="On a quote" actions={actions} />
        </>
      }
    >
      {problem !== undefined && (
        <p className="document-page__problem" role="alert">
          {problem}
        </p>
      )}
      {renderDetails(
        <QuoteEditor
          form={form}
          customer={
            customer_id === null ? (
              'Any customer: new quotes start from this template'
            ) : (
              <>
                <Link to="/customers/$id" params={{ id: customer_id }}>
                  {customer_name}
                </Link>
                {job_number !== null && (
                  <>
                    {', '}
                    <Link to="/jobs/$number" params={{ number: `J-${job_number}` }}>
                      J-{job_number}
                    </Link>
                  </>
                )}
              </>
            )
          }
          sites={sites}
          region={region}
          isRegistered={isRegistered}
          mayPrice={keeps}
          linesOf={(item, quantity) => linesOfItem(item.id, customer_id, quantity)}
        />,
      )}
      {sending.open}
      {isNaming && (
        <WordsDialog
          title="Save as a template"
          label="What it’s for"
          text={form.values.title}
          most={200}
          isNeeded
          sends="Save the template"
          isRunning={isRunning}
          onSend={(name) => void keepTemplate(name)}
          onClose={() => setNaming(false)}
        />
      )}
    </DocumentFrame>
  );
}

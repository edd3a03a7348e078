import { Alert, Badge, Select, Text } from '@mantine/core';
import { sharedWith } from '@muster/domain/messages/connections/rules';
import {
  type AccountField,
  accountsFor,
  scopeWords,
  type TaxField,
} from '@muster/domain/money/accounting-services/rules';
import type { AccountingChart, AccountingService } from '@muster/domain/money/accounting-services/schema';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useUndo } from '../../../../lib/changes/undo.ts';
import { dayWords } from '../../../../lib/format/calendar-day.ts';
import { moment } from '../../../../lib/format/format.ts';
import { ActionButton } from '../../../../lib/kit/action-button.tsx';
import { DayField } from '../../../../lib/kit/form/day-field.tsx';
import { FormBar } from '../../../../lib/kit/form/form-bar.tsx';
import { FormField } from '../../../../lib/kit/form/form-field.tsx';
import { FormFrame } from '../../../../lib/kit/form/form-frame.tsx';
import { SettingsSection } from '../../../../lib/kit/form/settings-section.tsx';
import { useCommand } from '../../../../lib/kit/form/use-command.ts';
import { type RecordForm, useRecordForm } from '../../../../lib/kit/form/use-record-form.ts';
import {
  accountingQuery,
  type AccountingStateRow,
  type ConnectedBooks,
  disconnectBooks,
  editMapping,
  refreshChart,
  scopeQuery,
  turnBooks,
} from '../api.ts';
import { GoToXero } from './connect-xero.tsx';
import './accounting-services.css';

/** The organisation that invoices go to: how it is doing, and where what goes over belongs. */
export function AccountingSettings({ books, isOwner }: { books: ConnectedBooks; isOwner: boolean }) {
  return (
    <>
      <Organisation books={books} isOwner={isOwner} />
      {books.chart && <Mapping key={books.row.id} books={books} chart={books.chart} />}
    </>
  );
}

function Organisation({ books, isOwner }: { books: ConnectedBooks; isOwner: boolean }) {
  const { row, needs_reconnect, problems, warnings, chart_read_at } = books;
  const queryClient = useQueryClient();
  const { decide, isRunning } = useCommand();
  const [isAsked, setAsked] = useState(false);
  const { id, organisation_name: name, is_enabled } = row;
  const [color, word] = standing(books);

  async function act(what: string, send: (key: string) => Promise<unknown>, done: string) {
    await decide({ what: [id, what], send, done });
    setAsked(false);
    await queryClient.invalidateQueries({ queryKey: accountingQuery.queryKey });
  }

  return (
    <section className="accounting-head" aria-labelledby="organisation">
      <div className="accounting-head__name">
        <h2 id="organisation">{name}</h2>
        <Badge color={color}>{word}</Badge>
        {chart_read_at !== null && (
          <Text size="sm" c="dimmed">{`Read from Xero ${moment(chart_read_at)}`}</Text>
        )}
      </div>
      {needs_reconnect && (
        <Alert color="danger" title="Xero no longer lets Muster in">
          Nothing goes over until an owner signs in to Xero again. Nothing is lost: it goes on where it
          stopped.
        </Alert>
      )}
      {!is_enabled && (
        <Alert color="attention" title="Paused">
          Nothing goes to Xero, and nothing is read from it. What you issue waits. After 60 days of pause Xero
          asks an owner to sign in again.
        </Alert>
      )}
      {problems.length > 0 && (
        <Alert color="attention" title="Nothing goes over yet">
          <Sentences of={problems} />
        </Alert>
      )}
      {warnings.length > 0 && (
        <Alert color="info" title="Good to know">
          <Sentences of={warnings} />
        </Alert>
      )}
      <div className="accounting-head__buttons">
        {isAsked ? (
          <>
            <ActionButton
              color="danger"
              variant="filled"
              busy={isRunning}
              whenReadOnly
              onClick={() =>
                void act('disconnect', (key) => disconnectBooks(id, key), `${name} is disconnected.`)
              }
            >
              {`Disconnect ${name}`}
            </ActionButton>
            <ActionButton variant="subtle" onClick={() => setAsked(false)}>
              Keep it
            </ActionButton>
            <Text size="sm">What’s in Xero stays there. What waits here doesn’t go over.</Text>
          </>
        ) : (
          <>
            {isOwner && needs_reconnect && <GoToXero label="Reconnect" />}
            {!needs_reconnect && is_enabled && (
              <ActionButton
                busy={isRunning}
                onClick={() => void act('refresh', refreshChart, 'Accounts and tax rates are up to date.')}
              >
                Read from Xero again
              </ActionButton>
            )}
            {isOwner && (
              <>
                <ActionButton
                  busy={isRunning}
                  whenReadOnly={is_enabled}
                  onClick={() =>
                    void (is_enabled
                      ? act('pause', (key) => turnBooks(id, 'pause', key), `${name} is paused.`)
                      : act('resume', (key) => turnBooks(id, 'resume', key), `${name} goes on.`))
                  }
                >
                  {is_enabled ? 'Pause' : 'Resume'}
                </ActionButton>
                {!needs_reconnect && <GoToXero label="Change organisation" isMain={false} />}
                <ActionButton onClick={() => setAsked(true)}>Disconnect</ActionButton>
              </>
            )}
          </>
        )}
      </div>
      <Text size="sm" c="dimmed">
        {sharedWith({ kind: 'xero', host: 'Xero' })}
      </Text>
    </section>
  );
}

function standing({
  row,
  needs_reconnect,
  problems,
}: ConnectedBooks): readonly [color: string, word: string] {
  if (needs_reconnect) return ['danger', 'Reconnect'];
  if (!row.is_enabled) return ['grey', 'Paused'];
  return problems.length > 0 ? ['attention', 'Not ready'] : ['ok', 'On'];
}

function Sentences({ of }: { of: readonly string[] }) {
  return of.map((sentence) => <p key={sentence}>{sentence}</p>);
}

type Form = RecordForm<AccountingService>;

function Mapping({ books, chart }: { books: ConnectedBooks; chart: AccountingChart }) {
  const queryClient = useQueryClient();
  const { tell } = useUndo();
  const keep = (row: AccountingService) =>
    queryClient.setQueryData<AccountingStateRow>(
      accountingQuery.queryKey,
      (before) => before && { ...before, row },
    );
  const form = useRecordForm<AccountingService>({
    place: 'accounting',
    row: books.row,
    send: (said, { version }, key) => editMapping({ ...said, version }, key),
    onSaved({ row, ...saved }) {
      keep(row);
      tell('Accounting saved.', [saved]);
      void queryClient.invalidateQueries({ queryKey: accountingQuery.queryKey });
    },
    onNewer: keep,
  });
  const submit = () => void form.submit();
  const { locked_through } = chart.organisation;
  return (
    <div className="settings-form accounting-form">
      <FormFrame label="Accounting" isSaving={form.isSaving} onSubmit={submit}>
        <SettingsSection
          title="From which day on"
          about={`What is dated before stays out of Xero, so that nothing old is entered a second time.${locked_through === null ? '' : ` Xero is locked up to ${dayWords(locked_through)}.`}`}
        >
          <FormField
            form={form}
            name="starts_on"
            label="Start"
            words={(day) => (day ? dayWords(day) : 'Not set')}
          >
            {({ value, set }) => (
              <DayField
                label="Invoices and payments dated from"
                placeholder="Choose a day"
                canClear
                value={value}
                onChange={set}
              />
            )}
          </FormField>
          <Scope from={form.values.starts_on} />
        </SettingsSection>
        <SettingsSection title="Sales" about="The accounts of your chart that the lines of invoices go to.">
          <Account form={form} chart={chart} name="sales_account" label="Sales" />
          <Account
            form={form}
            chart={chart}
            name="labour_account"
            label="Labour and call-outs"
            empty="As sales"
          />
        </SettingsSection>
        <SettingsSection
          title="Payments"
          about="Where money arrives. Leave one out if your bank feed brings it in: its payments then stay out of Xero. Cards online are what customers pay through Stripe, cards on a terminal what you record yourself. Give each a clearing account of its own, so that no payout is counted twice."
        >
          <Account
            form={form}
            chart={chart}
            name="transfer_account"
            label="Bank transfers"
            empty={LEFT_OUT}
          />
          <Account form={form} chart={chart} name="cash_account" label="Cash" empty={LEFT_OUT} />
          <Account form={form} chart={chart} name="cheque_account" label="Cheques" empty={LEFT_OUT} />
          <Account form={form} chart={chart} name="card_account" label="Cards online" empty={LEFT_OUT} />
          <Account
            form={form}
            chart={chart}
            name="terminal_account"
            label="Cards on a terminal"
            empty={LEFT_OUT}
          />
          <Account form={form} chart={chart} name="other_account" label="Other" empty={LEFT_OUT} />
          <Text size="sm" c="dimmed">
            Card fees aren’t sent. Enter them in Xero when you match a payout: they’re what it falls short of
            the card payments in it. What a customer has paid too much isn’t sent either, until you use it for
            an invoice.
          </Text>
        </SettingsSection>
        <SettingsSection title="GST" about="The tax rates of Xero that your lines are reported with.">
          <Tax form={form} chart={chart} name="gst_tax" label="With GST" />
          <Tax form={form} chart={chart} name="gst_free_tax" label="GST-free" />
          <Tax form={form} chart={chart} name="input_taxed_tax" label="Input taxed" />
          <Tax form={form} chart={chart} name="no_gst_tax" label="While you aren’t registered for GST" />
        </SettingsSection>
        <FormBar form={form} onSubmit={submit} />
      </FormFrame>
    </div>
  );
}

/** How much would go over at once: nobody is to be surprised by a thousand old invoices. */
function Scope({ from }: { from: string | null }) {
  const { data } = useQuery({ ...scopeQuery(from ?? ''), enabled: from !== null });
  return (
    <Text size="sm" aria-live="polite">
      {from !== null && data ? scopeWords(data) : ''}
    </Text>
  );
}

const LEFT_OUT = 'Left out';

interface FieldProps {
  form: Form;
  chart: AccountingChart;
  label: string;
}

function Account({ form, chart, name, label, empty }: FieldProps & { name: AccountField; empty?: string }) {
  const isCode = name === 'sales_account' || name === 'labour_account';
  const choices = accountsFor(name, chart).map(({ id, code, name: called }) => ({
    value: isCode ? code : id,
    label: code === '' ? called : `${code} ${called}`,
  }));
  const optional = empty !== undefined && { empty };
  return <Choice form={form} name={name} label={label} choices={choices} {...optional} />;
}

function Tax({ form, chart, name, label }: FieldProps & { name: TaxField }) {
  const choices = chart.tax_rates.map(({ type, name: called, rate }) => ({
    value: type,
    label: `${called} (${rate} %)`,
  }));
  return <Choice form={form} name={name} label={label} choices={choices} />;
}

interface ChoiceProps {
  form: Form;
  name: AccountField | TaxField;
  label: string;
  /** What nothing chosen means; without it one has to be. */
  empty?: string;
  choices: readonly { value: string; label: string }[];
}

function Choice({ form, name, label, empty, choices }: ChoiceProps) {
  const words = (value: string) =>
    value === ''
      ? (empty ?? 'Not chosen')
      : (choices.find((one) => one.value === value)?.label ?? 'No longer in Xero');
  return (
    <FormField form={form} name={name} label={label} words={words}>
      {({ value, set, error }) => (
        <Select
          label={label}
          placeholder={empty ?? 'Choose one'}
          searchable
          clearable={empty !== undefined}
          clearButtonProps={{ 'aria-label': `Clear ${label}` }}
          error={error}
          data={
            value === '' || choices.some((one) => one.value === value)
              ? [...choices]
              : [{ value, label: words(value) }, ...choices]
          }
          value={value === '' ? null : value}
          onChange={(chosen) => set(chosen ?? '')}
        />
      )}
    </FormField>
  );
}

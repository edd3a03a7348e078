import { Group, NumberInput, Select, Switch, Text, Textarea, TextInput } from '@mantine/core';
import { numberingProblem } from '@muster/domain/money/money-settings/rules';
import type { MoneySettings } from '@muster/domain/money/money-settings/schema';
import { useQueryClient } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { useUndo } from '../../../../lib/changes/undo.ts';
import { dayWords } from '../../../../lib/format/calendar-day.ts';
import { ItemPicker } from '../../../../lib/kit/choices/item-picker.tsx';
import { DayField } from '../../../../lib/kit/form/day-field.tsx';
import { FormBar } from '../../../../lib/kit/form/form-bar.tsx';
import { FormField } from '../../../../lib/kit/form/form-field.tsx';
import { FormFrame } from '../../../../lib/kit/form/form-frame.tsx';
import { SettingsSection } from '../../../../lib/kit/form/settings-section.tsx';
import { type RecordForm, useRecordForm } from '../../../../lib/kit/form/use-record-form.ts';
import { editMoneySettings, type KnownMoneySettings, moneySettingsQuery } from '../api.ts';
import './money-settings-form.css';

type Form = RecordForm<MoneySettings>;

interface MoneySettingsFormProps {
  known: KnownMoneySettings;
  /** Whether customers can pay by card, and where that is set: only owners may. */
  cards: ReactNode;
}

/** How invoices are numbered, when they are due and what they say. */
export function MoneySettingsForm({ known, cards }: MoneySettingsFormProps) {
  const queryClient = useQueryClient();
  const { tell } = useUndo();
  const keep = (row: MoneySettings) =>
    queryClient.setQueryData<KnownMoneySettings>(
      moneySettingsQuery.queryKey,
      (before) => before && { ...before, row },
    );
  const form = useRecordForm<MoneySettings>({
    place: 'money settings',
    row: known.row,
    send: (said, { version }, key) => editMoneySettings({ ...said, version }, key),
    onSaved({ row, ...saved }) {
      keep(row);
      tell('Money settings saved.', [saved]);
    },
    onNewer: keep,
    check(values) {
      const text = numberingProblem(values);
      return text === undefined ? undefined : { text, field: 'invoice_prefix' };
    },
  });
  const submit = () => void form.submit();
  const { invoice, credit_note } = known.last_numbers;
  return (
    <div className="settings-form">
      <FormFrame label="Money" isSaving={form.isSaving} onSubmit={submit}>
        <SettingsSection
          title="GST and address"
          about="As your tax invoices need them. An owner sets the name and ABN under Business."
        >
          <FormField
            form={form}
            name="is_gst_registered"
            label="GST"
            words={(is) => (is ? 'Registered' : 'Not registered')}
          >
            {({ value, set }) => (
              <Switch
                label="Registered for GST"
                description={
                  value
                    ? 'Invoices are tax invoices, with GST.'
                    : 'Invoices have no GST, whatever your price list says.'
                }
                checked={value}
                onChange={({ target }) => set(target.checked)}
              />
            )}
          </FormField>
          <FormField form={form} name="postal_address" label="Address on invoices">
            {({ value, set }) => (
              <Textarea
                label="Address on invoices"
                autosize
                minRows={2}
                maxLength={500}
                value={value}
                onChange={({ target }) => set(target.value)}
              />
            )}
          </FormField>
          <FormField form={form} name="quote_days" label="Quotes are valid for">
            {({ value, set }) => (
              <NumberInput
                label="Quotes are valid for (days)"
                min={1}
                max={365}
                allowDecimal={false}
                value={value}
                onChange={(days) => typeof days === 'number' && days >= 1 && set(days)}
              />
            )}
          </FormField>
          <FormField form={form} name="quote_terms" label="Terms on every quote">
            {({ value, set }) => (
              <Textarea
                label="Terms on every quote"
                autosize
                minRows={2}
                maxRows={12}
                maxLength={5_000}
                value={value}
                onChange={({ target }) => set(target.value)}
              />
            )}
          </FormField>
        </SettingsSection>
        <SettingsSection
          title="Numbers"
          about={
            invoice === null
              ? 'Numbers run on without a gap. Set where they begin before the first invoice is issued.'
              : 'Numbers run on without a gap.'
          }
        >
          <Numbering form={form} of="invoice" last={invoice} />
          <Numbering form={form} of="credit" last={credit_note} />
        </SettingsSection>
        <SettingsSection title="Terms and note" about="For new invoices. Customers can have other terms.">
          <FormField form={form} name="terms_days" label="Due" words={(days) => `${days} days`}>
            {({ value, set }) => (
              <Select
                label="Invoices are due"
                allowDeselect={false}
                data={[...new Set([0, 7, 14, 21, 30, 60, value])]
                  .toSorted((a, b) => a - b)
                  .map((days) => ({
                    value: String(days),
                    label: days === 0 ? 'On receipt' : `${days} days after they’re issued`,
                  }))}
                value={String(value)}
                onChange={(days) => days !== null && set(Number(days))}
              />
            )}
          </FormField>
          <FormField form={form} name="invoice_note" label="Note on every invoice">
            {({ value, set }) => (
              <Textarea
                label="Note on every invoice"
                placeholder="Thank you for your business."
                autosize
                minRows={2}
                maxLength={2_000}
                value={value}
                onChange={({ target }) => set(target.value)}
              />
            )}
          </FormField>
        </SettingsSection>
        <SettingsSection
          title="What visits are charged by"
          about="When you invoice a finished visit, its hours and a call-out come from these items of your price list."
        >
          <FormField form={form} name="labour_item_id" label="Hours on site" words={itemWords}>
            {({ value, set }) => (
              <ItemPicker
                label="Hours on site"
                kind="labour"
                placeholder="Not charged by the hour"
                value={value}
                onChange={set}
              />
            )}
          </FormField>
          <FormField form={form} name="call_out_item_id" label="Call-out" words={itemWords}>
            {({ value, set }) => (
              <ItemPicker
                label="Call-out, once for each visit"
                kind="call-out"
                placeholder="No call-out"
                value={value}
                onChange={set}
              />
            )}
          </FormField>
        </SettingsSection>
        <SettingsSection
          title="Reminders"
          about="Customers are reminded of what is overdue, until it’s paid."
        >
          <FormField form={form} name="reminder_days" label="Reminders" words={remindersInWords}>
            {({ value, set }) => <Reminders value={value} onChange={set} />}
          </FormField>
        </SettingsSection>
        <SettingsSection
          title="Card payments"
          about="Customers pay by card on the page of their invoice, by the link in an email or text, or by the code on the paper."
        >
          {cards}
          <FormField
            form={form}
            name="sends_card_receipts"
            label="Receipt for a card payment"
            words={(is) => (is ? 'Emailed by itself' : 'Not emailed')}
          >
            {({ value, set }) => (
              <Switch
                label="Email a receipt to whoever pays by card"
                description={
                  value
                    ? 'It goes to the address they give when they pay, as soon as the payment is recorded.'
                    : 'You can email it yourself, from the payment.'
                }
                checked={value}
                onChange={({ target }) => set(target.checked)}
              />
            )}
          </FormField>
        </SettingsSection>
        <SettingsSection
          title="On the technician’s phone"
          about="Technicians see no prices. You can let them show customers the invoice of a visit."
        >
          <FormField
            form={form}
            name="technicians_show_invoices"
            label="Technicians show invoices"
            words={(is) => (is ? 'Yes' : 'No')}
          >
            {({ value, set }) => (
              <Switch
                label="Technicians may show the invoice to pay"
                description={
                  value
                    ? 'At their own visits they see its total and a code for the customer to scan.'
                    : 'They don’t see that there is an invoice.'
                }
                checked={value}
                onChange={({ target }) => set(target.checked)}
              />
            )}
          </FormField>
        </SettingsSection>
        <SettingsSection
          title="Books"
          about="How you report GST, and the accounts that exports name in the program you keep your books in."
        >
          <FormField form={form} name="gst_basis" label="GST basis" words={(basis) => basisWords[basis]}>
            {({ value, set }) => (
              <Select
                label="GST is reported"
                allowDeselect={false}
                data={Object.entries(basisWords).map(([basis, label]) => ({ value: basis, label }))}
                value={value}
                onChange={(basis) => basis !== null && set(basis as typeof value)}
              />
            )}
          </FormField>
          <Account form={form} name="xero_sales_account" label="Xero: account for sales" />
          <Account form={form} name="myob_sales_account" label="MYOB: account for sales" />
          <Account form={form} name="myob_bank_account" label="MYOB: account for payments" />
        </SettingsSection>
        <SettingsSection
          title="Lock date"
          about="Nothing is issued, received or dated on this day or before it. Set it once a period is reported."
        >
          <FormField
            form={form}
            name="lock_date"
            label="Lock date"
            words={(day) => (day === null ? 'None' : dayWords(day))}
          >
            {({ value, set }) => (
              <DayField
                label="Books are locked up to"
                placeholder="Not locked"
                canClear
                value={value}
                onChange={set}
              />
            )}
          </FormField>
        </SettingsSection>
        <FormBar form={form} onSubmit={submit} />
      </FormFrame>
    </div>
  );
}

const itemWords = (id: string | null) => (id === null ? 'None' : 'An item of the price list');

const basisWords: Readonly<Record<MoneySettings['gst_basis'], string>> = {
  cash: 'As money comes in (cash)',
  accrual: 'As it is invoiced (accrual)',
};

interface AccountProps {
  form: Form;
  name: 'xero_sales_account' | 'myob_sales_account' | 'myob_bank_account';
  label: string;
}

/** An account by what the other program calls it. */
function Account({ form, name, label }: AccountProps) {
  return (
    <FormField form={form} name={name} label={label}>
      {({ value, set, error }) => (
        <TextInput
          label={label}
          maxLength={20}
          autoComplete="off"
          error={error}
          value={value}
          onChange={({ target }) => set(target.value)}
        />
      )}
    </FormField>
  );
}

interface NumberingProps {
  form: Form;
  of: 'invoice' | 'credit';
  /** The number that was given last; from then on they run by themselves. */
  last: string | null;
}

function Numbering({ form, of, last }: NumberingProps) {
  const title = of === 'invoice' ? 'Invoices' : 'Credit notes';
  const prefix = form.values[`${of}_prefix`];
  const first = form.values[`first_${of}`];
  if (last !== null)
    return (
      <Text>
        {title}: the last number is <b>{last}</b>.
      </Text>
    );
  return (
    <Group grow align="start" gap="sm">
      <FormField form={form} name={`${of}_prefix`} label={`${title}: prefix`}>
        {({ value, set, error }) => (
          <TextInput
            label={`${title}: prefix`}
            description={`The first is ${prefix}${first}.`}
            maxLength={12}
            autoComplete="off"
            error={error}
            value={value}
            onChange={({ target }) => set(target.value)}
          />
        )}
      </FormField>
      <FormField form={form} name={`first_${of}`} label={`${title}: first number`}>
        {({ value, set }) => (
          <NumberInput
            label={`${title}: first number`}
            hideControls
            allowDecimal={false}
            min={1}
            max={99_999_999}
            clampBehavior="strict"
            value={value}
            onChange={(typed) => typeof typed === 'number' && set(typed)}
          />
        )}
      </FormField>
    </Group>
  );
}

const usualReminders = [3, 7, 14, 30];

function remindersInWords(days: readonly number[]): string {
  if (days.length === 0) return 'Never';
  return `${days.join(', ')} days after it was due`;
}

/** After how many days somebody is reminded: of the usual ones, any. */
function Reminders({ value, onChange }: { value: number[]; onChange: (days: number[]) => void }) {
  const offered = [...new Set([...usualReminders, ...value])].toSorted((a, b) => a - b);
  return (
    <fieldset className="reminder-days">
      <legend>Remind customers</legend>
      {offered.map((days) => (
        <Switch
          key={days}
          label={`${days} days after it was due`}
          checked={value.includes(days)}
          onChange={({ target }) =>
            onChange(
              target.checked
                ? [...value, days].toSorted((a, b) => a - b)
                : value.filter((one) => one !== days),
            )
          }
        />
      ))}
    </fieldset>
  );
}

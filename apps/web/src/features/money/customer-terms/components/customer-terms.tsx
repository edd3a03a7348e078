import { Select, Stack } from '@mantine/core';
import type { CustomerTermsRecord } from '@muster/domain/money/customer-terms/schema';
import { discountInWords, discountProblem, readDiscount } from '@muster/domain/money/lines/words';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useUndo } from '../../../../lib/changes/undo.ts';
import { CustomerPicker } from '../../../../lib/kit/choices/customer-picker.tsx';
import { DrawerSection } from '../../../../lib/kit/drawer/drawer-section.tsx';
import { Fact, Facts, ReadSection } from '../../../../lib/kit/drawer/reading.tsx';
import { FormBar } from '../../../../lib/kit/form/form-bar.tsx';
import { FormField } from '../../../../lib/kit/form/form-field.tsx';
import { TypedNumberField } from '../../../../lib/kit/form/typed-number-field.tsx';
import { type RecordForm, useRecordForm } from '../../../../lib/kit/form/use-record-form.ts';
import { customerTermsQuery, editTerms } from '../api.ts';

type Terms = Omit<CustomerTermsRecord, 'bill_to_name'>;

interface TermsProps {
  terms: CustomerTermsRecord;
  /** After how many days invoices are due where nothing else was agreed. */
  usualDays: number;
}

/** What was agreed with a customer, in a line each; nothing, where they are charged like everybody. */
function linesOf({ discount, terms_days, bill_to_name }: CustomerTermsRecord) {
  return [
    { name: 'discount', label: 'Discount', value: discount > 0 && discountInWords(discount) },
    { name: 'terms_days', label: 'Payment terms', value: terms_days !== null && dueWords(terms_days) },
    { name: 'bill_to_id', label: 'Who pays', value: bill_to_name },
  ] as const;
}

function dueWords(days: number): string {
  if (days === 0) return 'Due on receipt';
  return days === 1 ? 'Due 1 day after issue' : `Due ${days} days after issue`;
}

/** For whoever prepares drafts: read alone. */
export function TermsReading({ terms }: Pick<TermsProps, 'terms'>) {
  const said = linesOf(terms).filter(({ value }) => Boolean(value));
  if (said.length === 0) return null;
  return (
    <DrawerSection title="Terms">
      <Facts>
        {said.map(({ name, label, value }) => (
          <Fact key={name} label={label}>
            {value}
          </Fact>
        ))}
      </Facts>
    </DrawerSection>
  );
}

/** Discount, terms and who pays, for whoever keeps the books. */
export function TermsForm({ terms, usualDays }: TermsProps) {
  const queryClient = useQueryClient();
  const { tell } = useUndo();
  const { queryKey } = customerTermsQuery(terms.id);
  const { bill_to_name, ...row } = terms;
  const form = useRecordForm<Terms, { row: CustomerTermsRecord; change: number; made: boolean }>({
    place: `customer terms ${terms.id}`,
    row,
    send: (said, { version }, key) => editTerms(terms.id, { ...said, version }, key),
    onSaved({ row, ...saved }) {
      queryClient.setQueryData<CustomerTermsRecord>(queryKey, row);
      tell('Terms saved.', [saved]);
    },
    onNewer: () => void queryClient.invalidateQueries({ queryKey }),
  });
  return (
    <ReadSection title="Terms" form={form} lines={linesOf(terms)}>
      <Stack gap="sm">
        <FormField form={form} name="discount" label="Discount" words={discountInWords}>
          {({ value, set }) => (
            <TypedNumberField
              label="Discount on the price list"
              placeholder="None"
              rightSection="%"
              description="Not on prices that were agreed below."
              value={value === 0 ? null : value}
              read={readDiscount}
              show={(hundredths) => discountInWords(hundredths).replace('%', '')}
              wrong={discountProblem}
              onChange={(discount) => set(discount ?? 0)}
            />
          )}
        </FormField>
        <FormField
          form={form}
          name="terms_days"
          label="Payment terms"
          words={(days) => dueWords(days ?? usualDays)}
        >
          {({ value, set }) => (
            <TermsField
              value={value}
              usualDays={usualDays}
              isForOthers={form.values.bill_to_id !== null}
              onChange={set}
            />
          )}
        </FormField>
        <PayerField form={form} name={bill_to_name} />
      </Stack>
      <FormBar form={form} onSubmit={() => void form.submit()} />
    </ReadSection>
  );
}

const offeredDays = [0, 7, 14, 21, 30, 60];
const asUsual = 'usual';

interface TermsFieldProps {
  value: number | null;
  usualDays: number;
  /** Whether somebody else pays for this customer, whose own terms count then. */
  isForOthers: boolean;
  onChange: (days: number | null) => void;
}

function TermsField({ value, usualDays, isForOthers, onChange }: TermsFieldProps) {
  const days = [...new Set([...offeredDays, ...(value === null ? [] : [value])])].toSorted((a, b) => a - b);
  return (
    <Select
      label="Invoices are due"
      description={isForOthers && 'What others pay for this customer is due by their own terms.'}
      allowDeselect={false}
      data={[
        { value: asUsual, label: `As for everyone: ${lowerFirst(dueWords(usualDays))}` },
        ...days.map((one) => ({ value: String(one), label: dueWords(one) })),
      ]}
      value={value === null ? asUsual : String(value)}
      onChange={(chosen) => onChange(chosen === null || chosen === asUsual ? null : Number(chosen))}
    />
  );
}

function lowerFirst(words: string): string {
  return words.replace(/^./, (letter) => letter.toLowerCase());
}

/** Who is sent the invoices, where that is not the customer. */
function PayerField({ form, name }: { form: RecordForm<Terms>; name: string | null }) {
  /** What was chosen here, before the server has told its name. */
  const [chosen, setChosen] = useState<{ id: string; name: string }>();
  const { bill_to_id } = form.row;
  const nameOf = (id: string) => (id === chosen?.id ? chosen.name : id === bill_to_id ? (name ?? '') : '');
  return (
    <FormField
      form={form}
      name="bill_to_id"
      label="Who pays"
      words={(id) => (id === null ? 'The customer' : nameOf(id) || 'Someone else')}
    >
      {({ value, set }) => (
        <CustomerPicker
          label="Who pays"
          placeholder="The customer"
          description="Of your customers: a landlord, agent or strata who gets the invoices instead."
          value={value === null ? null : { id: value, name: nameOf(value) }}
          onChange={(found) => {
            if (found) setChosen(found);
            set(found?.id ?? null);
          }}
        />
      )}
    </FormField>
  );
}

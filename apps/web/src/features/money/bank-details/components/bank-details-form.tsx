import { Text, TextInput } from '@mantine/core';
import {
  bankAccountProblem,
  isBankAccount,
  storedBankAccount,
} from '@muster/domain/money/bank-details/rules';
import { PasswordField } from '@muster/ui/password-field';
import { notify } from '@muster/ui/toast';
import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { refusedField } from '../../../../lib/api/api.ts';
import { FormBar } from '../../../../lib/kit/form/form-bar.tsx';
import { FormField } from '../../../../lib/kit/form/form-field.tsx';
import { FormFrame } from '../../../../lib/kit/form/form-frame.tsx';
import { useRecordForm } from '../../../../lib/kit/form/use-record-form.ts';
import { type BankDetailsRow, bankDetailsQuery, saveBankDetails } from '../api.ts';
import './bank-details-form.css';

/** The account and PayID on invoices. The password is typed again for each change, and is the one thing that the tab does not keep. */
export function BankDetailsForm({ details, email }: { details: BankDetailsRow; email: string }) {
  const queryClient = useQueryClient();
  const [password, setPassword] = useState('');
  const [isMissing, setMissing] = useState(false);
  const passwordField = useRef<HTMLInputElement>(null);
  const refresh = () => void queryClient.invalidateQueries({ queryKey: bankDetailsQuery.queryKey });
  const form = useRecordForm<BankDetailsRow>({
    place: 'bank details',
    row: details,
    check: (values) => {
      const problem = bankAccountProblem(storedBankAccount(values));
      return problem && { field: problem.field, text: problem.message };
    },
    send: (fields, { version, account_name, bsb, account_number, payid }, key) =>
      saveBankDetails(
        { version, account_name, bsb, account_number, payid, ...fields, current_password: password },
        key,
      ),
    onSaved() {
      setPassword('');
      refresh();
      notify({ level: 'success', text: 'Saved. We’ve emailed every owner.' });
    },
    onNewer: refresh,
  });

  async function submit() {
    setMissing(password === '');
    if (password === '') passwordField.current?.focus();
    else await form.submit();
  }

  const { refusal } = form;
  const isRefused = refusedField(refusal?.data) === 'current_password';
  useEffect(() => {
    if (refusedField(refusal?.data) === 'current_password') passwordField.current?.select();
  }, [refusal]);
  const problem = isMissing ? 'Enter your password to save.' : isRefused ? refusal?.message : undefined;
  return (
    <FormFrame label="Bank details" isSaving={form.isSaving} onSubmit={() => void submit()}>
      <div className="bank-details">
        {!isBankAccount(details) && (
          <Text className="bank-details__none">
            Invoices don’t say where to pay yet. Add an account, a PayID or both.
          </Text>
        )}
        <FormField form={form} name="account_name" label="Account name">
          {({ value, set, error }) => (
            <TextInput
              label="Account name"
              maxLength={60}
              autoComplete="off"
              value={value}
              error={error}
              onChange={(event) => set(event.target.value)}
            />
          )}
        </FormField>
        <div className="bank-details__pair">
          <FormField form={form} name="bsb" label="BSB">
            {({ value, set, error }) => (
              <TextInput
                label="BSB"
                placeholder="062-000"
                inputMode="numeric"
                maxLength={20}
                autoComplete="off"
                value={value}
                error={error}
                onChange={(event) => set(event.target.value)}
              />
            )}
          </FormField>
          <FormField form={form} name="account_number" label="Account number">
            {({ value, set, error }) => (
              <TextInput
                label="Account number"
                inputMode="numeric"
                maxLength={30}
                autoComplete="off"
                value={value}
                error={error}
                onChange={(event) => set(event.target.value)}
              />
            )}
          </FormField>
        </div>
        <FormField form={form} name="payid" label="PayID">
          {({ value, set, error }) => (
            <TextInput
              label="PayID"
              description="An Australian phone number, an email address or an ABN"
              maxLength={254}
              autoComplete="off"
              value={value}
              error={error}
              onChange={(event) => set(event.target.value)}
            />
          )}
        </FormField>
        {form.isDirty && (
          <>
            <input type="text" name="username" autoComplete="username" value={email} readOnly hidden />
            <PasswordField
              ref={passwordField}
              label="Your password"
              hint="Again, because these details decide where your customers’ money goes"
              autoComplete="current-password"
              value={password}
              state={problem === undefined ? 'unknown' : 'invalid'}
              error={problem}
              onChange={(event) => {
                setMissing(false);
                setPassword(event.target.value);
              }}
            />
          </>
        )}
      </div>
      <FormBar
        form={isRefused ? { ...form, refusal: undefined } : form}
        label="Save bank details"
        onSubmit={() => void submit()}
      />
    </FormFrame>
  );
}

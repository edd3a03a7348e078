import type { Customer } from '@muster/domain/customers/schema';
import { useQueryClient } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { FilesSection } from '../../../lib/kit/files/files-section.tsx';
import { FormBar } from '../../../lib/kit/form/form-bar.tsx';
import { FormFrame } from '../../../lib/kit/form/form-frame.tsx';
import { useRecordForm } from '../../../lib/kit/form/use-record-form.ts';
import { useUndo } from '../../../lib/undo.ts';
import { type CustomerRecord, customerQuery, editCustomer } from '../api.ts';
import { abnWords, customerProblem } from '../model/customer-problem.ts';
import { Contacts } from './contacts.tsx';
import { ContactFields, type CustomerFields, MoreFields } from './customer-fields.tsx';
import { Sites } from './sites.tsx';

interface CustomerDetailProps {
  customer: CustomerRecord;
  /** Of the business. */
  zone: string;
  /** What was asked for by this customer. */
  jobs: ReactNode;
}

export function CustomerDetail({ customer, zone, jobs }: CustomerDetailProps) {
  const queryClient = useQueryClient();
  const { tell } = useUndo();
  const { id } = customer;
  const keep = (row: Customer) =>
    queryClient.setQueryData<CustomerRecord>(
      customerQuery(id).queryKey,
      (known) => known && { ...known, ...row },
    );
  const form = useRecordForm<CustomerFields, { row: Customer; change: number; made: boolean }>({
    place: `customer ${id}`,
    row: fieldsOf(customer),
    send: (changed, { version }, key) => editCustomer(id, { ...changed, version }, key),
    onSaved({ row, ...saved }) {
      keep(row);
      tell(`${row.name} is saved.`, [saved]);
    },
    onNewer: keep,
    asFields: (row: Customer) => fieldsOf(row),
    check: customerProblem,
  });
  const submit = () => void form.submit();
  return (
    <FormFrame label={customer.name} isSaving={form.isSaving} onSubmit={submit}>
      <ContactFields form={form} suburb={customer.sites[0]?.suburb_id ?? null} />
      <Contacts customer={customer} />
      <Sites customer={customer} zone={zone} />
      {jobs}
      <FilesSection
        of={{ customer: id }}
        subject="customer"
        subjectId={id}
        name={customer.name}
        isMain
        empty="Contracts, price lists, letters: drop them anywhere here, paste a picture, or add them."
      />
      <MoreFields form={form} />
      <FormBar form={form} onSubmit={submit} />
    </FormFrame>
  );
}

function fieldsOf(customer: Customer): CustomerFields {
  const { id, version, name, phone, email, tell_by_mail, abn, tags, note } = customer;
  return { id, version, name, phone, email, tell_by_mail, abn: abnWords(abn), tags, note };
}

import { Text } from '@mantine/core';
import { dateAt, startOfDay } from '@muster/domain/values/local-time';
import { minuteAt } from '@muster/domain/values/minutes';
import { momentText } from '@muster/domain/work/assignments/rules';
import { customerFields } from '@muster/domain/work/customers/fields';
import type { Customer } from '@muster/domain/work/customers/schema';
import type { BookedVisit } from '@muster/domain/work/visits/schema';
import { isOver } from '@muster/domain/work/visits/states';
import { inTurn } from '@muster/domain/work/visits/turn';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { bookedQuery } from '../../../../lib/board/booked.ts';
import { BookedVisits, CrewOf, JobOf } from '../../../../lib/kit/drawer/booked-visits.tsx';
import { DrawerSection } from '../../../../lib/kit/drawer/drawer-section.tsx';
import { linesOf, ReadSection } from '../../../../lib/kit/drawer/reading.tsx';
import { useNow } from '../../../../lib/page/use-now.ts';
import { FilesSection } from '../../../../lib/kit/files/files-section.tsx';
import { FormBar } from '../../../../lib/kit/form/form-bar.tsx';
import { FormFrame } from '../../../../lib/kit/form/form-frame.tsx';
import { useFieldsForm } from '../../../../lib/kit/form/fields-form.tsx';
import { type CustomerRecord, customerQuery, editCustomer, type Site } from '../api.ts';
import { customerProblem } from '../model/customer-problem.ts';
import { useHasTexts } from '../../../../lib/choices/texts.ts';
import { updatesInWords } from '../model/updates.ts';
import { Contacts } from './contacts.tsx';
import { ContactFields, moreFields, MoreFields } from './customer-fields.tsx';
import { Sites } from './sites.tsx';

interface CustomerDetailProps {
  customer: CustomerRecord;
  /** Of the business. */
  zone: string;
  /** What was asked for by this customer. */
  jobs: ReactNode;
  /** What was written to them, and what came back. */
  messages: ReactNode;
  /** What else can be done with one of their sites: `Menu.Item`s. */
  renderMoreOfSite: (site: Site) => ReactNode;
}

export function CustomerDetail({ customer, zone, jobs, messages, renderMoreOfSite }: CustomerDetailProps) {
  const queryClient = useQueryClient();
  const { id } = customer;
  const keep = (row: Customer) =>
    queryClient.setQueryData<CustomerRecord>(
      customerQuery(id).queryKey,
      (known) => known && { ...known, ...row },
    );
  const form = useFieldsForm<typeof customerFields, Customer>({
    place: `customer ${id}`,
    fields: customerFields,
    row: customer,
    send: (said, version, key) => editCustomer(id, { ...said, version }, key),
    done: ({ name }) => `${name} saved.`,
    onSaved: keep,
    onNewer: keep,
    check: customerProblem,
  });
  const submit = () => void form.submit();
  const hasTexts = useHasTexts();
  return (
    <FormFrame label={customer.name} isSaving={form.isSaving} onSubmit={submit}>
      <CustomerVisits customer={customer} zone={zone} />
      <ReadSection
        title="Contact details"
        form={form}
        lines={[
          ...linesOf(customerFields, customer, ['name', 'phone', 'email']),
          {
            name: 'tell_by_mail',
            label: 'Visit updates',
            value: updatesInWords(customer, hasTexts),
          },
        ]}
      >
        <ContactFields form={form} suburb={customer.sites[0]?.suburb_id ?? null} />
      </ReadSection>
      <Contacts customer={customer} />
      <Sites customer={customer} zone={zone} renderMore={renderMoreOfSite} />
      {jobs}
      {messages}
      <FilesSection
        of={{ customer: id }}
        subject="customer"
        subjectId={id}
        name={customer.name}
        isMain
        empty="Contracts, price lists, letters: drop them here, paste a picture, or add them."
      />
      <ReadSection
        title="Business and notes"
        form={form}
        lines={linesOf(customerFields, customer, moreFields)}
      >
        <MoreFields form={form} />
      </ReadSection>
      <FormBar form={form} onSubmit={submit} />
    </FormFrame>
  );
}

/** As many of what is behind as tell what was done last. */
const mostPast = 3;
const mostAhead = 10;
/** Some of them may have been missed. */
const mostBehind = 20;

/** What is asked for first on the telephone: when somebody comes, and who was there last. */
function CustomerVisits({ customer, zone }: { customer: CustomerRecord; zone: string }) {
  const now = minuteAt(useNow());
  const today = dateAt(now, zone);
  const morning = momentText(startOfDay(today, zone));
  const of = { customer: customer.id };
  const ahead = useQuery(bookedQuery({ ...of, from: morning, limit: mostAhead }));
  const behind = useQuery(bookedQuery({ ...of, to: morning, latest: true, limit: mostBehind }));
  const all = [...(ahead.data ?? []).toReversed(), ...(behind.data ?? [])];
  const { overdue, next } = inTurn(all, (visit) => visit, now);
  const last = all.filter(({ state }) => isOver(state)).slice(0, mostPast);
  const hasSites = customer.sites.length > 1;
  const tell = (visit: BookedVisit) => (
    <>
      <CrewOf visit={visit} />
      <br />
      <JobOf visit={visit} />
      {hasSites && ` · ${visit.site_name || visit.address || visit.suburb}`}
    </>
  );
  return (
    <>
      {overdue.length > 0 && (
        <DrawerSection title="Overdue">
          <BookedVisits label="Overdue" visits={overdue} tell={tell} />
        </DrawerSection>
      )}
      <DrawerSection title={next.length > 1 ? 'Next visits' : 'Next visit'}>
        {next.length > 0 ? (
          <BookedVisits label="Next visits" visits={next} tell={tell} hasNext />
        ) : (
          <Text c="dimmed">{nothingBooked(ahead, customer)}</Text>
        )}
      </DrawerSection>
      {last.length > 0 && (
        <DrawerSection title="Last visits">
          <BookedVisits label="Last visits" visits={last} tell={tell} />
        </DrawerSection>
      )}
    </>
  );
}

function nothingBooked(
  { isPending, isError }: { isPending: boolean; isError: boolean },
  { jobs }: CustomerRecord,
): string {
  if (isError) return 'We couldn’t load the visits.';
  if (isPending) return 'Loading…';
  return jobs.some(({ state }) => state === 'open')
    ? 'None booked. A job below is waiting to be scheduled.'
    : 'None booked.';
}

import { Select, TextInput } from '@mantine/core';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { FormBar } from '../../../lib/kit/form/form-bar.tsx';
import { SearchSelect } from '../../../lib/kit/form/search-select.tsx';
import { FormField } from '../../../lib/kit/form/form-field.tsx';
import { FormFrame } from '../../../lib/kit/form/form-frame.tsx';
import { type RecordForm, useRecordForm } from '../../../lib/kit/form/use-record-form.ts';
import { useUndo } from '../../../lib/undo.ts';
import { type Business, businessQuery, editBusiness, tradesQuery } from '../api.ts';
import { abnWords, businessProblem } from '../model/business-problem.ts';
import { CustomerFields } from './customer-fields.tsx';
import { PlaceFields } from './place-fields.tsx';
import { RoadStateLine } from './road-state.tsx';
import { SettingsSection } from './settings-section.tsx';
import { TravelFields } from './travel-fields.tsx';

type Week = Business['working_week'];

interface BusinessFormProps {
  business: Business;
  /** The editor of a week, which technicians have as well. */
  renderWeek: (week: Week, onChange: (week: Week) => void) => ReactNode;
  weekWords: (week: Week) => string;
  onSaved: (business: Business) => void;
}

export function BusinessForm({ business, renderWeek, weekWords, onSaved }: BusinessFormProps) {
  const queryClient = useQueryClient();
  const { tell } = useUndo();
  const keep = (row: Business) => queryClient.setQueryData(businessQuery.queryKey, row);
  const form = useRecordForm<Business>({
    place: 'settings of the business',
    row: business,
    send(changed, { version }, key) {
      const { id: _, set_up_at: __, ...fields } = changed;
      return editBusiness({ ...fields, version }, key);
    },
    onSaved({ row, ...saved }) {
      keep(row);
      onSaved(row);
      tell('The settings are saved.', [saved]);
    },
    onNewer: keep,
    check: businessProblem,
  });
  const submit = () => void form.submit();
  return (
    <div className="settings-form">
      <FormFrame label="Business" isSaving={form.isSaving} onSubmit={submit}>
        <SettingsSection title="Who you are" about="On mails to your team and to your customers.">
          <IdentityFields form={form} />
        </SettingsSection>
        <SettingsSection title="Where you are" about="Working hours and days are reckoned by these clocks.">
          <PlaceFields form={form} />
        </SettingsSection>
        <SettingsSection
          title="Working week"
          about="For everybody who has no hours of their own. Over these hours work is planned."
        >
          <FormField form={form} name="working_week" label="Working week" words={weekWords}>
            {({ value, set }) => renderWeek(value, set)}
          </FormField>
          <Overtime form={form} />
        </SettingsSection>
        <SettingsSection title="Driving" about="How long we reckon between two visits.">
          <TravelFields form={form} />
          <RoadStateLine zone={business.zone} />
        </SettingsSection>
        <SettingsSection title="Customers" about="What they hear from you without anybody writing to them.">
          <CustomerFields form={form} />
        </SettingsSection>
        <FormBar form={form} onSubmit={submit} />
      </FormFrame>
    </div>
  );
}

function IdentityFields({ form }: { form: RecordForm<Business> }) {
  const trades = useQuery(tradesQuery).data ?? [];
  const nameOf = (id: number | null) => trades.find((trade) => trade.id === id)?.name ?? '';
  return (
    <>
      <FormField form={form} name="name" label="Name">
        {({ value, set, error }) => (
          <TextInput
            label="Name of the business"
            error={error}
            maxLength={200}
            autoComplete="organization"
            value={value}
            onChange={(event) => set(event.target.value)}
          />
        )}
      </FormField>
      <FormField form={form} name="abn" label="ABN" words={abnWords}>
        {({ value, set, error }) => (
          <TextInput
            label="ABN"
            error={error}
            inputMode="numeric"
            maxLength={20}
            autoComplete="off"
            placeholder="51 824 753 556"
            value={abnWords(value)}
            onChange={(event) => set(event.target.value || null)}
          />
        )}
      </FormField>
      <FormField form={form} name="industry_id" label="Trade" words={nameOf}>
        {({ value, set }) => (
          <SearchSelect
            label="Trade"
            placeholder="Choose"
            thing="trade"
            nothingFoundMessage="No such trade"
            clearable
            choices={trades.map(({ id, name }) => ({ value: String(id), label: name }))}
            value={value === null ? null : String(value)}
            onChange={(id) => set(id === null ? null : Number(id))}
          />
        )}
      </FormField>
    </>
  );
}

const overtimes = [0, 15, 30, 45, 60, 90, 120];

function Overtime({ form }: { form: RecordForm<Business> }) {
  const words = (minutes: number) => (minutes === 0 ? 'Never' : `Up to ${minutes} minutes`);
  return (
    <FormField form={form} name="overtime" label="Overtime" words={words}>
      {({ value, set }) => (
        <Select
          label="Work may run on after the end of the day"
          allowDeselect={false}
          data={[...new Set([...overtimes, value])]
            .toSorted((a, b) => a - b)
            .map((minutes) => ({ value: String(minutes), label: words(minutes) }))}
          value={String(value)}
          onChange={(minutes) => set(Number(minutes))}
        />
      )}
    </FormField>
  );
}
